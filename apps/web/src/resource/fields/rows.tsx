import { type KeyValue, KeyValueField, RowsField } from '@alo/ui';

import { inParts } from './codecs.ts';
import { type AnyFields, type Field, type FieldOptions, isEmpty, labelled } from './field.ts';
import { fieldError, within } from './problems.ts';

/** An ordered list of rows whose parts are fields of the same vocabulary; each part shows its own mistake. */
export function rows<Row extends Record<string, unknown>>(
  label: string,
  parts: { [Key in keyof Row & string]-?: Field<NonNullable<Row[Key]>> },
  {
    noun,
    most,
    named = false,
    shows,
    ...options
  }: FieldOptions & {
    noun: string;
    most?: number;
    /** The first part is what a row is called by: "Phím 2"; it is no place in an order. */
    named?: boolean;
    /** Whether a part matters in a row, by what else stands in it; all do where it is left out. */
    shows?: (row: Row, part: keyof Row & string) => boolean;
  },
): Field<Row[]> {
  // Each part was checked against its own value; here they are all alike.
  const fields = Object.entries(parts as unknown as AnyFields);
  const blank = () => Object.fromEntries(fields.map(([name, field]) => [name, field.blank])) as Row;
  return labelled(label, options, {
    ...inParts((value) => `${value.length} ${noun}`),
    blank: [],
    Control: ({ name, value, onChange, onBlur, problems, ...group }) => (
      <RowsField
        {...group}
        error={problems['']}
        noun={noun}
        {...(most !== undefined && { most })}
        rows={value ?? []}
        blank={blank}
        onChange={onChange}
      >
        {(row, set, index) =>
          fields.map(([part, field], at) => {
            if (shows?.(row, part) === false) return null;
            const inRow = within(problems, index);
            // A mistake of the row as a whole stands at its first part.
            const own = at === 0 && inRow[''] !== undefined ? { '': inRow[''] } : {};
            return (
              <field.Control
                key={part}
                name={`${name}.${index}.${part}`}
                label={field.label}
                hint={field.hint}
                problems={{ ...own, ...within(inRow, part) }}
                required={false}
                disabled={group.disabled}
                value={row[part]}
                onChange={(next) => set({ ...row, [part]: next })}
                onBlur={onBlur}
              />
            );
          })
        }
      </RowsField>
    ),
    Show: ({ value }) =>
      value && value.length > 0 ? (
        <ol>
          {value.map((row, index) => (
            // The place in the order is what tells these rows apart.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {named ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ` : `${index + 1}. `}
              {fields
                // A part that is not filled in is left out where the others are read.
                .filter(([part]) => !isEmpty(row[part]) && shows?.(row, part) !== false)
                .map(([part, field], at) => (
                  <span key={part}>
                    {at > 0 && ' · '}
                    <field.Show value={row[part]} />
                  </span>
                ))}
            </li>
          ))}
        </ol>
      ) : (
        '–'
      ),
  });
}

/** Names with their values. */
export const keyValue = (label: string, options: FieldOptions = {}): Field<KeyValue[]> =>
  labelled(label, options, {
    ...inParts((value) => value.map((pair) => `${pair.key}=${pair.value}`).join('; ')),
    blank: [],
    Control: ({ value, onChange, problems, name: _name, onBlur: _onBlur, ...group }) => (
      <KeyValueField
        {...group}
        error={problems['']}
        value={value ?? []}
        onChange={onChange}
        errorOf={(index, part) => fieldError(within(within(problems, index), part))}
      />
    ),
    Show: ({ value }) => value?.map((pair) => `${pair.key}: ${pair.value}`).join('; ') || '–',
  });
