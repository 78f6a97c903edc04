import type { ImportReading, ImportWay } from '@alo/contract';

import { whyFailed } from '../../background/job-work.ts';
import { inSentence } from '../../kernel/in-sentence.ts';
import { Problem } from '../../kernel/problem.ts';
import type { StoredFile } from '../../storage/file-store.ts';
import { doubtsOf, namedAbove, notesOf } from './doubts.ts';
import { type FileRow, mostColumns, seenText } from './file-row.ts';
import { columnNames, headingRowIn } from './heading-row.ts';
import type { TableKind } from './table-file/open-table.ts';
import { readTable } from './table-file/read-table.ts';
import { writtenIn } from './written-values.ts';

/** What is looked at to tell what a file means, in rows. */
const probedRows = 500;
const shownLines = 15;
const shownRows = 10;
/** Of a cell that is shown. */
const longestShown = 200;

/** How a file is read, and what its columns are called. */
export interface FileHead {
  /** What was said of it, and held. */
  readonly way: ImportWay;
  readonly reading: ImportReading;
  readonly columns: string[];
  /** The first rows, as texts. */
  readonly sample: string[][];
  /** More of them, as they are. */
  readonly body: readonly FileRow[];
}

/** Tells what a file means, as `way` says, else by its looks; `known` are names that its columns may have. */
export async function headOfFile(file: StoredFile, way: ImportWay, known: readonly string[]): Promise<FileHead> {
  const { about, rows } = await beginningOf(file, way);
  const heading = way.heading ?? headingRowIn(rows, known);
  const head = rows.find(({ number }) => number === heading);
  if (heading > 0 && head === undefined) throw Problem.invalid({ heading: `Dòng ${heading} trống hoặc không có` });
  const body = rows.filter(({ number }) => number > heading);
  const width = Math.min(mostColumns, Math.max(head?.cells.length ?? 0, ...body.map(({ cells }) => cells.length)));
  const above = rows.find(({ number }) => number === heading - 1);
  const named = namedAbove(rows, heading);
  const nameOf = (at: number) => (named.includes(at) ? above : head)?.cells[at] ?? null;
  const columns = columnNames(Array.from({ length: width }, (_, at) => nameOf(at)));
  const shown = (row: FileRow) => columns.map((_, at) => seenText(row.cells[at]).slice(0, longestShown));
  const lines = rows.slice(0, shownLines).map((row) => ({ number: row.number, cells: shown(row) }));
  const found = writtenIn(body);
  // A workbook has its days as such, and they are told with the day first.
  const days = about.kind === 'workbook' ? undefined : (way.days ?? found.days);
  const written = { days, decimal: way.decimal ?? found.decimal };
  const read = { about, heading, rows, named };
  return {
    way,
    reading: {
      ...about,
      ...written,
      pages: [...about.pages],
      heading,
      lines,
      notes: notesOf(read, written),
      doubts: doubtsOf(read),
    },
    columns,
    sample: body.slice(0, shownRows).map(shown),
    body,
  };
}

/** The same; what cannot be read as its person has said is read by its looks, and they are told. */
export async function headAsSaid(
  file: StoredFile,
  way: ImportWay,
  known: readonly string[],
): Promise<FileHead & { readonly way: ImportWay }> {
  try {
    return await headOfFile(file, way, known);
  } catch (error) {
    if (!(error instanceof Problem) || Object.keys(way).length === 0) throw error;
    const { reading, ...head } = await headOfFile(file, {}, known);
    const doubt = `Không đọc được như vừa chọn: ${inSentence(whyFailed(error))}. Tệp được đọc như lúc đầu.`;
    return { ...head, reading: { ...reading, doubts: [doubt, ...reading.doubts] } };
  }
}

async function beginningOf(file: StoredFile, way: ImportWay): Promise<{ about: TableKind; rows: FileRow[] }> {
  let about: TableKind | undefined;
  const rows: FileRow[] = [];
  const told = (known: TableKind) => (about = known);
  for await (const piece of readTable(file, { asked: way, told })) {
    rows.push(...piece.slice(0, probedRows - rows.length));
    if (rows.length >= probedRows) break;
  }
  if (about === undefined || rows.length === 0) throw Problem.invalid({ file: 'Tệp trống' });
  return { about, rows };
}
