import { expect, test } from 'vitest';
import { RecentCounts } from './recent-counts.ts';

test('who came seldom beside others who came often is modest, and who is alone is not', () => {
  const counts = new RecentCounts<string>();
  for (let n = 0; n < 100; n += 1) counts.count('a', 0);
  expect(counts.isModest('a', 0)).toBe(false);
  for (let n = 0; n < 10; n += 1) counts.count('b', 500);
  expect([counts.isModest('a', 500), counts.isModest('b', 500)]).toEqual([false, true]);
});

test('who came more often than the others in the mean came most, and who is alone did not', () => {
  const counts = new RecentCounts<string>();
  for (let n = 0; n < 30; n += 1) counts.count('a', 0);
  expect(counts.isMost('a', 0)).toBe(false);
  for (let n = 0; n < 20; n += 1) counts.count('b', 0);
  for (let n = 0; n < 8; n += 1) counts.count('c', 0);
  expect(['a', 'b', 'c'].map((key) => counts.isMost(key, 0))).toEqual([true, true, false]);
  // Of those who came more often it came less than half as often.
  expect(['a', 'b', 'c'].map((key) => counts.isModest(key, 0))).toEqual([false, false, true]);
});

test('what came counts for a second or two', () => {
  const counts = new RecentCounts<string>();
  expect(counts.count('a', 0)).toBe(1);
  expect(counts.count('a', 1_100)).toBe(2);
  expect(counts.count('a', 2_200)).toBe(2);
  expect(counts.count('a', 5_000)).toBe(1);
});
