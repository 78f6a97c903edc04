import { classNames, Tooltip } from '@alo/ui';
import type { ComponentProps, ReactNode } from 'react';

import styles from './round-button.module.css';

/** A round button with its word beneath. `pressed` says that what it does is on. */
export function RoundButton({
  icon,
  label,
  shortcut,
  pressed,
  ...button
}: Omit<ComponentProps<'button'>, 'aria-label'> & {
  icon: ReactNode;
  label: string;
  shortcut?: string;
  pressed?: boolean;
}) {
  const round = (
    <button
      type="button"
      {...button}
      className={classNames(styles.round, pressed === true && styles.pressed)}
      aria-pressed={pressed}
      aria-keyshortcuts={shortcut}
    >
      <span className={styles.disc}>{icon}</span>
      {label}
    </button>
  );
  if (shortcut === undefined) return round;
  return (
    <Tooltip side="bottom" hint={<Keys label={label} keys={shortcut} />}>
      {round}
    </Tooltip>
  );
}

/** A hint with the keys that do the same. */
export const Keys = ({ label, keys }: { label: string; keys: string }) => (
  <>
    {label} <kbd className={styles.keys}>{keys}</kbd>
  </>
);
