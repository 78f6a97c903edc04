/**
 * A program of its own that reads a table of a stranger: from descriptor 3, the file; from its argument, how it is to be read; to stdout,
 * how it is read, and its rows, a line of JSON for each piece. Why it takes none it says in a line on stderr. Whatever a file does to a reader is done to this process, which has no secret,
 * reads nothing but code and the one file, and writes nothing.
 */
import { once } from 'node:events';
import { fstatSync, read } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

import { refusalLine } from '../../../kernel/limited-child.ts';
import type { StoredFile } from '../../../storage/file-store.ts';
import { BadFile } from './bad-file.ts';
import { openTable, type TableWay } from './open-table.ts';

const descriptor = 3;
const { size } = fstatSync(descriptor);
const readAt = promisify(read);
const atATime = 64 * 1024;

/** Several may read at once; the descriptor outlives them all. */
async function* bytesOf(start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; at += atATime) {
    const length = Math.min(atATime, end - at + 1);
    const { bytesRead, buffer } = await readAt(descriptor, Buffer.alloc(length), 0, length, at);
    yield buffer.subarray(0, bytesRead);
  }
}

const file: StoredFile = {
  bytes: size,
  read: async ({ start, end } = { start: 0, end: size - 1 }) => Readable.from(bytesOf(start, end)),
};

try {
  // The one who starts it has looked at what it says.
  const asked: TableWay = JSON.parse(process.argv[2] ?? '{}');
  const { about, rows } = await openTable(file, asked);
  process.stdout.write(`${JSON.stringify(about)}\n`);
  for await (const piece of rows) {
    if (!process.stdout.write(`${JSON.stringify(piece)}\n`)) await once(process.stdout, 'drain');
  }
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(error instanceof BadFile ? refusalLine(error.message) : `${String(error)}\n`);
}
