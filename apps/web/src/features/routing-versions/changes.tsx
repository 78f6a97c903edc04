import type { RowChange } from '@alo/contract';
import { ChangedFields } from '../../resource/fields/changed-fields.tsx';
import type { AnyFields } from '../../resource/fields/field.ts';
import { type OnScreen, useResources } from '../../resource/screen/use-resources.ts';
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
            <h3>{changeTitleOf(change, resources.get(change.screen))}</h3>
            {Act !== undefined && <Act change={change} />}
          </div>
          {change.action !== 'delete' && change.after !== null && (
            <ChangedFields
              before={change.before}
              after={change.after}
              fields={(resources.get(change.screen)?.resource.fields ?? {}) as AnyFields}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

export const changeTitleOf = (
  { action, name }: Pick<RowChange, 'action' | 'name'>,
  known: OnScreen | undefined,
): string => `${actions[action]} ${known?.resource.noun ?? 'cấu hình'} “${name}”`;
