/** Tables in Markdown: of the figures that a load program measured, and of anything else in rows. */

/** @param {import('./bench-data.mjs').Figures} measured */
export function tablesOf({ figures, tables }) {
  const single = Object.entries(figures).toSorted(
    ([a], [b]) => Number(b.startsWith('ratio')) - Number(a.startsWith('ratio')),
  );
  const all = [
    ...(single.length > 0 ? [single.map(([figure, value]) => ({ figure, value }))] : []),
    ...Object.values(tables),
  ];
  return all.map(tableOf).join('\n');
}

/** @param {readonly Readonly<Record<string, unknown>>[]} rows */
export function tableOf(rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (/** @type {readonly unknown[]} */ cells) => `| ${cells.join(' | ')} |\n`;
  return (
    line(columns) +
    line(columns.map(() => '---')) +
    rows.map((row) => line(columns.map((column) => row[column] ?? ''))).join('')
  );
}
