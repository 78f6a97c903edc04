import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { storedBytes } from '../../../testing/table-files.ts';
import { type FileCell, isFilled } from '../importing/file-row.ts';
import { openTable } from '../importing/table-file/open-table.ts';
import type { Cell } from './cell.ts';
import { type SheetFormat, sheetBytes } from './sheet.ts';

/** What programs take for something else, and texts of any signs that the database keeps: U+0000 is none. */
const text = fc.oneof(
  fc.stringMatching(/^['=+\-@\t]{0,3}[a-zđ0-9 "';,|<>&_\n\r]{0,8}$/),
  fc.stringMatching(/^_x[0-9a-fA-F]{4}_.?$/),
  fc.string({ unit: 'binary', maxLength: 12 }).map((any) => any.replaceAll('\0', '')),
);
const moment = fc
  .date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map((at) => new Date(Math.floor(at.getTime() / 1_000) * 1_000));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1.234, -0.125),
);
const cell: fc.Arbitrary<Cell> = fc.oneof(text, number, fc.boolean(), moment, fc.constant(null));
const headings = ['Tên khách', 'Số điện thoại', 'Đã gọi', 'Lúc'];

/** As it is read where it comes from: XML has no place for some signs, a text with separators has texts alone. */
function readBack(given: Cell, format: SheetFormat): FileCell {
  if (typeof given === 'string') {
    const kept = given.toWellFormed();
    return format === 'csv' ? kept : kept.replace(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, '');
  }
  if (given instanceof Date) return onTheWall(given);
  if (given === null) return '';
  if (format === 'xlsx') return Object.is(given, -0) ? 0 : given;
  if (typeof given === 'number') return /^-?\d{1,3}\.\d{3}$/.test(String(given)) ? `${given}0` : String(given);
  return given === true ? '1' : '';
}

/** In a country without summer time. */
function onTheWall(at: Date): string {
  const iso = new Date(at.getTime() + 7 * 3_600_000).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}

/** A workbook shows no more of a moment than there is, and nothing is an empty text. */
const unrounded = (read: FileCell): FileCell =>
  read === null
    ? ''
    : typeof read !== 'string' || !/^\d\d\/\d\d\/\d{4}/.test(read)
      ? read
      : read.length === 10
        ? `${read} 00:00:00`
        : read.length === 16
          ? `${read}:00`
          : read;

test.each(['csv', 'xlsx'] as const)('any cells that are written as %s are read as they were', async (format) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 6 }), async (rows) => {
      const sheet = { title: 'Khách', headings, timeZone: 'Asia/Bangkok', pieces: Readable.from([rows]) };
      const bytes = await buffer(sheetBytes(sheet, format));
      const { about, rows: pieces } = await openTable(storedBytes(bytes));
      const read: FileCell[][] = [];
      for await (const piece of pieces) read.push(...piece.map(({ cells }) => cells.map(unrounded)));
      const expected = rows.map((cells) => cells.map((one) => readBack(one, format)));
      expect(about.letters).toBe('unicode');
      expect(read).toEqual([headings, ...expected.filter((cells) => isFilled({ number: 1, cells }))]);
    }),
    { numRuns: 300 },
  );
});
