import { DestinationField, type DestinationType, type DestinationValue, FileField } from '@alo/ui';

import { fileSize } from '../format/numbers.ts';
import { inParts } from './codecs.ts';
import { type Field, type FieldOptions, labelled } from './field.ts';
import { said } from './problems.ts';

/** A file from the person's machine. */
export const file = (label: string, { accept, ...options }: FieldOptions & { accept?: string } = {}): Field<File> =>
  labelled(label, options, {
    ...inParts((value) => value.name),
    blank: null,
    Control: ({ value, onChange, problems, name: _name, ...field }) => (
      <FileField
        {...field}
        error={said(problems)}
        accept={accept}
        sizeText={fileSize}
        value={value ?? null}
        onChange={onChange}
      />
    ),
    Show: ({ value }) => (value ? `${value.name} (${fileSize(value.size)})` : '–'),
  });

/** Where a call goes next. `useTypes` knows what places there are. */
export const destination = (
  label: string,
  useTypes: () => { types: readonly DestinationType[]; loading: boolean },
  options: FieldOptions = {},
): Field<DestinationValue> =>
  labelled(label, options, {
    ...inParts((value) => `${value.type}:${value.value}`),
    blank: null,
    Control: function Destination({ value, onChange, problems, name: _name, ...field }) {
      const { types, loading } = useTypes();
      return (
        <DestinationField
          {...field}
          error={said(problems)}
          types={types}
          loading={loading}
          value={value ?? null}
          onChange={onChange}
        />
      );
    },
    Show: function DestinationWords({ value }) {
      const { types } = useTypes();
      const type = types.find((each) => each.value === value?.type);
      if (!value || !type) return '–';
      const target = 'typed' in type.targets ? undefined : type.targets.find((each) => each.value === value.value);
      return `${type.label}: ${target?.label ?? value.value}`;
    },
  });
