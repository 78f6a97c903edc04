import type { CrudContract } from '@alo/contract';
import { Button, SelectField } from '@alo/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { ApiProblem, explain } from '../../kit/api/problem.ts';
import { useRead } from '../../kit/api/queries.ts';
import { count } from '../../kit/format/numbers.ts';
import styles from '../form/resource.module.css';
import { asPaged } from '../list/paging.ts';
import type { StoredRow } from '../model/resource.ts';

/** Lets another row take the place of one that is in use, and deletes that one: both or neither. */
export function Replacement({
  contract,
  noun,
  row,
  onDone,
}: {
  contract: CrudContract;
  noun: string;
  row: StoredRow;
  onDone: () => void;
}) {
  const { api, changes, toasts } = useConsole();
  const read = useRead();
  const [other, setOther] = useState<string | null>(null);
  const { data, isLoading } = useQuery(read(contract.list, { query: asPaged(contract.list, { per_page: 1000 }) }));
  // `stored` is part of every contract's row.
  const others = ((data?.data ?? []) as unknown as StoredRow[]).filter(({ id }) => id !== row.id);
  const replace = useMutation({
    mutationFn: (by: string) => {
      changes.mine(contract.screen, [row.id, by]);
      return api(contract.replace, { body: { row: { id: row.id, version: row.version }, by } });
    },
    onSuccess: ({ moved }) => {
      toasts.show({ kind: 'success', text: `Đã chuyển ${count(moved)} mục và xoá ${noun}` });
      onDone();
    },
    onError: (error, by) => {
      changes.notMine(contract.screen, [row.id, by]);
      // What could not be moved, each with why.
      const kept = error instanceof ApiProblem ? error.body.used_by.map(({ name }) => name) : [];
      const text = kept.length === 0 ? {} : { text: `Chưa chuyển được. ${kept.slice(0, 3).join('; ')}` };
      toasts.show({ kind: 'error', ...explain(error), ...text });
    },
    onSettled: () => changes.stale(contract.screen),
  });
  return (
    <div className={styles.replacement}>
      <SelectField
        label={`Chuyển tất cả sang ${noun}`}
        hint={`Những mục trên sẽ thuộc ${noun} được chọn, rồi ${noun} này bị xoá.`}
        choices={others.map((each) => ({ value: each.id, label: contract.called(each) }))}
        loading={isLoading}
        value={other}
        onChange={setOther}
      />
      <Button
        look="danger"
        busy={replace.isPending}
        disabled={other === null}
        onClick={() => other !== null && replace.mutate(other)}
      >
        Chuyển và xoá
      </Button>
    </div>
  );
}
