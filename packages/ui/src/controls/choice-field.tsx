import { useId } from 'react';

import styles from './choice-field.module.css';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import type { Choice } from './select-field.tsx';

/** One of a few, all of them seen at once. */
export function ChoiceField({
  choices,
  value,
  onChange,
  onBlur,
  disabled = false,
  ...group
}: FieldProps & {
  choices: readonly Choice[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
}) {
  const name = useId();
  return (
    <FieldGroup {...group}>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              disabled={disabled}
              onChange={() => onChange(choice.value)}
              onBlur={onBlur}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
