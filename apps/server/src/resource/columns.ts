import type { Cell } from './sheet/cell.ts';

/**
 * A heading suffices where the value can be printed as it stands; anything else says what is written in its cell, by the value or
 * by the whole row.
 */
export type SheetColumns<Row> = {
  readonly [Key in keyof Row & string]?:
    | (Row[Key] extends Cell | undefined ? string : never)
    | { readonly heading: string; readonly cell: (value: Row[Key]) => Cell }
    | { readonly heading: string; readonly from: (row: Row) => Cell };
};

export interface SheetColumn {
  readonly heading: string;
  readonly cell: (row: object) => Cell;
  /** The only value of the row that it reads; undefined where it may read any. */
  readonly reads?: string;
}

/** The columns as the writer of a sheet takes them. */
export const columnsOf = <Row extends object>(columns: SheetColumns<Row>): SheetColumn[] =>
  // `SheetColumns` has checked each cell against its own value; here they are all alike.
  Object.entries(columns as Record<string, string | OfValue | OfRow>).map(([reads, column]) => {
    if (typeof column === 'string') {
      return { heading: column, reads, cell: (row) => (row as Record<string, Cell>)[reads] ?? null };
    }
    const { heading } = column;
    if ('from' in column) return { heading, cell: column.from };
    return { heading, reads, cell: (row) => column.cell((row as Record<string, unknown>)[reads]) };
  });

interface OfValue {
  readonly heading: string;
  readonly cell: (value: unknown) => Cell;
}

interface OfRow {
  readonly heading: string;
  readonly from: (row: object) => Cell;
}

/** What has to be read of each row for these columns; undefined where that cannot be told. */
export function readFor(columns: readonly SheetColumn[]): readonly string[] | undefined {
  const names = columns.flatMap(({ reads }) => reads ?? []);
  return names.length === columns.length ? [...new Set(names)] : undefined;
}
