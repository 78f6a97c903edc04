import { dayText } from '@alo/ui';
import { createElement } from 'react';
import type { Field } from './field.ts';
import { day } from './times.tsx';

/** The last day that something holds on; kept as the moment at which that day ends here. */
export function until(label: string, hint: string): Field<string | Date> {
  const { Choose: _, ...last } = day(label, { hint });
  return {
    ...last,
    address: { write: String, read: () => undefined },
    sheet: { write: (value) => dayText(dayOf(value)), read: () => undefined, expects: 'ngày dạng 31/01/2027' },
    Control: ({ value, onChange, ...props }) =>
      createElement(last.Control, {
        ...props,
        value: value ? dayOf(value) : null,
        onChange: (chosen) => onChange(chosen === null ? null : endOf(chosen)),
      }),
    Show: ({ value }) => createElement(last.Show, { value: value ? dayOf(value) : null }),
  };
}

const endOf = (text: string): string => new Date(`${text}T23:59:59`).toISOString();

function dayOf(moment: string | Date): string {
  const at = new Date(moment);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
