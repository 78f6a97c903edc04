import { Drawer, IconMenu, IconPhone } from '@alo/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { usePhoneDoor } from '../../../domain/phone-door/phone-door.ts';
import { useMay } from '../../../kit/me/me.ts';
import { screens } from '../../screens/screens.ts';
import styles from './bottom-bar.module.css';
import { NavigationGroups } from './navigation.tsx';

/** On a phone: the screens one needs all day, and the rest behind "Thêm". */
export function BottomBar() {
  const may = useMay();
  const phone = usePhoneDoor();
  const [more, setMore] = useState(false);
  return (
    <nav className={styles.bar} aria-label="Điều hướng chính">
      {phone && (
        <button type="button" className={styles.entry} onClick={phone.open}>
          <IconPhone size={22} aria-hidden />
          Gọi
        </button>
      )}
      {screens
        .filter(({ daily, access }) => daily !== undefined && may(access))
        .map(({ path, daily, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            search={{}}
            className={styles.entry}
            activeProps={{ 'data-active': true, 'aria-current': 'page' }}
            activeOptions={{ includeSearch: false }}
          >
            <Icon size={22} aria-hidden />
            {daily}
          </Link>
        ))}
      <button
        type="button"
        className={styles.entry}
        aria-haspopup="dialog"
        aria-expanded={more}
        onClick={() => setMore(true)}
      >
        <IconMenu size={22} aria-hidden />
        Thêm
      </button>
      <Drawer opened={more} onClose={() => setMore(false)} title="Tất cả màn hình" width={300}>
        <NavigationGroups onGo={() => setMore(false)} />
      </Drawer>
    </nav>
  );
}
