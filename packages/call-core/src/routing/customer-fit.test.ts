import { expect, test } from 'vitest';

import type { CustomerFacts, CustomerTest } from '../board/customer-condition.ts';
import { rowThatFits } from './customer-fit.ts';

const lan: CustomerFacts = {
  status: 'vip',
  project: 'riverside',
  source: null,
  outcome: 'interested',
  team: 'sales',
  owner: 'minh',
  tasks: { open: 1, overdue: 0 },
  own: { tier: 'Vàng', debt: 1_200_000, ends: '2026-12-01', products: ['Thẻ', 'Vay mua nhà'] },
};
const nobody: CustomerFacts = {
  ...lan,
  status: 'new',
  project: null,
  outcome: null,
  team: null,
  owner: null,
  tasks: { open: 0, overdue: 0 },
  own: {},
};
const fits = (facts: CustomerFacts | null, ...tests: CustomerTest[]) => rowThatFits([{ tests }], facts) !== undefined;
const own = (field: string, how: 'is' | 'more' | 'less' | 'contains', value: string): CustomerTest => ({
  kind: 'own',
  field,
  how,
  value,
});

test.each<[string, CustomerTest, boolean, boolean]>([
  ['a status', { kind: 'status', is: 'vip' }, true, false],
  ['a project', { kind: 'project', is: 'riverside' }, true, false],
  ['a source', { kind: 'source', is: 'web' }, false, false],
  ['what came of the last conversation', { kind: 'outcome', is: 'interested' }, true, false],
  ['the team of the owner', { kind: 'team', is: 'sales' }, true, false],
  ['that somebody looks after them', { kind: 'owner', is: true }, true, false],
  ['that nobody does', { kind: 'owner', is: false }, false, true],
  ['something to be done', { kind: 'task', is: 'open' }, true, false],
  ['something that should be done by now', { kind: 'task', is: 'overdue' }, false, false],
  ['nothing to be done', { kind: 'task', is: 'none' }, false, true],
  ['a choice, however it is written', own('tier', 'is', ' vàng '), true, false],
  ['a part of a text', own('tier', 'contains', 'VÀ'), true, false],
  ['a number above', own('debt', 'more', '1000000'), true, false],
  ['a number that is above as a text only', own('debt', 'more', '9'), true, false],
  ['a number below', own('debt', 'less', '1000000'), false, false],
  ['the very number', own('debt', 'is', '1200000.0'), true, false],
  ['a later day', own('ends', 'more', '2026-11-30'), true, false],
  ['an earlier day', own('ends', 'less', '2026-11-30'), false, false],
  ['words, of which none is before another', own('tier', 'more', 'Bạc'), false, false],
  ['one of several choices', own('products', 'is', 'thẻ'), true, false],
  ['a part of one of several', own('products', 'contains', 'mua nhà'), true, false],
])('a row asks for %s', (_, asked, ofLan, ofNobody) => {
  expect([fits(lan, asked), fits(nobody, asked)]).toEqual([ofLan, ofNobody]);
  // Whom nobody knows is not a customer without a status, an owner or a task.
  expect(fits(null, asked)).toBe(false);
});

test('somebody is known or not, and all tests of a row have to hold', () => {
  expect(fits(null, { kind: 'known', is: false })).toBe(true);
  expect(fits(lan, { kind: 'known', is: false })).toBe(false);
  expect(fits(lan, { kind: 'known', is: true })).toBe(true);
  expect(fits(lan, { kind: 'status', is: 'vip' }, { kind: 'owner', is: false })).toBe(false);
  expect(fits(lan)).toBe(false);
});

test('the first row that fits counts', () => {
  const rows = ['new', 'vip', 'vip'].map((is, at) => ({ at, tests: [{ kind: 'status', is } as const] }));
  expect(rowThatFits(rows, lan)?.at).toBe(1);
});
