import { timestamp } from '@alo/contract';
import { expect, test } from 'vitest';

import { typedEndOfDay } from '../../kit/format/typed-moment.ts';
import { dayIn, until } from './until.ts';

test('the last day of something is one of the company’s, whatever the computer says', () => {
  const names = { nameOf: () => undefined, idOf: () => undefined };
  const last = (moment: string) => until('Dùng đến', '').sheet.write(moment, names);
  expect(last('2026-12-31T16:59:59Z')).toBe('31/12/2026');
  expect(last('2026-12-31T17:30:00Z')).toBe('01/01/2027');
});

test('a day is kept as the moment at which it ends', () => {
  expect(typedEndOfDay('2026-12-31')).toBe('2026-12-31T16:59:59.000Z');
  expect(dayIn(typedEndOfDay('2026-12-31'))).toBe('2026-12-31');
});

test.each(['3', '31/12', '31/02/2027', '2027-02-31', 'mai'])(
  'what is typed and is no day stands, and is refused: %s',
  (typed) => {
    expect(dayIn(typedEndOfDay(typed))).toBe(typed);
    expect(timestamp.safeParse(typedEndOfDay(typed)).error?.issues.map(({ message }) => message)).toEqual([
      'Ngày không hợp lệ',
    ]);
  },
);
