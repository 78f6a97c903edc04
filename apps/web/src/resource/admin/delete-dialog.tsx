import { type CrudContract, jobs, type ProblemBody, undoBulk } from '@alo/contract';
import { Button, Dialog, DialogActions } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useConsole } from '../../kit/api/context.ts';
import { explain } from '../../kit/api/problem.ts';
import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import styles from '../form/resource.module.css';
import type { StoredRow } from '../model/resource.ts';
import { useRemoveResource } from '../model/use-resource.ts';

/** Its picker is heavy, and few who delete need it. */
const Replacement = lazy(async () => ({ default: (await import('./replacement.tsx')).Replacement }));

type UsedBy = ProblemBody['used_by'];

/**
 * Says before rows are deleted which of them cannot be and what refers to them, and deletes the others: as many as a call takes.
 * Open while there are rows.
 */
export function DeleteDialog({
  contract,
  noun,
  rows,
  onClose,
}: {
  contract: CrudContract;
  noun: string;
  rows: readonly StoredRow[] /** With the ids that are gone. */;
  onClose: (deleted: readonly string[]) => void;
}) {
  return (
    <Dialog
      opened={rows.length > 0}
      onClose={() => onClose([])}
      title={`Xoá ${rows.length === 1 ? noun : `${count(rows.length)} ${noun}`}?`}
    >
      <Question contract={contract} noun={noun} rows={rows} onClose={onClose} />
    </Dialog>
  );
}

function Question({ contract, noun, rows, onClose }: Parameters<typeof DeleteDialog>[0]) {
  const { api, toasts, drafting } = useConsole();
  const read = useRead();
  const invalidate = useInvalidate();
  const remove = useRemoveResource(contract);
  const asked = rows.map(({ id }) => id);
  const { data, isPending } = useQuery({
    ...read(contract.usedBy, { body: { ids: asked } }),
    enabled: asked.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
  // What the server refused all the same: somebody was faster.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const users = new Map(data?.data.map(({ id, used_by }) => [id, used_by]) ?? []);
  const kept = rows.filter(({ id }) => users.has(id) || changed.includes(id));
  const free = rows.filter((row) => !kept.includes(row));

  const only = rows.length === 1 ? kept[0] : undefined;

  const run = async () => {
    try {
      const { deleted, refused, undo } = await remove.mutateAsync(free);
      if (deleted.length > 0) {
        const text = `Đã xoá ${count(deleted.length)} ${noun}`;
        const canUndo = undo !== null && !drafting;
        const action = canUndo && { action: { label: 'Hoàn tác', run: () => void takeBack(undo) } };
        toasts.show({ kind: 'success', text, ...(canUndo && { key: `job:${undo}` }), ...action });
        void invalidate(jobs);
      }
      if (refused.length > 0) {
        setChanged(refused.map(({ id }) => id));
        toasts.show({
          kind: 'error',
          text: `${count(refused.length)} ${noun} được giữ lại vì vừa được người khác sửa hoặc dùng đến`,
        });
      }
      onClose(deleted);
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };

  // The dialog has gone by then; what comes of it is told as of every job.
  const takeBack = async (id: string) => {
    try {
      await api(undoBulk, { params: { id } });
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };

  return (
    <>
      {free.length > 0 && (
        <p>
          {free.length === 1 ? <b>{groupedPhone(contract.called(free[0] ?? {}))}</b> : `${count(free.length)} ${noun}`}{' '}
          sẽ bị xoá.{!drafting && ' Bạn hoàn tác được trong một ngày ở “Việc đang chạy”.'}
        </p>
      )}
      {kept.length > 0 && <Kept noun={noun} rows={kept} users={users} called={contract.called} />}
      {only !== undefined && data?.data[0]?.replaceable === true && (
        <Suspense>
          <Replacement contract={contract} noun={noun} row={only} onDone={() => onClose([only.id])} />
        </Suspense>
      )}
      <DialogActions>
        <Button onClick={() => onClose([])}>{free.length === 0 ? 'Đã hiểu' : 'Giữ lại'}</Button>
        {free.length > 0 && (
          <Button look="danger" busy={remove.isPending} disabled={isPending} onClick={() => void run()}>
            Xoá {free.length === 1 ? noun : `${count(free.length)} ${noun}`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const Kept = ({
  noun,
  rows,
  users,
  called,
}: {
  noun: string;
  rows: readonly StoredRow[];
  users: ReadonlyMap<string, UsedBy>;
  called: CrudContract['called'];
}) => (
  <>
    <p className={styles.kept}>
      {rows.length === 1 ? `Chưa xoá được ${noun} này` : `${count(rows.length)} ${noun} được giữ lại`} vì đang được sử
      dụng. Hãy chuyển hoặc bỏ liên kết trước.
    </p>
    <ul className={styles.refused}>
      {rows.map((row) => (
        <li key={row.id}>
          <b>{called(row)}</b>
          <ul>
            {users.get(row.id)?.map((user) => (
              <li key={`${user.kind}${user.id}`}>
                {user.kind}: {user.name}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </>
);
