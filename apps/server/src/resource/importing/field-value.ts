import { z } from 'zod';

import { type FileCell, isShownNumber, plainCell, plainText, seenText } from './file-row.ts';
import { bareNumber, type WrittenValues } from './written-values.ts';

/**
 * What a cell means to a field: a number however it is written here, a day as people write it, yes and no. What cannot be read
 * is left as it is for the field's own rule to refuse. Undefined where the cell is empty.
 */
export function fieldValue(schema: z.core.$ZodType, read: FileCell, { days, decimal }: WrittenValues = {}): unknown {
  const cell = plainCell(read);
  if (cell === null || cell === '') return undefined;
  const plain = unwrapped(schema);
  if (plain instanceof z.ZodNumber) return typeof cell === 'string' ? numberIn(cell, decimal) : cell;
  if (plain instanceof z.ZodBoolean) return typeof cell === 'boolean' ? cell : truthIn(String(cell));
  if (plain instanceof z.ZodISODate) return dayIn(String(cell), days);
  const text = textFor(schema, read);
  // A spreadsheet takes a phone number for a number, and its first nought for nothing.
  if (typeof cell === 'number' && !z.safeParse(schema, text).success && z.safeParse(schema, `0${text}`).success) {
    return `0${text}`;
  }
  return text;
}

/** What a cell says to a field of texts: what is seen where words may stand, and what it means where a code or a phone does. */
export function textFor(schema: z.core.$ZodType, cell: FileCell): string {
  const seen = isShownNumber(cell) && takesWords(schema) ? composed(seenText(cell)) : undefined;
  return seen !== undefined && z.safeParse(schema, seen).success ? seen : composed(plainText(cell));
}

const composed = (text: string) => text.normalize('NFC').trim();

/** Letters, signs and blanks of all kinds, which no code and no number of a phone has. */
const words = 'Gửi “a”, 1.5 ₫ (b)';
const wordly = new WeakMap<z.core.$ZodType, boolean>();

function takesWords(schema: z.core.$ZodType): boolean {
  const known = wordly.get(schema);
  if (known !== undefined) return known;
  const takes = z.safeParse(schema, words).success;
  wordly.set(schema, takes);
  return takes;
}

/** A kind of value that can stand in one cell. */
export function isPlain(schema: z.core.$ZodType): boolean {
  const plain = unwrapped(schema);
  return !(
    plain instanceof z.ZodArray ||
    plain instanceof z.ZodObject ||
    plain instanceof z.ZodRecord ||
    plain instanceof z.ZodUUID
  );
}

/** By what a text is known to belong to such a field; undefined where texts of many kinds may. */
export function likeOf(schema: z.core.$ZodType): ((text: string) => boolean) | undefined {
  const takes = (text: string) => z.safeParse(schema, text).success;
  return takes('lan@x.vn') && !takes('lan') ? (text) => text.includes('@') && takes(text) : undefined;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return unwrapped(schema.unwrap());
  }
  return schema;
}

/** `1.234,5` and `1234.5` alike; `1,234.5` where a point stands before what is less than one; `80%` is 80 and `1.500.000 ₫` as many, as people see it. */
function numberIn(text: string, decimal: WrittenValues['decimal']): number | string {
  const compact = bareNumber(text);
  const number = Number(decimal === '.' ? withPoint(compact) : withComma(compact));
  return compact === '' || Number.isNaN(number) ? text : number;
}

const withPoint = (text: string) => (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text);
const withComma = (text: string) =>
  (/^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');

function truthIn(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  if (['1', 'có', 'co', 'x', 'yes', 'true', 'đúng'].includes(word)) return true;
  return ['0', 'không', 'khong', 'no', 'false', 'sai'].includes(word) ? false : text;
}

/** `2/3/2026`, `02-03-2026` and `2026-03-02`, with or without a time. */
function dayIn(text: string, days: WrittenValues['days']): string {
  const written = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text.trim());
  if (written === null) return text.trim().slice(0, 10);
  const [, first = '', second = '', year = ''] = written;
  const [day, month] = days === 'month-first' ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
