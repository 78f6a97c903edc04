import type { Cell } from './sheet/cell.ts';

/** A heading suffices where the value can be printed as it stands; anything else says what is written in its cell. */
export type SheetColumns<Row> = {
  readonly [Key in keyof Row & string]?:
    | (Row[Key] extends Cell | undefined ? string : never)
    | { readonly heading: string; readonly cell: (value: Row[Key], row: Row) => Cell };
};

export interface SheetColumn {
  readonly heading: string;
  readonly cell: (row: object) => Cell;
}

/** The columns as the writer of a sheet takes them. */
export const columnsOf = <Row extends object>(columns: SheetColumns<Row>): SheetColumn[] =>
  // `SheetColumns` has checked each cell against its own value; here they are all alike.
  Object.entries(
    columns as Record<string, string | { heading: string; cell: (value: unknown, row: object) => Cell }>,
  ).map(([name, column]) =>
    typeof column === 'string'
      ? { heading: column, cell: (row) => (row as Record<string, Cell>)[name] ?? null }
      : { heading: column.heading, cell: (row) => column.cell((row as Record<string, unknown>)[name], row) },
  );
