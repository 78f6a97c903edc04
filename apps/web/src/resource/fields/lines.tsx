import { TextAreaField } from '@alo/ui';

import { asWritten, listAddress, listCell } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { fieldError } from './problems.ts';

/** Several short texts, one a line. */
export const lines = (label: string, options: FieldOptions = {}): Field<string[]> =>
  labelled(label, options, {
    address: listAddress(asWritten),
    sheet: listCell(asWritten),
    blank: [],
    Control: ({ value, onChange, problems, ...field }) => (
      <TextAreaField
        {...field}
        error={fieldError(problems)}
        value={value?.join('\n') ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
      />
    ),
    Show: ({ value }) => value?.join(', ') || '–',
  });
