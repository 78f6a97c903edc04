import { useId } from 'react';

import type { FieldProps } from './field.tsx';
import { Note } from './note.tsx';
import styles from './switch-field.module.css';

/** On or off. The label stands beside the switch, as it says what is on. */
export function SwitchField({
  label,
  hint,
  error,
  value,
  onChange,
  onBlur,
  disabled = false,
}: FieldProps & {
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: () => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div>
      <label className={styles.switch}>
        <input
          type="checkbox"
          role="switch"
          checked={value}
          aria-checked={value}
          disabled={disabled}
          aria-describedby={(error ?? hint) === undefined ? undefined : `${id}-note`}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(event) => onChange(event.currentTarget.checked)}
          onBlur={onBlur}
        />
        <span>{label}</span>
      </label>
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}
