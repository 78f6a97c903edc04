import { elapsedTime, wallTime } from './wall-time.ts';

/** What a number format of a workbook makes of a number (ECMA-376 part 1 §18.8.31). */
export type Shown =
  | { readonly kind: 'number' }
  /** A moment: the number counts days. */
  | { readonly kind: 'time' }
  /** Hours, that may be more than a day has. */
  | { readonly kind: 'elapsed' }
  /** Hundredths: the number is a part of one. */
  | { readonly kind: 'percent' }
  /** A code: digits in places that are always there, and words around them, as `"KH"00000` shows 123 as KH00123. */
  | { readonly kind: 'code'; readonly parts: readonly (string | typeof digit)[]; readonly digits: number };

const digit = Symbol('digit');
const number: Shown = { kind: 'number' };
const time: Shown = { kind: 'time' };
const elapsed: Shown = { kind: 'elapsed' };
const percent: Shown = { kind: 'percent' };

/** Formats that have no text of their own (§18.8.30). */
export const builtIn = (id: number): Shown =>
  id === 46
    ? elapsed
    : id === 9 || id === 10
      ? percent
      : (id >= 14 && id <= 22) || id === 45 || id === 47
        ? time
        : number;

/** By the part of the format that is for numbers above nought. */
export function shownBy(format: string): Shown {
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
    else if (sign === '%') return percent;
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

/** The last sign of a literal that begins here. */
function endOfLiteral(format: string, at: number): number | undefined {
  switch (format.charAt(at)) {
    case '"': {
      const close = format.indexOf('"', at + 1);
      return close === -1 ? format.length : close;
    }
    case '\\':
    case '_':
    case '*':
      return at + 1;
    default:
      return undefined;
  }
}

function literalOf(format: string, at: number, end: number): string {
  const sign = format.charAt(at);
  if (sign === '"') return format.slice(at + 1, end);
  // A gap as wide as a sign, and what fills a cell, are no part of what is read.
  return sign === '\\' ? format.charAt(end) : '';
}

/** A number as it is shown: a moment, how long something took, or a code; the number itself where it is one. */
export function shownNumber(value: number, as: Shown | undefined, firstDay = 0): string | number {
  switch (as?.kind) {
    case 'time':
      return wallTime(firstDay + value);
    case 'elapsed':
      return elapsedTime(value);
    case 'percent':
      return asPercent(value);
    case 'code':
      return asCode(value, as) ?? value;
    case 'number':
    case undefined:
      return value;
    default:
      return as satisfies never;
  }
}

/** `12.5%`, which is one number whichever sign stands before what is less than one; three places behind it could be thousands. */
function asPercent(value: number): string {
  const text = String(Number((value * 100).toPrecision(12)));
  return /\.\d{3}$/.test(text) ? `${text}0%` : `${text}%`;
}

/** A number as a code shows it; undefined where it has no place for it. */
function asCode(value: number, { parts, digits }: Extract<Shown, { kind: 'code' }>): string | undefined {
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
