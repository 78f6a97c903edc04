import type { CrudContract } from '@alo/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { useConsole } from '../../kit/api/context.ts';
import { onceEach } from '../../kit/api/once-each.ts';
import { useRead } from '../../kit/api/queries.ts';
import { showAnswer } from '../../kit/live/read-again.ts';
import type { StoredRow } from './resource.ts';

/** The headless half: data and actions of one resource, no markup. Hand-made pages start from these. */
export function useResourceList(contract: CrudContract, query: Record<string, unknown>) {
  const read = useRead();
  return useQuery({
    ...read(contract.list, { query }),
    placeholderData: keepPreviousData,
    // `stored` is part of every contract's row.
    select: (page) => page as unknown as { data: StoredRow[]; total: number; total_capped: boolean },
  });
}

export function useResourceRow(contract: CrudContract, id: string | undefined) {
  const read = useRead();
  return useQuery({
    ...read(contract.get, { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    // As above.
    select: (row) => row as unknown as StoredRow,
  });
}

/**
 * The same for a form, which keeps what it opens with: a row that was read a while ago is read again before, as long as there is
 * somebody to answer.
 */
export function useRowToEdit(contract: CrudContract, id: string | undefined) {
  const { data, error, refetch, isStale, isFetching } = useResourceRow(contract, id);
  const [opened, setOpened] = useState<string>();
  if (data !== undefined && opened !== id && !(isStale && isFetching)) setOpened(id);
  return { data: opened === id ? data : undefined, error, refetch };
}

/** Adds a row, or changes the one that was read as `version`. Throws the server's 409 with the row as it is now. */
export function useSaveResource(contract: CrudContract) {
  const { api, changes } = useConsole();
  const queries = useQueryClient();
  const read = useRead();
  const [once] = useState(onceEach);
  return useMutation({
    mutationFn: ({
      input,
      row,
    }: {
      input: Record<string, unknown>;
      row: { id: string; version: number } | undefined;
    }) => {
      if (row === undefined) return once(input, (key) => api(contract.create, { body: input, key }));
      changes.mine(contract.screen, [row.id]);
      return api(contract.update, { params: { id: row.id }, body: { ...input, version: row.version } });
    },
    onSuccess: (saved, { row }) => {
      // `stored` is part of every contract's row.
      const { id } = saved as unknown as StoredRow;
      if (row === undefined) changes.mine(contract.screen, [id]);
      // What was written is what was answered; it need not be read again.
      const { queryKey } = read(contract.get, { params: { id } });
      void showAnswer(queries, queryKey, saved);
      void changes.stale(contract.screen, queryKey);
    },
    onError: (_, { row }) => {
      if (row !== undefined) changes.notMine(contract.screen, [row.id]);
    },
  });
}

/** Deletes rows, as many as a call takes; what is in use or has changed stays, and the answer names it. */
export function useRemoveResource(contract: CrudContract) {
  const { api, changes } = useConsole();
  return useMutation({
    mutationFn: (rows: readonly StoredRow[]) => {
      changes.mine(
        contract.screen,
        rows.map(({ id }) => id),
      );
      return api(contract.removeMany, { body: { rows: rows.map(({ id, version }) => ({ id, version })) } });
    },
    onSettled: (answer, _, rows) => {
      const kept = rows.filter(({ id }) => answer?.deleted.includes(id) !== true);
      changes.notMine(
        contract.screen,
        kept.map(({ id }) => id),
      );
      return changes.stale(contract.screen);
    },
  });
}
