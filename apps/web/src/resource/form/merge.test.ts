import { expect, test } from 'vitest';

import { differences, merged } from './merge.ts';

const names = ['name', 'code', 'note', 'branch_id'];
const base = { name: 'Bán hàng', code: 'BH', note: '', branch_id: null };

test('a field that only one of two people changed keeps the change; where both did, one decides', () => {
  const mine = { ...base, name: 'Kinh doanh', note: 'của tôi' };
  const theirs = { ...base, code: 'KD', note: 'của họ' };
  const found = differences(names, base, mine, theirs);
  expect(found.map(({ name, chosen }) => [name, chosen])).toEqual([
    ['name', 'mine'],
    ['code', 'theirs'],
    ['note', 'mine'],
  ]);
  expect(merged(mine, found)).toEqual({ name: 'Kinh doanh', code: 'KD', note: 'của tôi', branch_id: null });
});

test('where both wrote the same there is nothing to decide', () => {
  const both = { ...base, name: 'Kinh doanh' };
  expect(differences(names, base, both, { ...both, version: 4 })).toEqual([]);
});

test('nothing chosen and absent are the same', () => {
  const { branch_id: _, ...without } = base;
  expect(differences(names, base, base, without)).toEqual([]);
});
