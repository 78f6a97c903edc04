import styles from './destination-field.module.css';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';
import { type Choice, SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

/** Where a call goes next: a kind of place, and which one. */
export interface DestinationValue {
  type: string;
  value: string;
}

/** A kind of place with those that there are; `typed` where one writes it oneself (an outside number). */
export interface DestinationType extends Choice {
  targets: readonly Choice[] | { typed: string };
}

/** Picks where a call goes: first the kind of place, then the place. */
export function DestinationField({
  types,
  value,
  onChange,
  onBlur,
  disabled = false,
  loading = false,
  ...group
}: FieldProps & {
  types: readonly DestinationType[];
  value: DestinationValue | null;
  onChange: (value: DestinationValue | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  loading?: boolean;
}) {
  const type = types.find((each) => each.value === value?.type);
  const set = (target: string | null) => type && onChange({ type: type.value, value: target ?? '' });
  const common = { disabled, onBlur };
  return (
    <FieldGroup {...group}>
      <div className={styles.pair}>
        <SelectField
          {...common}
          label="Loại điểm đến"
          required={group.required ?? false}
          choices={types}
          loading={loading}
          value={value?.type ?? null}
          error={group.error !== undefined && type === undefined ? 'Chọn loại điểm đến' : undefined}
          onChange={(chosen) => onChange(chosen === null ? null : { type: chosen, value: '' })}
        />
        {type && 'typed' in type.targets && (
          <TextField
            {...common}
            label={type.targets.typed}
            inputMode="tel"
            value={value?.value ?? ''}
            onChange={(event) => set(event.target.value)}
          />
        )}
        {type && !('typed' in type.targets) && (
          <SelectField
            {...common}
            label={type.label}
            required
            choices={type.targets}
            value={value?.value || null}
            error={group.error !== undefined && !value?.value ? 'Chọn điểm đến' : undefined}
            onChange={set}
          />
        )}
      </div>
    </FieldGroup>
  );
}
