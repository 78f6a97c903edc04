import type { Column } from '@alo/ui';
import { useState } from 'react';
import { z } from 'zod';

const stored = z.array(z.string());

/** Which columns of a list are not shown, remembered on this device. */
export function useHiddenColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
): readonly [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const key = `columns:${list}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => read(key) ?? new Set(columns.filter((column) => column.hidden).map(({ id }) => id)),
  );
  return [
    hidden,
    (next) => {
      localStorage.setItem(key, JSON.stringify([...next]));
      setHidden(next);
    },
  ];
}

function read(key: string): ReadonlySet<string> | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const parsed = stored.safeParse(JSON.parse(text));
    return parsed.success ? new Set(parsed.data) : undefined;
  } catch {
    // Not ours: as if nothing had been chosen.
    return undefined;
  }
}
