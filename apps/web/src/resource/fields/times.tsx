import { DayField, type DayRange, DayRangeField, dayText, TimeField, WeekdaysField, weekdaysText } from '@alo/ui';

import { asWritten, dayAddress, dayCell, inParts, listAddress, plainNumber, timeCell, weekdaysCell } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { fieldError } from './problems.ts';

/** A day of the calendar. */
export const day = (label: string, options: FieldOptions = {}): Field<string> =>
  labelled(label, options, {
    address: dayAddress,
    sheet: dayCell,
    blank: null,
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <DayField {...field} error={fieldError(problems)} value={value ?? null} onChange={onChange} />
    ),
    Show: ({ value }) => (value ? dayText(value) : '–'),
  });

/** From and to, both included; either may be open. */
export const days = (label: string, options: FieldOptions = {}): Field<DayRange> =>
  labelled(label, options, {
    ...inParts<DayRange>(rangeText),
    blank: { from: null, to: null },
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <DayRangeField
        {...field}
        error={fieldError(problems)}
        value={value ?? { from: null, to: null }}
        onChange={onChange}
      />
    ),
    Show: ({ value }) => (value && rangeText(value)) || '–',
  });

/** `21/11/2026 – 30/11/2026`, `từ 21/11/2026`, `đến 30/11/2026`. */
export function rangeText({ from, to }: { readonly [End in keyof DayRange]: DayRange[End] | undefined }): string {
  if (!from && !to) return '';
  if (!from) return `đến ${dayText(to ?? '')}`;
  if (!to) return `từ ${dayText(from)}`;
  return from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
}

/** A time of day. */
export const time = (
  label: string,
  { blank = '', ...options }: FieldOptions & { blank?: string } = {},
): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: timeCell,
    blank,
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <TimeField {...field} error={fieldError(problems)} value={value ?? ''} onChange={onChange} />
    ),
    Show: ({ value }) => value || '–',
  });

/** Days of the week, 1 (Monday) to 7 (Sunday). */
export const weekdays = (label: string, options: FieldOptions = {}): Field<number[]> =>
  labelled(label, options, {
    address: listAddress(plainNumber),
    sheet: weekdaysCell,
    blank: [],
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <WeekdaysField {...field} error={fieldError(problems)} value={value ?? []} onChange={onChange} />
    ),
    Show: ({ value }) => weekdaysText(value ?? []) || '–',
  });
