import { Mark, narrow, useMediaQuery } from '@alo/ui';

import { JobsTray } from '../../features/jobs/jobs-tray.tsx';
import { useBrand } from '../../shared/brand.ts';
import { PhonePillSlot } from '../phone/phone-frame.tsx';
import { Bell } from './bell.tsx';
import { CommandPalette } from './command-palette.tsx';
import styles from './header.module.css';
import { PersonMenu } from './person-menu.tsx';
import { StatusSelector } from './status-selector.tsx';

/** Always there: search, the own status with its time, what was missed, who one is. */
export function Header() {
  const small = useMediaQuery(narrow);
  const brand = useBrand();
  return (
    <header className={styles.header}>
      {small && <Mark size={28} brand={brand} />}
      <CommandPalette compact={small} />
      <div className={styles.end}>
        {/* First, where it comes and goes without moving the others. */}
        <JobsTray />
        <StatusSelector />
        <PhonePillSlot />
        <Bell />
        <PersonMenu />
      </div>
    </header>
  );
}
