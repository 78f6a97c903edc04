import { lazy, Suspense } from 'react';

import { IconCalendar } from '../icons.ts';
import { inSentence } from '../in-sentence.ts';
import { Popover } from '../overlay/popover.tsx';
import { IconButton } from './button.tsx';
import styles from './day-field.module.css';
import { dayOf, dayText } from './day-text.ts';
import { Field, type FieldIds, type FieldProps } from './field.tsx';
import { TypedInput } from './typed-input.tsx';

/** The calendar comes when it is first opened. */
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }));

interface DayProps {
  /** `2026-11-21`, or what was typed and is no day. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean;
  min?: string | undefined;
  max?: string | undefined;
}

/** A day, typed or picked, always shown as dd/mm/yyyy whatever the browser's language. */
export const DayField = ({ value, onChange, onBlur, disabled, min, max, ...field }: FieldProps & DayProps) => (
  <Field {...field}>
    {(ids) => <DayInput ids={ids} label={field.label} {...{ value, onChange, onBlur, disabled, min, max }} />}
  </Field>
);

/** The input with its calendar, without a label of its own. */
export const DayInput = ({
  ids,
  label,
  value,
  onChange,
  onBlur,
  disabled = false,
  min,
  max,
}: { ids: Partial<FieldIds> & { 'aria-label'?: string }; label: React.ReactNode } & {
  [Key in keyof DayProps]: DayProps[Key] | undefined;
} & Pick<DayProps, 'onChange'>) => (
  <span className={styles.day}>
    <TypedInput
      {...ids}
      inputMode="numeric"
      placeholder="dd/mm/yyyy"
      disabled={disabled}
      value={value ?? ''}
      onChange={(text) => onChange(text === '' ? null : text)}
      onBlur={onBlur}
      write={dayText}
      read={dayOf}
    />
    <Popover
      label="Lịch"
      align="end"
      target={(open) => (
        <IconButton
          size="sm"
          label={typeof label === 'string' ? `Mở lịch chọn ${inSentence(label)}` : 'Mở lịch'}
          className={styles.open}
          disabled={disabled}
          {...open}
        >
          <IconCalendar aria-hidden />
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense fallback={<div className={styles.room} />}>
          <Calendar
            value={value ?? null}
            min={min}
            max={max}
            onPick={(day) => {
              onChange(day);
              close();
            }}
          />
        </Suspense>
      )}
    </Popover>
  </span>
);
