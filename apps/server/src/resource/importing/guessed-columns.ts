import { type FileRow, plainText } from './file-row.ts';
import type { TargetField } from './import-order.ts';

/** Filled cells that a column is judged by. */
const mostJudged = 200;
const fewest = 2;
/** Of ten cells, those that have to look like the field. */
const alikeInTen = 8;

/**
 * Which of the columns that nobody has named belong to which of the fields that are left, by what stands in them: the field that most of
 * a column's cells look like. A person looks at it before anything is done.
 */
export function guessedColumns(
  rows: readonly FileRow[],
  { fields, mapping }: { fields: readonly TargetField[]; mapping: Readonly<Record<string, number>> },
): Record<string, number> {
  const given = new Set(Object.values(mapping));
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const left = Array.from({ length: width }, (_, column) => column).filter((column) => !given.has(column));
  const guessed: Record<string, number> = {};
  for (const { name, looksLike } of fields) {
    if (looksLike === undefined || mapping[name] !== undefined) continue;
    const column = left.find((one) => isLike(textsOf(rows, one), looksLike));
    if (column === undefined) continue;
    guessed[name] = column;
    left.splice(left.indexOf(column), 1);
  }
  return guessed;
}

function textsOf(rows: readonly FileRow[], column: number): readonly string[] {
  const texts = rows.map(({ cells }) => plainText(cells[column]).trim()).filter((text) => text !== '');
  return texts.slice(0, mostJudged);
}

const isLike = (texts: readonly string[], looksLike: (text: string) => boolean): boolean =>
  texts.length >= fewest && texts.filter(looksLike).length * 10 >= texts.length * alikeInTen;
