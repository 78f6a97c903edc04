import { type CrudContract, pageSizeCap } from '@alo/contract';
import { Button } from '@alo/ui';
import { useState } from 'react';

import { useConsole } from '../api/context.ts';
import { explain } from '../api/problem.ts';
import { count } from '../format/numbers.ts';
import type { StoredRow } from './resource.ts';

/** Chooses every row that matches, on whatever page it stands: all of them up to a thousand, or else the first thousand. */
export function ChooseAll({
  contract,
  query,
  total,
  chosen,
  onChosen,
}: {
  contract: CrudContract;
  query: Record<string, string>;
  total: { total: number; total_capped: boolean } | undefined;
  chosen: number;
  onChosen: (rows: ReadonlyMap<string, StoredRow>) => void;
}) {
  const { api, toasts } = useConsole();
  const [busy, setBusy] = useState(false);
  const most = Math.min(total?.total ?? 0, pageSizeCap);
  if (total === undefined || chosen >= most) return null;
  const choose = async () => {
    setBusy(true);
    try {
      const { data } = await api(contract.list, { query: { ...query, page: 1, per_page: pageSizeCap } });
      // `stored` is part of every contract's row.
      const rows = data as unknown as StoredRow[];
      onChosen(new Map(rows.map((row) => [row.id, row])));
    } catch (error) {
      toasts.show({ kind: 'error', ...explain(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" look="quiet" busy={busy} onClick={() => void choose()}>
      {total.total > most ? `Chọn ${count(most)} kết quả đầu` : `Chọn cả ${count(most)} kết quả`}
    </Button>
  );
}
