import { useId } from 'react';

import { classNames } from '../class-names.ts';
import styles from './choice-field.module.css';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';

/** A colour with its name, as a person would say it. */
export interface Colour {
  value: string;
  name: string;
}

/** One of a palette: colours here are labels, and labels must differ. */
export function ColourField({
  palette,
  value,
  onChange,
  onBlur,
  disabled = false,
  ...group
}: FieldProps & {
  palette: readonly Colour[];
  value: string | null;
  onChange: (value: string) => void;
  onBlur?: () => void;
  disabled?: boolean;
}) {
  const name = useId();
  return (
    <FieldGroup {...group}>
      <div className={classNames(styles.choices, styles.colours)}>
        {palette.map((colour) => (
          <label key={colour.value} className={styles.choice} title={colour.name}>
            <input
              type="radio"
              name={name}
              aria-label={colour.name}
              checked={colour.value === value}
              disabled={disabled}
              onChange={() => onChange(colour.value)}
              onBlur={onBlur}
            />
            <span aria-hidden>
              <Swatch colour={colour.value} />
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** A dot of a colour; its name stands beside it. */
export const Swatch = ({ colour }: { colour: string }) => (
  <i className={styles.swatch} style={{ background: colour }} aria-hidden />
);
