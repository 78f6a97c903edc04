import { expect, test } from 'vitest';

import { calmClock, quietMs } from './calm-clock.ts';

const hour = 3_600_000;

test('a clock that is set in mid-call changes no duration; a call after it has the new time', () => {
  let [wall, steady, busy] = [50 * hour, 1_000, false];
  const pass = (ms: number) => {
    wall += ms;
    steady += ms;
  };
  const now = calmClock(
    () => busy,
    () => wall,
    () => steady,
  );
  for (const step of [hour, -2 * hour]) {
    busy = true;
    const began = now();
    expect(began).toBe(wall);
    pass(1_000);
    wall += step;
    pass(2_000);
    expect(now() - began).toBe(3_000);
    busy = false;
    pass(quietMs - 1);
    expect(now() - began).toBe(3_000 + quietMs - 1);
    pass(1);
    expect(now()).toBe(wall);
  }
  // A clock that is set right bit by bit is followed at once.
  busy = true;
  wall += 100;
  expect(now()).toBe(wall);
});

test('a clock that loses the time is not followed, whether anybody calls or not, until it has one again', () => {
  const began = Date.UTC(2026, 10, 29);
  let [wall, steady] = [began, 0];
  const now = calmClock(
    () => false,
    () => wall,
    () => steady,
  );
  steady += 60_000;
  wall = 30_000;
  expect(now()).toBe(began + 60_000);
  wall = Date.UTC(2000, 0, 1);
  steady += 60_000;
  expect(now()).toBe(began + 120_000);
  wall = began + hour;
  expect(now()).toBe(began + hour);
});
