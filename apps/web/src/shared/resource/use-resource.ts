import type { CrudContract } from '@alo/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { useConsole } from '../api/context.ts';
import { keyOf, useRead } from '../api/queries.ts';
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

/** Adds a row, or changes the one that was read as `version`. Throws the server's 409 with the row as it is now. */
export function useSaveResource(contract: CrudContract) {
  const { api } = useConsole();
  const refresh = useRefresh(contract);
  return useMutation({
    mutationFn: ({
      input,
      row,
    }: {
      input: Record<string, unknown>;
      row: { id: string; version: number } | undefined;
    }) =>
      row === undefined
        ? api(contract.create, { body: input })
        : api(contract.update, { params: { id: row.id }, body: { ...input, version: row.version } }),
    onSuccess: refresh,
  });
}

/** Deletes rows; what is in use stays, and the answer names what refers to it. */
export function useRemoveResource(contract: CrudContract) {
  const { api } = useConsole();
  const refresh = useRefresh(contract);
  return useMutation({
    mutationFn: (rows: readonly StoredRow[]) =>
      api(contract.removeMany, { body: { rows: rows.map(({ id, version }) => ({ id, version })) } }),
    onSuccess: refresh,
  });
}

/** Whatever is changed in one resource may show in another (counts, names): everything read from the base is stale. */
function useRefresh(contract: CrudContract) {
  const queries = useQueryClient();
  const { session } = useConsole();
  const [tenantCode, base] = keyOf(session.tenantCode, contract.list);
  return () => void queries.invalidateQueries({ queryKey: [tenantCode, base] });
}
