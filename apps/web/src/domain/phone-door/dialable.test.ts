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
  ['*72 0901 234 567', '*720901234567'],
  ['', null],
  ['1', null],
  ['090****567', null],
  ['chị Lan', null],
  ['chị Lan 0901 234 567 nhé', '0901234567'],
  ['０９０１２３４５６７', '0901234567'],
  ['１０２', '102'],
  ['tel:+84901234567', '0901234567'],
  // Ten digits are a number (specification §5), whatever they begin with; nine and eleven are one where the plan has them.
  ['0401 234 567', '0401234567'],
  ['6012345678', '6012345678'],
  ['601234567', null],
  ['60123456781', null],
  ['mã 6012345678', null],
  ['02873001234', '02873001234'],
  ['+1 415 555 0100', '0014155550100'],
])('%s is dialled as %s', (text, number) => expect(dialable(text)).toBe(number));
