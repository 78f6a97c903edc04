import { Problem } from '../../kernel/problem.ts';

/** A page of a spreadsheet, as somebody has named it. */
export interface SheetName {
  readonly sheet_id: string;
  readonly sheet_name: string;
}

/** The server asked for patience, or broke: it may answer the next time. */
export class Try extends Error {
  override readonly name = 'Try';
}

/** Why a sheet could not be had, in words that its owner can act upon. */
export const sheetRefused = (why: string): Problem => Problem.invalid({ file: why });

export const isBusy = (status: number): boolean => status === 429 || status >= 500;

/** All of it, before anything of it is taken: half a sheet is none. */
export async function wholeOf(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > mostBytes) throw sheetRefused('Bảng tính quá lớn để đồng bộ');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Rows as a file; each has as many cells as the widest, for what is empty at the end of a row is left out by Google. */
export function* csvOf(rows: readonly (readonly (string | number | boolean | null)[])[]): Generator<string> {
  const width = Math.max(0, ...rows.map((row) => row.length));
  for (const row of rows) {
    const cells = Array.from({ length: width }, (_, at) => `"${String(row[at] ?? '').replaceAll('"', '""')}"`);
    yield `${cells.join(',')}\n`;
  }
}
