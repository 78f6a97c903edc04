import type { ImportSeparator } from '@alo/contract';

/** The semicolon goes first where two are as good: who has decimal commas has it. */
const separators: readonly ImportSeparator[] = [';', ',', '\t', '|'];
const probedLines = 50;

/**
 * What separates the columns of a text, by the way it begins: the sign that parts most of its lines into the same number of columns.
 * A title above the headings has none.
 */
export function separatorIn(begins: string): ImportSeparator {
  const lines = linesOf(begins);
  const found = separators.map((separator) => {
    const times = new Map<number, number>();
    for (const line of lines) {
      const columns = line.split(separator).length;
      if (columns > 1) times.set(columns, (times.get(columns) ?? 0) + 1);
    }
    const [columns = 1, alike = 0] =
      [...times].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [];
    return { separator, columns, alike };
  });
  const [best] = found.toSorted((one, other) => other.alike - one.alike || other.columns - one.columns);
  return best === undefined || best.alike === 0 ? ',' : best.separator;
}

/** The first lines without what stands in quotation marks; the last may be cut off. */
function linesOf(begins: string): readonly string[] {
  const lines = begins
    .replace(/"[^"]*"/g, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '');
  return lines.slice(0, Math.max(1, Math.min(probedLines, lines.length - 1)));
}
