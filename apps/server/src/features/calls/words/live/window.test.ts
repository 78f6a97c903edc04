import { expect, test } from 'vitest';

import { windowIn } from './window.ts';

test('what was said to its end is sent, and what somebody is saying waits for the next part', () => {
  expect(windowIn([], 0, 5_000)).toEqual({ sends: [], upTo: 5_000 });
  expect(windowIn([[500, 2_000]], 0, 5_000)).toEqual({ sends: [[500, 2_000]], upTo: 5_000 });
  const speaking = [
    [500, 2_000],
    [3_000, 4_900],
  ] as const;
  expect(windowIn(speaking, 0, 5_000)).toEqual({ sends: [[500, 2_000]], upTo: 3_000 });
  expect(windowIn(speaking, 3_000, 6_000)).toEqual({ sends: [[3_000, 4_900]], upTo: 6_000 });
});

test('whoever never pauses is cut after twenty seconds, and goes on from there', () => {
  expect(windowIn([[0, 19_000]], 0, 19_000)).toEqual({ sends: [], upTo: 0 });
  expect(windowIn([[0, 21_000]], 0, 21_000)).toEqual({ sends: [[0, 21_000]], upTo: 21_000 });
  expect(windowIn([[0, 25_000]], 21_000, 30_000)).toEqual({ sends: [[21_000, 25_000]], upTo: 30_000 });
});
