import { Mark, narrow, useMediaQuery } from '@alo/ui';
import { useBrand } from '../../domain/brand/brand.ts';
import { JobsTray } from '../../features/jobs/jobs-tray.tsx';
import { Zone } from '../../kit/zone/zone.tsx';
import { Bell } from './bell/bell.tsx';
import styles from './header/header.module.css';
import { PersonMenu } from './header/person-menu.tsx';
import { StatusSelector } from './header/status-selector.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { PhonePillSlot } from './phone-frame.tsx';

/** Always there: search, the own status with its time, what was missed, who one is. */
export function Header() {
  const small = useMediaQuery(narrow);
  const brand = useBrand();
  return (
    <header className={styles.header}>
      {small && <Mark size={28} brand={brand} />}
      <Zone name="Tìm kiếm">
        <CommandPalette compact={small} />
      </Zone>
      <div className={styles.end}>
        {/* First, where it comes and goes without moving the others. */}
        <Zone name="Việc đang chạy">
          <JobsTray />
        </Zone>
        <Zone name="Trạng thái">
          <StatusSelector />
        </Zone>
        <PhonePillSlot />
        <Zone name="Chuông">
          <Bell />
        </Zone>
        <Zone name="Tài khoản">
          <PersonMenu />
        </Zone>
      </div>
    </header>
  );
}
