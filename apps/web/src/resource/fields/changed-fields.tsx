import type { DestinationValue } from '@alo/contract';
import styles from './changed-fields.module.css';
import { destinationText } from './destinations.tsx';
import type { AnyFields } from './field.ts';

type Row = Readonly<Record<string, unknown>>;

/** What differs between a row and what it was, in the words of its own form; what is filled in where it is new. */
export function ChangedFields({ before, after, fields }: { before: Row | null; after: Row; fields: AnyFields }) {
  const names = changedFields(before, after, fields);
  if (names.length === 0) return null;
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">Mục</th>
          {before !== null && <th scope="col">Trước</th>}
          <th scope="col">{before === null ? 'Giá trị' : 'Sau'}</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{fields[name]?.label ?? name}</th>
            {before !== null && (
              <td>
                <Value name={name} row={before} fields={fields} />
              </td>
            )}
            <td>
              <Value name={name} row={after} fields={fields} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const changedFields = (before: Row | null, after: Row, fields: AnyFields): string[] =>
  Object.keys(fields).filter((name) =>
    before === null ? !isBlank(after[name], fields[name]?.blank) : textOf(before[name]) !== textOf(after[name]),
  );

/** As the row itself says what it names, which may be gone by now; else as its field shows it. */
function Value({ name, row, fields }: { name: string; row: Row; fields: AnyFields }) {
  const value = row[name];
  const said = row[`${name.replace(/_id$/, '')}_name`];
  if (typeof said === 'string' && said !== '') return isDestination(value) ? destinationText(value, said) : said;
  const Show = fields[name]?.Show;
  return Show === undefined ? textOf(value) : <Show value={value} />;
}

const isDestination = (value: unknown): value is DestinationValue =>
  typeof value === 'object' && value !== null && 'type' in value && 'value' in value;

const textOf = (value: unknown): string => JSON.stringify(value ?? null);

const isBlank = (value: unknown, blank: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  textOf(value) === textOf(blank);
