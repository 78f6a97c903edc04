import type { Column } from '@alo/ui';
import { useMemo, useState } from 'react';
import { z } from 'zod';

const stored = z.array(z.string());

/**
 * Which columns of a list are shown, in which order: as the address says, else as was chosen on this device, else as the list has
 * them by itself. A change goes to where it came from.
 */
export function useColumnLayout<Row>(
  list: string,
  columns: readonly Column<Row>[],
  inAddress: { given: readonly string[] | undefined; set: (shown: readonly string[] | undefined) => void },
) {
  const usual = useMemo(() => columns.filter(({ hidden }) => hidden !== true).map(({ id }) => id), [columns]);
  const [kept, setKept] = useState(() => keptLayout(localStorage, list));
  const { given } = inAddress;
  const shown = useMemo(() => fitting(given ?? kept ?? usual, columns), [given, kept, usual, columns]);
  const ordered = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const first = shown.flatMap((id) => byId.get(id) ?? []);
    return [...first, ...columns.filter(({ id }) => !shown.includes(id))];
  }, [columns, shown]);
  const hidden = useMemo(() => new Set(ordered.slice(shown.length).map(({ id }) => id)), [ordered, shown]);
  const keep = (next: readonly string[] | undefined) => {
    keepLayout(localStorage, list, next);
    setKept(next);
  };
  return {
    shown,
    /** All of them: those that are shown, then the others. */
    ordered,
    hidden,
    /** What a view of the list has to keep of it. */
    chosen: shown.join() === usual.join() ? undefined : shown,
    change: (next: readonly string[]) => (given === undefined ? keep(next) : inAddress.set(next)),
    reset() {
      keep(undefined);
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

/** What was chosen on this device for a list; undefined where nothing was. */
export function keptLayout(storage: Storage, list: string): readonly string[] | undefined {
  const text = storage.getItem(keyOf(list));
  if (text === null) return undefined;
  try {
    return stored.safeParse(JSON.parse(text)).data;
  } catch {
    // Not ours: as if nothing had been chosen.
    return undefined;
  }
}

/** Remembers it, or forgets it. */
export function keepLayout(storage: Storage, list: string, shown: readonly string[] | undefined): void {
  if (shown === undefined) storage.removeItem(keyOf(list));
  else storage.setItem(keyOf(list), JSON.stringify(shown));
}

const keyOf = (list: string) => `layout:${list}`;
