import { useState } from 'react';

import { classNames } from '../class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';
import { numberOf, numberText } from './number-text.ts';

/**
 * A number as it is written in Việt Nam: `1.234,5`. It is grouped once the field is left; until then it stands as it was
 * typed. What is no number is NaN, so that its schema says so.
 */
export function NumberField({
  value,
  onChange,
  onBlur,
  decimals = 0,
  written = numberText,
  unit,
  disabled = false,
  placeholder,
  ...field
}: FieldProps & {
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** Digits behind the comma at most. */
  decimals?: number;
  /** How it stands there once the field is left. */
  written?: (value: number, decimals: number) => string;
  /** Stands behind the number: `giây`, `₫`. */
  unit?: string | undefined;
  disabled?: boolean;
  placeholder?: string | undefined;
}) {
  const [typed, setTyped] = useState<string>();
  return (
    <Field {...field}>
      {(ids) => (
        <div className={styles.united}>
          <input
            {...ids}
            type="text"
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            disabled={disabled}
            placeholder={placeholder}
            className={classNames(styles.input, styles.number)}
            value={typed ?? (value === null || Number.isNaN(value) ? '' : written(value, decimals))}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(numberOf(event.target.value));
            }}
            onBlur={() => {
              // What cannot be read stays, with its error beside it.
              if (typed !== undefined && !Number.isNaN(numberOf(typed))) setTyped(undefined);
              onBlur?.();
            }}
          />
          {unit !== undefined && <span className={styles.unit}>{unit}</span>}
        </div>
      )}
    </Field>
  );
}
