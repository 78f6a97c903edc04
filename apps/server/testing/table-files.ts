import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import type { FileCell } from '../src/resource/importing/file-row.ts';
import { openTable, type TableWay } from '../src/resource/importing/table-file/open-table.ts';
import { type ArchivePart, archiveOf } from '../src/storage/archive.ts';
import type { StoredFile } from '../src/storage/file-store.ts';

/** Bytes as a file that somebody brought. */
export const storedBytes = (content: Buffer | string): StoredFile => {
  const bytes = Buffer.from(content);
  return {
    bytes: bytes.length,
    read: async (part) => Readable.from([part === undefined ? bytes : bytes.subarray(part.start, part.end + 1)]),
  };
};

/** A zip with these parts. */
export function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  async function* each(): AsyncGenerator<ArchivePart> {
    for (const [name, content] of Object.entries(parts)) yield { name, content: Buffer.from(content) };
  }
  return buffer(archiveOf(each()));
}

/** Every cell of a file as it is read, row by row. */
export async function cellsOf(file: StoredFile, way?: TableWay): Promise<FileCell[][]> {
  const rows: FileCell[][] = [];
  for await (const piece of (await openTable(file, way)).rows) rows.push(...piece.map(({ cells }) => [...cells]));
  return rows;
}
