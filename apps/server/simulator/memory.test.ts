import { expect, test } from 'vitest';

import { diskMemory, type Footing, lookEveryMs } from './memory.ts';

const well: Footing = { disk: 'well', runs: true, hears: true };

/** A process is killed at 5 s, after the machine was so from each of these moments on. */
function killedAt5s(footings: readonly (readonly [from: number, footing: Partial<Footing>])[]) {
  const memory = diskMemory();
  for (let now = 0; now <= 5_000; now += lookEveryMs) {
    const last = footings.findLast(([from]) => from <= now);
    memory.look(now, { ...well, ...last?.[1] });
  }
  memory.crashed(5_000, false);
  return memory.crashes[0]?.lostFrom;
}

test('a disk that took everything has everything', () => {
  expect(killedAt5s([[2_000, { runs: false, hears: false }]])).toBeNull();
});

test('a disk has nothing of what it was told since it refuses', () => {
  expect(killedAt5s([[3_000, { disk: 'failing' }]])).toBe(3_000 - lookEveryMs);
});

test.each([
  ['no server ran', { runs: false, hears: false }],
  ['the link was broken', { runs: true, hears: false }],
] as const)('nor of what nobody had heard by then, because %s', (_, silence) => {
  const lostFrom = killedAt5s([
    [2_000, silence],
    [3_000, { ...silence, disk: 'full' }],
    [4_000, { disk: 'full' }],
  ]);
  expect(lostFrom).toBe(2_000 - lookEveryMs);
});
