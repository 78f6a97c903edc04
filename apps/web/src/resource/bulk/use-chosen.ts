import { useMemo, useState } from 'react';

import type { Total } from '../../kit/format/numbers.ts';
import type { ListState } from '../../kit/url/list-state.ts';
import type { StoredRow } from '../model/resource.ts';

/** What is meant by an action on many rows: some that were picked, or all that the list finds. */
export type Selection<Row = StoredRow> =
  | { kind: 'rows'; rows: ReadonlyMap<string, Row> }
  | { kind: 'all'; wanted: MatchingRows; total: Total };

/** Rows that a list finds, wherever they stand. */
export type MatchingRows = Pick<ListState, 'search' | 'filters'>;

const none: Selection<never> = { kind: 'rows', rows: new Map<string, never>() };

/** The rows that are chosen in a list. Picked ones stay while one leafs and searches; all are all of this search alone. */
export function useChosen<Row extends { id: string } = StoredRow>(
  page: readonly Row[],
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
) {
  const [kept, setKept] = useState<Selection<Row>>(none);
  const isOther = kept.kind === 'all' && !isSame(kept.wanted, { search, filters });
  const chosen: Selection<Row> = useMemo(() => (isOther ? none : asShown(kept, page)), [isOther, kept, page]);
  const ids = useMemo(
    () => new Set(chosen.kind === 'all' ? page.map(({ id }) => id) : chosen.rows.keys()),
    [chosen, page],
  );
  const setRows = (rows: ReadonlyMap<string, Row>) => setKept({ kind: 'rows', rows });
  return {
    chosen,
    ids,
    /** Of what is known, exactly these; whoever takes one out of all has those of this page left. */
    choose(wanted: ReadonlySet<string>) {
      const picked = chosen.kind === 'rows' ? [...chosen.rows] : [];
      const known = new Map([...picked, ...page.map((row) => [row.id, row] as const)]);
      setRows(new Map([...known].filter(([id]) => wanted.has(id))));
    },
    chooseAll: (total: Total) => setKept({ kind: 'all', wanted: { search, filters }, total }),
    leaveOut(gone: readonly string[]) {
      if (chosen.kind === 'rows') setRows(new Map([...chosen.rows].filter(([id]) => !gone.includes(id))));
    },
    clear: () => setKept(none),
  };
}

/**
 * Picked rows as they stand in the list now: who deletes what they see deletes the version that they see, also where a colleague
 * has changed it since it was picked.
 */
export function asShown<Row extends { id: string }>(chosen: Selection<Row>, page: readonly Row[]): Selection<Row> {
  if (chosen.kind === 'all') return chosen;
  const shown = new Map(page.map((row) => [row.id, row]));
  return { kind: 'rows', rows: new Map([...chosen.rows].map(([id, row]) => [id, shown.get(id) ?? row])) };
}

const isSame = (one: MatchingRows, other: MatchingRows): boolean =>
  one.search === other.search && JSON.stringify(sorted(one.filters)) === JSON.stringify(sorted(other.filters));
const sorted = (filters: MatchingRows['filters']) => Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));

/** How many rows are meant. */
export const sizeOf = <Row>(chosen: Selection<Row>): Total =>
  chosen.kind === 'all' ? chosen.total : { total: chosen.rows.size, total_capped: false };
