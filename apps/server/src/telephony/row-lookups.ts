type Found = Map<unknown, object[]>;

/** By rows, which never change, and column. */
const tables = new WeakMap<readonly object[], Map<string, Found>>();

/** The rows whose column has this value, in their order: found in a table that is made once. */
export function rowsWith<Row extends object, Column extends keyof Row & string>(
  rows: readonly Row[],
  column: Column,
  value: Row[Column],
): readonly Row[] {
  const ofRows = tables.get(rows) ?? new Map<string, Found>();
  tables.set(rows, ofRows);
  const table = ofRows.get(column) ?? Map.groupBy<unknown, object>(rows, (row) => (row as Row)[column]);
  ofRows.set(column, table);
  return (table.get(value) ?? []) as Row[]; // the table was made of them
}

/** The row whose column has this value. */
export function rowWith<Row extends object, Column extends keyof Row & string>(
  rows: readonly Row[],
  column: Column,
  value: Row[Column] | null,
): Row | undefined {
  return value === null ? undefined : rowsWith(rows, column, value)[0];
}
