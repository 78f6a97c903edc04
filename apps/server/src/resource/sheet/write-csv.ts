import { stringify } from 'csv-stringify/sync';

import { type Cell, wallClock } from './cell.ts';
import type { Sheet } from './sheet-rows.ts';

/** RFC 4180 with a byte-order mark: Excel takes a file without one for an 8-bit one. */
export async function* csvBytes({ headings, pieces, timeZone }: Sheet): AsyncGenerator<Buffer> {
  const onTheWall = wallClock(timeZone);
  const shown = (cell: Cell) => (cell instanceof Date ? readable(onTheWall(cell)) : cell);
  const options = { escape_formulas: true, record_delimiter: 'windows' } as const;
  yield Buffer.from(`\uFEFF${stringify([headings], options)}`);
  for await (const rows of pieces) {
    yield Buffer.from(
      stringify(
        rows.map((row) => row.map(shown)),
        options,
      ),
    );
  }
}

function readable(at: Date): string {
  const [date = '', time = ''] = at.toISOString().split('T');
  return `${date.split('-').toReversed().join('/')} ${time.slice(0, 8)}`;
}
