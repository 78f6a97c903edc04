import { AfterDelay, Skeleton } from '@alo/ui';
import { ResourceForm } from '../form/resource-form.tsx';
import { LoadFailed } from '../list/list-surface.tsx';
import { nothingAdded, type StoredRow } from '../model/resource.ts';
import { useRowToEdit } from '../model/use-resource.ts';
import type { OnScreen } from '../screen/use-resources.ts';
import styles from './row-form.module.css';

/** The form of a row outside of its own page: the same form, over whatever one was doing. Without `id` it adds one. */
export function RowForm({
  on: { resource, screen },
  id,
  onSaved,
  onCancel,
}: {
  on: OnScreen;
  id: string | undefined;
  onSaved: (saved: StoredRow) => unknown;
  onCancel: () => void;
}) {
  const { data: row, error, refetch } = useRowToEdit(resource.contract, id);
  if (id !== undefined && row === undefined) {
    if (error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
    return (
      <AfterDelay>
        <Skeleton width="100%" height={200} />
      </AfterDelay>
    );
  }
  return (
    <div className={styles.over}>
      <ResourceForm
        key={id ?? 'add'}
        {...{ resource, screen, onSaved, onCancel }}
        added={nothingAdded}
        row={id === undefined ? undefined : row}
      />
    </div>
  );
}
