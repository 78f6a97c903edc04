import type { Readable } from 'node:stream';
import { importReading } from '@alo/contract';

import { type ChildLimits, refusalIn, startLimited } from '../../../kernel/limited-child.ts';
import { Problem } from '../../../kernel/problem.ts';
import { spool } from '../../../kernel/spool.ts';
import type { StoredFile } from '../../../storage/file-store.ts';
import type { FileCell, FileRow, PlainCell, ShownNumber, UnreadCell } from '../file-row.ts';
import type { TableKind, TableWay } from './open-table.ts';

const program = new URL('./table-child.ts', import.meta.url).pathname;

export interface TableLimits extends ChildLimits {
  /** How long the program may work on all of a table, not counting what its rows are then used for. */
  readonly mostMs: number;
}

/**
 * A million rows take half a minute on a slow machine, and a fifth of the memory: rows are written down as soon as they are made, so
 * much room for what is new only keeps them longer.
 */
const usual: TableLimits = {
  heapMb: 384,
  youngMb: 8,
  mostBytes: 768 * 1024 * 1024,
  silentMs: 60_000,
  mostMs: 10 * 60_000,
};
const tooMuch = 'Tệp này cần quá nhiều bộ nhớ hoặc thời gian để đọc';

/** How a table is to be read, and who is told how it is. */
export interface TableReading {
  readonly asked?: TableWay;
  readonly told?: (about: TableKind) => void;
  readonly limits?: TableLimits;
}

/**
 * The rows of a workbook or a text with separators in pieces, read by a program of its own that can do nothing else
 * (table-child.ts). Each piece shows that it lives.
 */
export async function* readTable(
  file: StoredFile,
  { asked = {}, told, limits = usual }: TableReading = {},
): AsyncGenerator<readonly FileRow[]> {
  // Wherever the file is stored: a zip is read from its end.
  await using copy = await spool(await file.read());
  const child = startLimited(program, [JSON.stringify(asked)], {
    stdio: ['ignore', 'pipe', 'pipe', copy.handle.fd],
    limits,
  });
  const out = child.process.stdout;
  if (out === null) throw new Error('A program has no output, though it was asked for.');
  child.ended.catch(() => out.destroy());
  let isWhole = false;
  let isAbout = true;
  let workedMs = 0;
  try {
    let since = performance.now();
    for await (const line of linesOf(out)) {
      workedMs += performance.now() - since;
      if (workedMs > limits.mostMs) child.stop();
      child.rest();
      if (isAbout) told?.(aboutOf(line));
      else yield piecesOf(line);
      isAbout = false;
      child.await();
      since = performance.now();
    }
    isWhole = true;
  } finally {
    if (!isWhole) child.stop();
  }
  const { code, wasStopped, said } = await child.ended;
  if (wasStopped) throw badTable(tooMuch);
  if (code === 0) return;
  const why = refusalIn(said);
  // Its heap came to an end, or it met what no reader of ours knows: the file's own doing.
  throw badTable(why ?? (/heap/.test(said) ? tooMuch : 'Tệp bị hỏng hoặc không phải là bảng tính'));
}

const badTable = (message: string) => Problem.invalid({ file: message });

/** A piece of rows is a few megabytes; what is longer comes from no program of ours. */
const longestLine = 64 * 1024 * 1024;

async function* linesOf(out: Readable): AsyncGenerator<string> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of out as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end));
      yield Buffer.concat(pieces).toString();
      pieces = [];
      bytes = 0;
      from = end + 1;
    }
    pieces.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > longestLine) throw badTable(tooMuch);
  }
}

const kind = importReading.pick({
  kind: true,
  encoding: true,
  separator: true,
  letters: true,
  pages: true,
  page: true,
});

function aboutOf(line: string): TableKind {
  const read = kind.safeParse(JSON.parse(line));
  if (!read.success) throw badTable('Tệp bị hỏng');
  return read.data;
}

/** What the program says is looked at once more: a file may have made it say anything. */
function piecesOf(line: string): readonly FileRow[] {
  const rows: unknown = JSON.parse(line);
  if (!Array.isArray(rows) || !rows.every(isRow)) throw badTable('Tệp bị hỏng');
  return rows;
}

const isRow = (row: unknown): row is FileRow => {
  const { number, cells, unread = [] } = Object(row) as Partial<Record<keyof FileRow, unknown>>;
  return (
    Number.isSafeInteger(number) &&
    Array.isArray(cells) &&
    cells.every(isCell) &&
    Array.isArray(unread) &&
    unread.every(isUnread)
  );
};

const isUnread = (cell: unknown): cell is UnreadCell => {
  const { column, why } = Object(cell) as Partial<Record<keyof UnreadCell, unknown>>;
  return Number.isSafeInteger(column) && typeof why === 'string';
};

const isCell = (cell: unknown): cell is FileCell => isPlainCell(cell) || isShownNumber(cell);

const isPlainCell = (cell: unknown): cell is PlainCell =>
  cell === null || typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean';

const isShownNumber = (cell: unknown): cell is ShownNumber => {
  const { shown, value } = Object(cell) as Partial<Record<keyof ShownNumber, unknown>>;
  return typeof shown === 'string' && (typeof value === 'string' || typeof value === 'number');
};
