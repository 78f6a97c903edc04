import { inTrailWords, trailSubjectWords } from '@alo/contract';
import { expect, test } from 'vitest';

import { rowDifferences, saysErased, trailValueText } from './activity-words.ts';

test('only what differs is compared, and what changes with every change is left out', () => {
  const before = { id: '1', name: 'Huế', note: '', version: 1, updated_at: 'a' };
  expect(rowDifferences(before, { ...before, name: 'Vinh', version: 2, updated_at: 'b' })).toEqual([
    { name: 'name', before: 'Huế', after: 'Vinh' },
  ]);
  expect(rowDifferences(null, { name: 'Huế' })).toEqual([{ name: 'name', before: undefined, after: 'Huế' }]);
  expect(rowDifferences(undefined, undefined)).toEqual([]);
});

test('values are shown in words', () => {
  expect([null, '', true, ['a'], 3].map(trailValueText)).toEqual(['–', '–', 'Có', '["a"]', '3']);
});

test('what was of a person who is erased is told as such', () => {
  expect([saysErased({ erased: true }), saysErased({ name: 'Hoa' }), saysErased(null)]).toEqual([true, false, false]);
});

test('rows are called as the screen that they stand on', () => {
  expect(
    ['ring_group', 'block_list', 'routing_version'].map((table) => inTrailWords(trailSubjectWords, table)),
  ).toEqual(['Nhóm đổ chuông', 'Số bị chặn', 'Phiên bản cấu hình']);
});
