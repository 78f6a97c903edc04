import { alike } from './alike.ts';
import { type FileCell, type FileRow, isFilled, plainCell, seenText } from './file-row.ts';

/** A title, and what else stands above headings, is not longer than this. */
const mostAbove = 30;
const numberLike = /^[+(]?\d[\d\s().,/+-]*$/;
const calledByPlace = /^cột \d+$/;

const textOf = (cell: FileCell | undefined) => seenText(cell).trim();
const filled = ({ cells }: FileRow) => cells.filter((cell) => textOf(cell) !== '').length;

/**
 * The number of the line that names the columns: the one with most of the names that are `known`, else the first that is about as
 * wide as what follows and has words only. 0 where the lines begin with what is no name.
 */
export function headingRowIn(rows: readonly FileRow[], known: readonly string[]): number {
  const names = new Set(known.map(alike));
  if (names.size > 0 && [...names].every((name) => calledByPlace.test(name))) return 0;
  const above = rows.filter(isFilled).slice(0, mostAbove);
  const namesIn = ({ cells }: FileRow) =>
    new Set(cells.map((cell) => alike(textOf(cell))).filter((text) => names.has(text))).size;
  const [best] = above.map((row) => ({ row, found: namesIn(row) })).toSorted((one, other) => other.found - one.found);
  if (best !== undefined && best.found > 0) return best.row.number;
  const width = usualWidth(rows);
  const wide = (share: number) =>
    above.find((row) => filled(row) >= Math.max(Math.min(2, width), Math.ceil(width * share)));
  // Names of a bank and its branch are a title, too.
  const likely = [wide(3 / 4), wide(1 / 2)].filter((row) => row !== undefined);
  if (likely.length === 0) return above[0]?.number ?? 0;
  return likely.find(isNaming)?.number ?? 0;
}

/** How many cells most rows have filled. */
function usualWidth(rows: readonly FileRow[]): number {
  const times = new Map<number, number>();
  for (const row of rows) times.set(filled(row), (times.get(filled(row)) ?? 0) + 1);
  const [most] = [...times].toSorted((one, other) => other[1] - one[1] || other[0] - one[0]);
  return most?.[0] ?? 1;
}

/** Nobody calls a column by a phone number, an amount, or a day. */
export const isNaming = ({ cells }: FileRow): boolean =>
  cells.every(
    (cell) => typeof plainCell(cell) !== 'number' && !(numberLike.test(textOf(cell)) && textOf(cell).length >= 6),
  );

/** What a column without a name is called. */
export const columnPlace = (at: number): string => `Cột ${at + 1}`;

/** Each column by a name of its own, so that it is known again: `SĐT`, `SĐT (2)`, and by its place where it has no heading. */
export function columnNames(cells: readonly FileCell[]): string[] {
  const seen = new Set<string>();
  return cells.map((cell, at) => {
    const called = textOf(cell) === '' ? columnPlace(at) : textOf(cell);
    let name = called;
    for (let nth = 2; seen.has(alike(name)); nth += 1) name = `${called} (${nth})`;
    seen.add(alike(name));
    return name;
  });
}
