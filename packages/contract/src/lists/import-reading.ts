import { z } from 'zod';

import { oneOf } from '../lib/one-of.ts';

/** How the bytes of a text stand for signs. */
export const importEncodings = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, ngược)',
  'windows-1258': 'Windows tiếng Việt (1258)',
  'windows-1252': 'Windows Tây Âu (1252)',
} as const;
export type ImportEncoding = keyof typeof importEncodings;

/** For which font a text was written: before Unicode each had its own. */
export const importLetters = {
  unicode: 'Unicode',
  tcvn3: 'TCVN3 (.VnTime, ABC)',
  vni: 'VNI (VNI-Times)',
  twice: 'Unicode bị mã hoá hai lần',
} as const;
export type ImportLetters = keyof typeof importLetters;

/** What stands between the columns of a text. */
export const importSeparators = {
  ',': 'Dấu phẩy (,)',
  ';': 'Dấu chấm phẩy (;)',
  '\t': 'Phím Tab',
  '|': 'Gạch đứng (|)',
} as const;
export type ImportSeparator = keyof typeof importSeparators;

/** In which order the parts of a day are written. */
export const importDays = {
  'day-first': 'Ngày/tháng/năm',
  'month-first': 'Tháng/ngày/năm',
} as const;
export type ImportDays = keyof typeof importDays;

/** What stands before the part of a number that is less than one. */
export const importDecimals = {
  ',': 'Dấu phẩy (1.234,5)',
  '.': 'Dấu chấm (1,234.5)',
} as const;
export type ImportDecimal = keyof typeof importDecimals;

/** What a person says of a file, in place of what it looks like; what is not said is found out. */
export const importWay = z.object({
  encoding: oneOf(importEncodings).optional(),
  separator: oneOf(importSeparators).optional(),
  letters: oneOf(importLetters).optional(),
  page: z.string().max(200).optional(),
  days: oneOf(importDays).optional(),
  decimal: oneOf(importDecimals).optional(),
  /** The line of the file that names the columns, counted from 1; 0 where none does. */
  heading: z.int().min(0).max(1_000).optional(),
});
export type ImportWay = z.output<typeof importWay>;

/** How a file is read, and the lines that it begins with, so that a person can see whether it is right. */
export const importReading = z.object({
  /** A workbook has pages, a text an encoding and a separator, a page of the web an encoding. */
  kind: z.enum(['workbook', 'text', 'page']),
  encoding: oneOf(importEncodings).optional(),
  separator: z.string().optional(),
  letters: oneOf(importLetters),
  pages: z.array(z.string()),
  page: z.string().optional(),
  /** Where texts have days or numbers that can be read in two ways. */
  days: oneOf(importDays).optional(),
  decimal: oneOf(importDecimals).optional(),
  heading: z.int().min(0),
  /** As they stand there, by their numbers in the file. */
  lines: z.array(z.object({ number: z.int(), cells: z.array(z.string()) })),
  /** What was done so that it can be read, and what looks wrong, in words. */
  notes: z.array(z.string()).default([]),
  doubts: z.array(z.string()),
});
export type ImportReading = z.output<typeof importReading>;
