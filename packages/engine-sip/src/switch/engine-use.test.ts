import { expect, test } from 'vitest';
import { pressureBetween, type Reading, readUse } from './engine-use.ts';

/** A second, in which the event loop was at work for so long and so many processors had nothing to do for so long, in all. */
function second({
  active,
  idle,
  count,
}: {
  readonly active: number;
  readonly idle: number;
  readonly count: number;
}): readonly [Reading, Reading] {
  return [
    { at: 0, active: 0, processors: { count, idle: 0, total: 0 } },
    { at: 1_000, active: active * 1_000, processors: { count, idle: idle * 1_000, total: count * 1_000 } },
  ];
}

test('on one processor that others want, the engine may use a fifth', () => {
  expect(pressureBetween(...second({ active: 0.2, idle: 0, count: 1 }))).toBeCloseTo(1);
  expect(pressureBetween(...second({ active: 0.5, idle: 0, count: 1 }))).toBeCloseTo(2.5);
});

test('where processors are idle, or nobody else wants any, it may use nearly all of its event loop', () => {
  expect(pressureBetween(...second({ active: 0.6, idle: 0.3, count: 1 }))).toBeCloseTo(0.75);
  expect(pressureBetween(...second({ active: 0.96, idle: 0, count: 1 }))).toBeCloseTo(1.2);
  expect(pressureBetween(...second({ active: 0.6, idle: 3, count: 4 }))).toBeCloseTo(0.75);
});

test('of eight processors that are all wanted its event loop alone is never too much for the others', () => {
  expect(pressureBetween(...second({ active: 0.8, idle: 0, count: 8 }))).toBeCloseTo(1);
});

test('it is read of this process', () => {
  const before = readUse();
  for (const until = performance.now() + 50; performance.now() < until; );
  const now = readUse();
  expect(now.active - before.active).toBeGreaterThanOrEqual(0);
  expect(now.processors.total).toBeGreaterThanOrEqual(before.processors.total);
  expect(now.processors.count).toBeGreaterThan(0);
});
