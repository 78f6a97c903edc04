import { Mark, narrow, useMediaQuery } from '@alo/ui';
import { useBrand } from '../../domain/brand/brand.ts';
import { JobsTray } from '../../features/jobs/jobs-tray.tsx';
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
