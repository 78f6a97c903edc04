import { expect, test } from 'vitest';

import { erlangALevel, erlangC, erlangLevel, peopleByErlang } from './erlang.ts';

// Ten Erlangs: 200 calls an hour of three minutes.
const traffic = { callsPerHour: 200, handleSeconds: 180 };

test('with ten Erlangs and fourteen people one caller in six waits, and 89 % are answered within 20 seconds', () => {
  expect(erlangC(traffic, 14)).toBeCloseTo(0.174, 3);
  expect(erlangLevel(traffic, 14, 20)).toBeCloseTo(0.888, 3);
  expect(erlangLevel(traffic, 10, 20)).toBe(0);
  expect(peopleByErlang(traffic, { level: 0.8, withinSeconds: 20 })).toBe(14);
  expect(peopleByErlang({ callsPerHour: 0, handleSeconds: 180 }, { level: 0.8, withinSeconds: 20 })).toBe(0);
});

test('where callers wait for ever, the formula with patience says the same as the one without; where they do not, more are served', () => {
  for (const people of [11, 14, 18]) {
    expect(erlangALevel(traffic, people, 20, 1e7)).toBeCloseTo(erlangLevel(traffic, people, 20), 2);
  }
  // Erlang C says that nobody is ever answered; with people who give up the line does not grow for ever.
  const short = erlangALevel(traffic, 9, 20, 60);
  expect(short).toBeGreaterThan(0.3);
  expect(short).toBeLessThan(0.95);
});
