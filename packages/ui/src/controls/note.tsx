import type { ReactNode } from 'react';

import { IconAlertCircle } from '../icons.ts';
import styles from './field.module.css';

/** What stands below a control: the error, or else the hint. */
export function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  const note = error ?? hint;
  if (note === undefined || note === null) return null;
  return (
    <p id={id} className={error === undefined ? styles.hint : styles.error}>
      {error !== undefined && <IconAlertCircle size={14} aria-hidden />}
      <span>{note}</span>
    </p>
  );
}

/** The mark of what must be filled in; read out by the control's own attribute. */
export const Required = () => (
  <span className={styles.required} aria-hidden>
    {' '}
    *
  </span>
);
