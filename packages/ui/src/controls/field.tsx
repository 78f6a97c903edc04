import { type ReactNode, useId } from 'react';

import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { Note, Required } from './note.tsx';

/** What a control inside a field must carry so that its label, hint and error belong to it. */
export interface FieldIds {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** What every field has: its name, and what is said beside it. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  className?: string | undefined;
}

/** Label above, hint below, error in place of the hint: one control, tied together for screen readers. */
export function Field({
  label,
  hint,
  error,
  required = false,
  className,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && <Required />}
      </label>
      {children({
        id,
        ...(note !== undefined && note !== null && { 'aria-describedby': `${id}-note` }),
        ...(error !== undefined && { 'aria-invalid': true }),
        ...(required && { 'aria-required': true }),
      })}
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}
