import { type ReactNode, useId } from 'react';

import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';
import { Note, Required } from './note.tsx';

/** Several controls that are one field: the label names the group, hint or error stand below it. */
export function FieldGroup({
  label,
  hint,
  error,
  required = false,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const id = useId();
  return (
    <fieldset
      className={classNames(styles.group, className)}
      aria-describedby={(error ?? hint) === undefined ? undefined : `${id}-note`}
      data-invalid={error === undefined ? undefined : true}
    >
      <legend className={styles.label}>
        {label}
        {required && <Required />}
      </legend>
      {children}
      <Note id={`${id}-note`} hint={hint} error={error} />
    </fieldset>
  );
}
