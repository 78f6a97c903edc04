import { subscriberHasUser, subscribers } from '@alo/contract';
import { TextField } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { asWritten } from '../../resource/fields/codecs.ts';
import { type Field, type FieldOptions, labelled } from '../../resource/fields/field.ts';
import { fieldError } from '../../resource/fields/problems.ts';

/** A number within the company: one that nobody has is offered, and another may be typed. */
export const extension = (label: string, options: FieldOptions): Field<string> =>
  labelled(label, options, {
    address: asWritten,
    sheet: asWritten,
    blank: null,
    Control: function Extension({ value, onChange, problems, ...field }) {
      const read = useRead();
      const list = useId();
      const { data: all } = useQuery(read(subscribers, {}));
      const { data: taken } = useQuery(read(subscriberHasUser, {}));
      const held = new Map(taken?.data.map(({ number, user_name }) => [number, user_name]) ?? []);
      const free = all?.data.filter(({ number }) => !held.has(number)) ?? [];
      return (
        <>
          <TextField
            {...field}
            error={fieldError(problems)}
            value={value ?? ''}
            inputMode="numeric"
            autoComplete="off"
            list={list}
            onChange={(event) => onChange(event.target.value.trim() === '' ? null : event.target.value.trim())}
          />
          <datalist id={list}>
            {free.map(({ number, name }) => (
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </datalist>
        </>
      );
    },
    Show: ({ value }) => value || '–',
  });
