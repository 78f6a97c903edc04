import type { ReactNode } from 'react';

import styles from './destination-field.module.css';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import { type Choice, SelectField } from './select-field.tsx';

/** Picks where a call goes: first the kind of place, then the place, by whatever control that kind has. */
export function DestinationField({
  types,
  type,
  onType,
  onBlur,
  disabled = false,
  children,
  ...group
}: FieldProps & {
  types: readonly Choice[];
  type: string | null;
  onType: (type: string | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  /** Chooses the place; none where the kind says it all. */
  children?: ReactNode;
}) {
  return (
    <FieldGroup {...group}>
      <div className={styles.pair}>
        <SelectField
          label="Loại điểm đến"
          required={group.required ?? false}
          choices={types}
          disabled={disabled}
          onBlur={onBlur}
          value={type}
          error={group.error !== undefined && type === null ? 'Chọn loại điểm đến' : undefined}
          onChange={onType}
        />
        {children}
      </div>
    </FieldGroup>
  );
}
