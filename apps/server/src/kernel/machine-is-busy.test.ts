import { expect, test } from 'vitest';

import { machineIsBusy } from './machine-is-busy.ts';

test('a machine is busy while its processors had less than a fifth of their time left, as of the last second', () => {
  let now = 0;
  const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 };
  const other = { ...times };
  const isBusy = machineIsBusy(
    () => now,
    () => [times, other].map((one) => ({ model: '', speed: 0, times: { ...one } })),
  );
  const pass = (user: number, idle: number) => {
    now += 1_000;
    times.user += user;
    times.idle += idle;
    other.nice += user;
    other.idle += idle;
  };
  expect(isBusy()).toBe(false);
  pass(900, 100);
  expect(isBusy()).toBe(true);
  now += 500;
  times.idle += 1_000;
  expect(isBusy()).toBe(true);
  pass(700, 300);
  expect(isBusy()).toBe(false);
});
