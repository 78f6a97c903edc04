import { classNames } from '../class-names.ts';
import styles from './choice-field.module.css';
import type { FieldProps } from './field.tsx';
import { FieldGroup } from './field-group.tsx';

const days = [
  { day: 1, short: 'T2', name: 'Thứ hai' },
  { day: 2, short: 'T3', name: 'Thứ ba' },
  { day: 3, short: 'T4', name: 'Thứ tư' },
  { day: 4, short: 'T5', name: 'Thứ năm' },
  { day: 5, short: 'T6', name: 'Thứ sáu' },
  { day: 6, short: 'T7', name: 'Thứ bảy' },
  { day: 7, short: 'CN', name: 'Chủ nhật' },
] as const;

/** Days of the week, 1 (Monday) to 7 (Sunday); always in their order. */
export function WeekdaysField({
  value,
  onChange,
  onBlur,
  disabled = false,
  ...group
}: FieldProps & {
  value: readonly number[];
  onChange: (value: number[]) => void;
  onBlur?: () => void;
  disabled?: boolean;
}) {
  return (
    <FieldGroup {...group}>
      <div className={classNames(styles.choices, styles.days)}>
        {days.map(({ day, short, name }) => (
          <label key={day} className={styles.choice} title={name}>
            <input
              type="checkbox"
              checked={value.includes(day)}
              disabled={disabled}
              aria-label={`${short}, ${name}`}
              aria-invalid={group.error !== undefined && day === 1 ? true : undefined}
              onChange={(event) => {
                const on = event.currentTarget.checked;
                onChange(days.map((each) => each.day).filter((each) => (each === day ? on : value.includes(each))));
              }}
              onBlur={onBlur}
            />
            <span aria-hidden>{short}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** `[1, 2, 3, 4, 5]` → `T2–T6`; days that do not follow each other are told one by one. */
export function weekdaysText(value: readonly number[]): string {
  const chosen = days.filter(({ day }) => value.includes(day));
  const [first, last] = [chosen[0], chosen.at(-1)];
  if (!first || !last) return '';
  const inRow = last.day - first.day === chosen.length - 1;
  return inRow && chosen.length > 2 ? `${first.short}–${last.short}` : chosen.map(({ short }) => short).join(', ');
}
