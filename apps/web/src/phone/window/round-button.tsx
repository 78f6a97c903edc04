import { classNames, Tooltip } from '@alo/ui';
import type { ComponentProps, ReactNode } from 'react';

import styles from './round-button.module.css';

/**
 * A round button with its word beneath. `pressed` says that what it does is on; `hint` what it does, shown on the `side` where it covers no
 * other round button, with the keys that do the same.
 */
export function RoundButton({
  icon,
  label,
  hint,
  side,
  shortcut,
  pressed,
  ...button
}: Omit<ComponentProps<'button'>, 'aria-label'> & {
  icon: ReactNode;
  label: string;
  hint: string;
  side: 'top' | 'bottom';
  shortcut?: string | undefined;
  pressed?: boolean;
}) {
  return (
    <Tooltip side={side} hint={shortcut === undefined ? hint : <KeysHint label={hint} keys={shortcut} />}>
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
    </Tooltip>
  );
}

/** A hint with the keys that do the same. */
export const KeysHint = ({ label, keys }: { label: string; keys: string }) => (
  <>
    {label} <kbd className={styles.keys}>{keys}</kbd>
  </>
);
