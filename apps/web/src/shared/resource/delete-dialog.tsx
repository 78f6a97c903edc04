import type { CrudContract, ResultOf } from '@alo/contract';
import { Button, Dialog, DialogActions } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import styles from './resource.module.css';
import type { StoredRow } from './resource.ts';
import { useRemoveResource } from './use-resource.ts';

type Refused = ResultOf<CrudContract['removeMany']>['refused'];

/** Asks before rows are deleted, and names what refers to those that could not be. Open while there are rows. */
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
  const [outcome, setOutcome] = useState<{ deleted: readonly string[]; refused: Refused }>();
  const close = () => {
    onClose(outcome?.deleted ?? []);
    setOutcome(undefined);
  };
  return (
    <Dialog
      opened={rows.length > 0}
      onClose={close}
      title={outcome ? 'Không xoá được hết' : `Xoá ${rows.length === 1 ? noun : `${rows.length} ${noun}`}?`}
    >
      {outcome ? (
        <RefusedList rows={rows} refused={outcome.refused} onClose={close} />
      ) : (
        <Question
          contract={contract}
          noun={noun}
          rows={rows}
          onClose={close}
          onDeleted={onClose}
          onRefused={setOutcome}
        />
      )}
    </Dialog>
  );
}

function Question({
  contract,
  noun,
  rows,
  onClose,
  onDeleted,
  onRefused,
}: {
  contract: CrudContract;
  noun: string;
  rows: readonly StoredRow[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
  onRefused: (outcome: { deleted: readonly string[]; refused: Refused }) => void;
}) {
  const { toasts } = useConsole();
  const remove = useRemoveResource(contract);
  const run = async () => {
    try {
      const outcome = await remove.mutateAsync(rows);
      if (outcome.deleted.length > 0)
        toasts.show({ kind: 'success', text: `Đã xoá ${outcome.deleted.length} ${noun}` });
      if (outcome.refused.length > 0) onRefused(outcome);
      else onDeleted(outcome.deleted);
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    }
  };
  return (
    <>
      <p>
        {rows.length === 1 ? <b>{rows[0]?.name}</b> : 'Những dòng đã chọn'} sẽ bị xoá và không khôi phục được. Dòng nào
        đang được sử dụng sẽ được giữ lại.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Giữ lại</Button>
        <Button look="danger" busy={remove.isPending} onClick={() => void run()}>
          Xoá {noun}
        </Button>
      </DialogActions>
    </>
  );
}

function RefusedList({
  rows,
  refused,
  onClose,
}: {
  rows: readonly StoredRow[];
  refused: Refused;
  onClose: () => void;
}) {
  return (
    <>
      <p>Những dòng sau đang được sử dụng. Hãy chuyển hoặc bỏ liên kết trước khi xoá.</p>
      <ul className={styles.refused}>
        {refused.map(({ id, used_by: users }) => (
          <li key={id}>
            <b>{rows.find((row) => row.id === id)?.name ?? id}</b>
            <ul>
              {users.map((user) => (
                <li key={`${user.kind}${user.id}`}>
                  {user.kind}: {user.name}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="primary" data-autofocus onClick={onClose}>
          Đã hiểu
        </Button>
      </DialogActions>
    </>
  );
}
