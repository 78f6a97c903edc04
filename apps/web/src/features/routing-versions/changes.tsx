import type { DestinationValue, RowChange } from '@alo/contract';
import { destinationText } from '../../shared/fields/destinations.tsx';
import type { AnyFields } from '../../shared/fields/field.ts';
import { type OnScreen, useResources } from '../../shared/screen/use-resources.ts';
import styles from './versions.module.css';

const actions = { create: 'Thêm', update: 'Sửa', delete: 'Xoá' } as const;

/** What was changed, row by row in the words of its own form. */
export function Changes({
  changes,
  Act,
}: {
  changes: readonly RowChange[];
  Act?: (props: { change: RowChange }) => React.ReactNode;
}) {
  const resources = useResources(changes.map(({ screen }) => screen));
  if (resources === undefined) return null;
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={`${change.screen} ${change.id}`}>
          <div className={styles.change}>
            <h3>{titleOf(change, resources.get(change.screen))}</h3>
            {Act !== undefined && <Act change={change} />}
          </div>
          <Fields change={change} fields={(resources.get(change.screen)?.resource.fields ?? {}) as AnyFields} />
        </li>
      ))}
    </ul>
  );
}

export const titleOf = ({ action, name }: Pick<RowChange, 'action' | 'name'>, known: OnScreen | undefined): string =>
  `${actions[action]} ${known?.resource.noun ?? 'cấu hình'} “${name}”`;

function Fields({ change: { before, after, action }, fields }: { change: RowChange; fields: AnyFields }) {
  if (action === 'delete' || after === null) return null;
  const names = Object.keys(fields).filter((name) =>
    before === null ? !isBlank(after[name], fields[name]?.blank) : textOf(before[name]) !== textOf(after[name]),
  );
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

/** As the row itself says what it names, which may be gone by now; else as its field shows it. */
function Value({ name, row, fields }: { name: string; row: Readonly<Record<string, unknown>>; fields: AnyFields }) {
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
