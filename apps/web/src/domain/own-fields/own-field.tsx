import type { OwnField } from '@alo/contract';

import { oneOf, several } from '../../resource/fields/choices.tsx';
import type { Field } from '../../resource/fields/field.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { text } from '../../resource/fields/text.tsx';
import { day } from '../../resource/fields/times.tsx';

/** A field of the company's own as any other field is drawn. */
export function ownFieldOf(own: Pick<OwnField, 'name' | 'kind' | 'choices'>): Field<unknown> {
  const words = Object.fromEntries(own.choices.map((choice) => [choice, choice]));
  switch (own.kind) {
    case 'text':
      return anyOf(text(own.name));
    case 'number':
      return anyOf(number(own.name, { decimals: 6 }));
    case 'day':
      return anyOf(day(own.name));
    // What is no longer offered is shown as it is.
    case 'one':
      return anyOf({ ...oneOf(own.name, words), Show: ({ value }) => value || '–' });
    case 'several':
      return anyOf({ ...several(own.name, words), Show: ({ value }) => value?.join(', ') || '–' });
    default:
      return own.kind satisfies never;
  }
}

/** What stands in it was checked by the field's own kind when it was saved. */
const anyOf = <Value,>(field: Field<Value>) => field as unknown as Field<unknown>;
