import { dayText } from '@alo/ui';
import { createElement } from 'react';

import { isoDay } from '../../kit/format/time.ts';
import { typedEndOfDay } from '../../kit/format/typed-moment.ts';
import type { Field } from './field.ts';
import { day } from './times.tsx';

/** The last day that something holds on; kept as the moment at which that day ends where the company is. */
export function until(label: string, hint: string): Field<string | Date> {
  const { Choose: _, ...last } = day(label, { hint });
  return {
    ...last,
    address: { write: String, read: () => undefined },
    sheet: { write: (value) => dayText(isoDay(value)), read: () => undefined, expects: 'ngày dạng 31/01/2027' },
    Control: ({ value, onChange, ...props }) =>
      createElement(last.Control, {
        ...props,
        value: value ? dayIn(value) : null,
        onChange: (chosen) => onChange(chosen === null ? null : typedEndOfDay(chosen)),
      }),
    Show: ({ value }) => createElement(last.Show, { value: value ? isoDay(value) : null }),
  };
}

/** The day of what `typedEndOfDay` made. */
export const dayIn = (value: string | Date): string =>
  typeof value === 'string' && !/^\d{4}-\d\d-\d\dT/.test(value) ? value : isoDay(value);
