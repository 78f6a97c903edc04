/**
 * Reads the tables of a part of docs/benchmarks.md back, as they stand there.
 */

/** @typedef {{ columns: readonly string[], rows: readonly (readonly string[])[] }} Table */

/**
 * @param {string} section
 * @returns {Table[]}
 */
export function tablesIn(section) {
  return section.split(/\n\n+/).flatMap((block) => {
    const [head, , ...lines] = block.split('\n').filter((line) => line.startsWith('|'));
    return head === undefined ? [] : [{ columns: cellsOf(head), rows: lines.map(cellsOf) }];
  });
}

/** @param {string} line */
const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
