import styles from './day-field.module.css';
import { DayInput } from './day-field.tsx';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';

/** From and to, both included; either may be open. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

/** Two days that belong together. */
export function DayRangeField({
  value,
  onChange,
  onBlur,
  disabled,
  ...group
}: FieldProps & {
  value: DayRange;
  onChange: (value: DayRange) => void;
  onBlur?: () => void;
  disabled?: boolean;
}) {
  const invalid = group.error === undefined ? {} : ({ 'aria-invalid': true } as const);
  return (
    <FieldGroup {...group}>
      <div className={styles.range}>
        <DayInput
          label="Từ ngày"
          ids={{ 'aria-label': 'Từ ngày', ...invalid }}
          value={value.from}
          onChange={(from) => onChange({ ...value, from })}
          {...{ onBlur, disabled }}
        />
        <span aria-hidden>–</span>
        <DayInput
          label="Đến ngày"
          ids={{ 'aria-label': 'Đến ngày', ...invalid }}
          value={value.to}
          min={value.from ?? undefined}
          onChange={(to) => onChange({ ...value, to })}
          {...{ onBlur, disabled }}
        />
      </div>
    </FieldGroup>
  );
}
