import { expect, test } from 'vitest';

import { dialable } from './dialable.ts';

test.each([
  ['102', '102'],
  ['0901 234 567', '0901234567'],
  ['+84 90.123.4567', '0901234567'],
  ['84901234567', '0901234567'],
  ['(028) 7300-1234', '02873001234'],
  ['1900 1234', '19001234'],
  ['*43#', '*43#'],
  ['', null],
  ['1', null],
  ['090****567', null],
  ['chị Lan', null],
])('%s is dialled as %s', (text, number) => expect(dialable(text)).toBe(number));
