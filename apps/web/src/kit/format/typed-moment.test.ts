import { tryCall } from '@alo/contract';
import { expect, test } from 'vitest';

import { typedMoment } from './typed-moment.ts';

test('a day and a time are a moment', () => {
  expect(typedMoment('2026-11-21', '09:00')).toBe('2026-11-21T02:00:00.000Z');
});

test.each([
  ['31/02/2027', '09:00'],
  ['21/11', '09:00'],
  ['2026-11-21', '25'],
])('what is none is refused: %s %s', (day, time) => {
  expect(typedMoment(day, time)).toBe(`${day} ${time}`);
  expect(tryCall.body.shape.at.safeParse(typedMoment(day, time)).error?.issues.map(({ message }) => message)).toEqual([
    'Thời điểm không hợp lệ',
  ]);
});
