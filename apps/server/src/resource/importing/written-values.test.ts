import { expect, test } from 'vitest';
import { z } from 'zod';

import { fieldValue } from './field-value.ts';
import { type WrittenValues, writtenIn } from './written-values.ts';

const found = (...cells: string[]) => writtenIn([{ number: 2, cells }]);

test.each<[string, string[], WrittenValues]>([
  ['days as people here write them', ['25/12/2026', '03/02/2026'], { days: 'day-first' }],
  ['days that could be either', ['03/02/2026'], { days: 'day-first' }],
  ['days with the month first', ['12/25/2026 10:00', '03/02/2026'], { days: 'month-first' }],
  ['days of both kinds', ['12/25/2026', '25/12/2026'], { days: 'day-first' }],
  ['thousands apart by points', ['1.234,5', '1.500.000'], { decimal: ',' }],
  ['thousands apart by commas', ['1,234.50', '900'], { decimal: '.' }],
  ['millions apart by commas', ['1,500,000'], { decimal: '.' }],
  ['numbers that could be either', ['1,234', '1.5'], { decimal: ',' }],
  ['thousands of đồng apart by a comma', ['1,500 VND', '900'], { decimal: '.' }],
  ['hundredths', ['12,5%'], { decimal: ',' }],
  ['neither', ['Lan', '0901234567', '2026-03-02', '0901.234.567'], {}],
  ['nothing of the kind', ['Lan', '12'], {}],
])('%s are told by their looks', (_, cells, written) => {
  expect(found(...cells)).toEqual({ days: undefined, decimal: undefined, ...written });
});

test.each<[WrittenValues, string, unknown]>([
  [{}, '02/03/2026', '2026-03-02'],
  [{ days: 'month-first' }, '02/13/2026', '2026-02-13'],
  [{ days: 'month-first' }, '2026-03-02', '2026-03-02'],
])('read so (%j), %s is the day %s', (written, text, day) => {
  expect(fieldValue(z.iso.date(), text, written)).toBe(day);
});

test.each<[WrittenValues, string, unknown]>([
  [{}, '1.234,5', 1234.5],
  [{}, '1234.5', 1234.5],
  [{}, '1,234', 1.234],
  [{ decimal: '.' }, '1,234', 1234],
  [{ decimal: '.' }, '-1,234,567.5', -1_234_567.5],
  [{ decimal: '.' }, '1.234', 1.234],
  [{ decimal: '.' }, '12,5', '12,5'],
  [{}, '80%', 80],
  [{}, '12,5 %', 12.5],
  [{}, '12.3450%', 12.345],
  [{ decimal: '.' }, '12.5%', 12.5],
  [{}, '%', '%'],
  [{}, '1.500.000 ₫', 1_500_000],
  [{}, '1.500.000đ', 1_500_000],
  [{}, 'VND 1.500.000', 1_500_000],
  [{}, '-1.500 VNĐ', -1500],
  [{ decimal: '.' }, '1,500,000.00 VND', 1_500_000],
  [{}, '20 đồng', 20],
  [{}, 'đồng', 'đồng'],
  [{}, '1.500 USD', '1.500 USD'],
  [{}, '5%6', '5%6'],
])('read so (%j), %s is the number %s', (written, text, number) => {
  expect(fieldValue(z.number(), text, written)).toBe(number);
});

const amount = { shown: '1,500,000 VND', value: 1_500_000 };
const part = { shown: '13%', value: '12.5%' };
test.each([
  ['a number', z.number(), amount, 1_500_000],
  ['hundredths', z.number().default(0), part, 12.5],
  ['a text', z.string().trim().max(2000).default(''), amount, '1,500,000 VND'],
  ['a text of hundredths', z.string(), part, '13%'],
  ['a text that has no room for it', z.string().max(7), amount, '1500000'],
  ['a code', z.string().regex(/^[\p{L}\p{N}_,-]*$/u), { shown: '1,500', value: 1500 }, '1500'],
  ['a phone', z.string().regex(/^0\d{9}$/), { shown: '901,234,567', value: 901_234_567 }, '0901234567'],
  ['yes or no', z.boolean(), { shown: '1.00', value: 1 }, true],
  ['a day', z.iso.date(), { shown: '2,026', value: 2026 }, '2026'],
])('what is shown otherwise than it is goes to %s as it belongs there', (_, schema, cell, value) => {
  expect(fieldValue(schema, cell)).toBe(value);
});
