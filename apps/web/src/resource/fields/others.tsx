import { FileField } from '@alo/ui';

import { fileSize } from '../../kit/format/numbers.ts';
import { inParts } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { fieldError } from './problems.ts';

/** A file from the person's machine. */
export const file = (label: string, { accept, ...options }: FieldOptions & { accept?: string } = {}): Field<File> =>
  labelled(label, options, {
    ...inParts((value) => value.name),
    blank: null,
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <FileField
        {...field}
        error={fieldError(problems)}
        accept={accept}
        sizeText={fileSize}
        value={value ?? null}
        onChange={onChange}
      />
    ),
    Show: ({ value }) => (value ? `${value.name} (${fileSize(value.size)})` : '–'),
  });
