import type { Column } from '@alo/ui';
import { useMemo } from 'react';

import { usePreferences } from '../../kit/me/use-preferences.ts';

/**
 * Which columns of a list are shown, in which order: as the address says, else as the person has it, else as the list has them
 * by itself. A change goes to where it came from.
 */
export function useColumnLayout<Row>(
  list: string,
  columns: readonly Column<Row>[],
  inAddress: { given: readonly string[] | undefined; set: (shown: readonly string[] | undefined) => void },
) {
  const usual = useMemo(() => columns.filter(({ hidden }) => hidden !== true).map(({ id }) => id), [columns]);
  const [{ columns: chosen }, change] = usePreferences();
  const kept = chosen[list];
  const { given } = inAddress;
  const shown = useMemo(() => fitting(given ?? kept ?? usual, columns), [given, kept, usual, columns]);
  const ordered = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const first = shown.flatMap((id) => byId.get(id) ?? []);
    return [...first, ...columns.filter(({ id }) => !shown.includes(id))];
  }, [columns, shown]);
  const hidden = useMemo(() => new Set(ordered.slice(shown.length).map(({ id }) => id)), [ordered, shown]);
  const keep = (next: readonly string[] | null) => change({ columns: { [list]: next === null ? null : [...next] } });
  return {
    shown,
    /** All of them: those that are shown, then the others. */
    ordered,
    hidden,
    /** What a view of the list has to keep of it. */
    chosen: shown.join() === usual.join() ? undefined : shown,
    change: (next: readonly string[]) => (given === undefined ? keep(next) : inAddress.set(next)),
    reset() {
      if (kept !== undefined) keep(null);
      if (given !== undefined) inAddress.set(undefined);
    },
  };
}

/** Of what was kept, the columns that there are; the one that names the row is always the first. */
export function fitting<Row>(wanted: readonly string[], columns: readonly Column<Row>[]): readonly string[] {
  const known = columns.map(({ id }) => id);
  const [name] = known;
  return [...new Set([...(name === undefined ? [] : [name]), ...wanted.filter((id) => known.includes(id))])];
}
