import type { ImportDays, ImportDecimal } from '@alo/contract';

import { type FileRow, plainCell } from './file-row.ts';

/** How a file writes days and numbers; undefined where no text of it has one that can be read in two ways. */
export interface WrittenValues {
  readonly days?: ImportDays | undefined;
  readonly decimal?: ImportDecimal | undefined;
}

const day = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}(?![\d/.-])/;
/** Codes and numbers of phones begin with nought. */
const number = /^-?(?:0|[1-9]\d{0,14})(?:[.,]\d{1,15}){1,6}$/;
/** Thousands apart by commas, and what is less than one behind a point; or millions. */
const withPoint = /^-?\d{1,3}(?:,\d{3})+\.\d+$|^-?\d{1,3}(?:,\d{3}){2,}$/;

/** Money of here, which has no part that is less than one. */
const dong = /^(?:₫|vn[dđ])|(?:₫|đ|đồng|vn[dđ])$/i;

/** A number without its blanks, and without what it counts, where that is money of here or hundredths. */
export function bareNumber(text: string): string {
  const compact = text.replace(/\s/g, '');
  const bare = compact.replace(dong, '').replace(/(?<=\d)%$/, '');
  return bare === '' ? compact : bare;
}

/**
 * By what the texts of these rows can only be: a month is no more than twelve. What can be either is as people here write it: the day
 * first, and thousands apart by points.
 */
export function writtenIn(rows: readonly FileRow[]): WrittenValues {
  const texts = rows.flatMap(({ cells }) =>
    cells.map((cell) => plainCell(cell)).flatMap((cell) => (typeof cell === 'string' ? cell.trim() : [])),
  );
  const days = texts.flatMap((text) => {
    const [, first, second] = day.exec(text) ?? [];
    return first === undefined ? [] : [{ first: Number(first), second: Number(second) }];
  });
  const numbers = texts.filter((text) => number.test(bareNumber(text)) && !day.test(text));
  const isMonthFirst = days.some(({ second }) => second > 12) && !days.some(({ first }) => first > 12);
  return {
    days: days.length === 0 ? undefined : isMonthFirst ? 'month-first' : 'day-first',
    decimal: numbers.length === 0 ? undefined : numbers.some(hasPoint) ? '.' : ',',
  };
}

/** Nobody has a thousandth of a đồng. */
function hasPoint(text: string): boolean {
  const bare = bareNumber(text);
  return withPoint.test(bare) || (dong.test(text) && /^-?\d{1,3},\d{3}$/.test(bare));
}
