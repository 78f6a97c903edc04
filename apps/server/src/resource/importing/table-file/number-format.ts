import type { ShownNumber } from '../file-row.ts';
import { endOfLiteral, literalOf, type NumberPattern, patternOf, shownByPattern } from './number-pattern.ts';
import { elapsedTime, wallTime } from './wall-time.ts';

/** What a number format of a workbook makes of a number (ECMA-376 part 1 §18.8.31). */
export type CellFormat =
  | { readonly kind: 'number'; readonly pattern?: NumberPattern | undefined }
  /** A moment: the number counts days. */
  | { readonly kind: 'time' }
  /** Hours, that may be more than a day has. */
  | { readonly kind: 'elapsed' }
  /** Hundredths: the number is a part of one. */
  | { readonly kind: 'percent'; readonly pattern?: NumberPattern | undefined }
  /** A code: digits in places that are always there, and words around them, as `"KH"00000` shows 123 as KH00123. */
  | { readonly kind: 'code'; readonly parts: readonly (string | typeof digit)[]; readonly digits: number };

const digit = Symbol('digit');
const number: CellFormat = { kind: 'number' };
const time: CellFormat = { kind: 'time' };
const elapsed: CellFormat = { kind: 'elapsed' };

/** Formats that have no text of their own (§18.8.30); those of money are the machine's on which they are looked at. */
const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
};

export function builtIn(id: number): CellFormat {
  if (id === 46) return elapsed;
  return (id >= 14 && id <= 22) || id === 45 || id === 47 ? time : shownBy(builtInFormats[id] ?? '');
}

/** What a format makes of numbers, and how it shows those that it leaves as they are. */
export function shownBy(format: string): CellFormat {
  const shown = kindBy(format);
  const { kind } = shown;
  return kind === 'number' || kind === 'percent' ? { kind, pattern: patternOf(format) } : shown;
}

/** By the part of the format that is for numbers above nought. */
function kindBy(format: string): CellFormat {
  const parts: (string | typeof digit)[] = [];
  let digits = 0;
  let isCode = true;
  for (let at = 0; at < format.length; at += 1) {
    const sign = format.charAt(at);
    const end = endOfLiteral(format, at);
    if (end !== undefined) {
      parts.push(literalOf(format, at, end));
      at = end;
    } else if (sign === ';') break;
    else if (sign === '%') return { kind: 'percent' };
    else if (sign === '[') {
      const close = format.indexOf(']', at);
      if (close === -1) return number;
      const said = format.slice(at + 1, close);
      if (/^(h+|m+|s+)$/i.test(said)) return elapsed;
      // Under a condition another part may be the one; colours and currencies say nothing of it.
      if (/^[<>=]/.test(said)) return number;
      at = close;
    } else if (/[dmyhs]/i.test(sign)) return time;
    else if (sign === '0' || (sign === '#' && digits > 0)) {
      // Behind a digit that is always there each place is filled.
      parts.push(digit);
      digits += 1;
    } else if (' -+()'.includes(sign)) parts.push(sign);
    // A place before all others is filled where there is something for it.
    else if (sign !== '#' || parts.length > 0) isCode = false;
  }
  return isCode && digits > 1 ? { kind: 'code', parts, digits } : number;
}

/** A number as it is meant: a moment, how long something took, a code, or the number itself, beside what is shown where that differs. */
export function shownNumber(value: number, as: CellFormat | undefined, firstDay = 0): string | number | ShownNumber {
  switch (as?.kind) {
    case 'time':
      return wallTime(firstDay + value);
    case 'elapsed':
      return elapsedTime(value);
    case 'percent':
      return withShown(asPercent(value), as.pattern && shownByPattern(value, as.pattern));
    case 'code':
      return asCode(value, as) ?? value;
    case 'number':
      return as.pattern === undefined ? value : withShown(value, shownByPattern(value, as.pattern));
    case undefined:
      return value;
    default:
      return as satisfies never;
  }
}

/** Only what differs costs a second value. */
export const withShown = (value: string | number, shown: string | undefined): string | number | ShownNumber =>
  shown === undefined || shown === String(value) ? value : { shown, value };

/** `12.5%`, which is one number whichever sign stands before what is less than one; three places behind it could be thousands. */
export function asPercent(value: number): string {
  const text = String(Number((value * 100).toPrecision(12)));
  return /\.\d{3}$/.test(text) ? `${text}0%` : `${text}%`;
}

/** A number as a code shows it; undefined where it has no place for it. */
function asCode(value: number, { parts, digits }: Extract<CellFormat, { kind: 'code' }>): string | undefined {
  if (!Number.isSafeInteger(value) || value < 0) return undefined;
  const figures = String(value).padStart(digits, '0');
  const over = figures.length - digits;
  let at = 0;
  return parts
    .map((part) => {
      if (part !== digit) return part;
      const from = at;
      // What is more stands at the first place.
      at += from === 0 ? over + 1 : 1;
      return figures.slice(from, at);
    })
    .join('')
    .trim();
}
