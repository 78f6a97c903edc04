import { expect, test } from 'vitest';
import { pressureBetween, type Reading, readUse } from './engine-use.ts';

/** A second, in which the event loop was at work for so long and so many processors had nothing to do for so long, in all. */
function second({
  active,
  messages = 0,
  idle,
  count,
}: {
  readonly active: number;
  readonly messages?: number;
  readonly idle: number;
  readonly count: number;
}): readonly [Reading, Reading] {
  return [
    { at: 0, active: 0, messages: 0, processors: { count, idle: 0, total: 0 } },
    {
      at: 1_000,
      active: active * 1_000,
      messages: messages * 1_000,
      processors: { count, idle: idle * 1_000, total: count * 1_000 },
    },
  ];
}

test('on one processor that others want, the engine may use a fifth', () => {
  expect(pressureBetween(...second({ active: 0.2, idle: 0, count: 1 }))).toBeCloseTo(1);
  expect(pressureBetween(...second({ active: 0.5, idle: 0, count: 1 }))).toBeCloseTo(2.5);
});

test('of what others want, messages alone may have less than audio: it has to be', () => {
  expect(pressureBetween(...second({ active: 0.15, messages: 0.06, idle: 0, count: 1 }))).toBeCloseTo(2);
  expect(pressureBetween(...second({ active: 0.15, messages: 0.01, idle: 0, count: 1 }))).toBeCloseTo(0.75);
  expect(pressureBetween(...second({ active: 0.5, messages: 0.5, idle: 0.3, count: 1 }))).toBeCloseTo(0.625);
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
  const before = readUse(0);
  for (const until = performance.now() + 50; performance.now() < until; );
  const now = readUse(0);
  expect(now.active - before.active).toBeGreaterThanOrEqual(0);
  expect(now.processors.total).toBeGreaterThanOrEqual(before.processors.total);
  expect(now.processors.count).toBeGreaterThan(0);
});
