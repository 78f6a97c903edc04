import { beforeEach, expect, test } from 'vitest';

import { type Stillness, watchStillness } from './stillness.ts';

/** What waits by a clock that only a test moves, in the order of its time. */
let now: number;
let waiting: { readonly at: number; readonly what: () => void }[];
let heard: string[];
let stillness: Stillness;

beforeEach(() => {
  [now, waiting, heard] = [0, [], []];
  const clock = {
    now: () => now,
    after(ms: number, what: () => void) {
      const due = { at: now + ms, what };
      waiting.push(due);
      return () => void waiting.splice(waiting.indexOf(due), 1);
    },
    breathe: () => Promise.resolve(),
  };
  stillness = watchStillness(clock, (since) => heard.push(`stood still since ${since}`));
});

/** The process runs, and hears what is due at its moment. */
function runUntil(until: number): void {
  for (;;) {
    const due = waiting.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];
    if (due === undefined) break;
    waiting.splice(waiting.indexOf(due), 1);
    now = Math.max(now, due.at);
    due.what();
  }
  now = until;
}

test('a process that runs never stood still, however little it has to do', () => {
  runUntil(600_000);
  expect(heard).toEqual([]);
});

test('what waited by the clock is heard after the stop, also where it was due before anybody looked', () => {
  runUntil(1_000);
  stillness.clock.after(100, () => heard.push('a time was up'));
  now = 41_000;
  runUntil(41_000);
  expect(heard).toEqual(['stood still since 1000', 'a time was up']);
});

test('a word that comes in by another way lets the stop be noticed first, and once', () => {
  runUntil(1_000);
  now = 41_000;
  stillness.notice();
  heard.push('the engine died');
  stillness.notice();
  runUntil(42_000);
  expect(heard).toEqual(['stood still since 1000', 'the engine died']);
});

test('it waits for nothing when it is closed', () => {
  stillness.close();
  expect(waiting).toEqual([]);
});
