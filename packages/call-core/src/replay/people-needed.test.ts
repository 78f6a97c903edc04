import { expect, test } from 'vitest';

import { queueMember, queuePlan } from '../board/queue-plan.ts';
import type { ReplayCaller } from './day.ts';
import { type ExpectedDay, peopleNeeded } from './people-needed.ts';

const from = Date.parse('2026-12-01T00:00:00+07:00');
/** Somebody who was answered after some seconds, and talked for so many. */
const answered = (talk: number): ReplayCaller => ({
  id: '',
  queue: 'care',
  at: from,
  number: '',
  serviceNumber: '',
  outcome: 'answered',
  waitedMs: 8_000,
  rang: [{ extension: '101', rangMs: 4_000, cause: null }],
  talkMs: talk * 1_000,
  wrapUpMs: 20_000,
  then: null,
});
const gaveUp: ReplayCaller = { ...answered(0), outcome: 'abandoned', waitedMs: 60_000, talkMs: null, rang: [] };

const expected: ExpectedDay = {
  timeZone: 'Asia/Ho_Chi_Minh',
  from,
  queue: 'care',
  plan: queuePlan({ name: 'Chăm sóc', strategy: 'longest-idle', members: [queueMember('101')] }),
  greetingMs: 0,
  // From eight to ten twelve calls in each quarter, from ten to eleven four, and nobody after that.
  quarters: Array.from({ length: 48 }, (_, quarter) => (quarter < 32 ? 0 : quarter < 40 ? 12 : quarter < 44 ? 4 : 0)),
  like: [...[60, 120, 180, 240].map(answered), gaveUp],
  target: { level: 80, withinMs: 20_000, shortMs: 5_000 },
};

test('each half-hour has the people with whom so many are answered in time, and none where nobody calls', () => {
  const slots = peopleNeeded(expected);
  expect(slots).toHaveLength(24);
  const called = slots.filter(({ calls }) => calls > 0);
  expect(called.map(({ calls }) => calls)).toEqual([24, 24, 24, 24, 8, 8]);
  for (const { level } of called) expect(level).toBeGreaterThanOrEqual(80);
  expect(slots.filter(({ calls }) => calls === 0).every(({ people, level }) => people === 0 && level === null)).toBe(
    true,
  );
  // More calls need more people, and what Erlang says is not far off where calls come by chance.
  const [busy, quiet] = [called[1], called[5]];
  expect(busy?.people ?? 0).toBeGreaterThan(quiet?.people ?? 0);
  for (const { people, byErlang } of called) expect(Math.abs(people - byErlang)).toBeLessThanOrEqual(2);
});

test('who is to be answered sooner, or talks for longer, needs more people', () => {
  const morning = { ...expected, quarters: [6, 6, 6, 6] };
  const peopleOf = (change: Partial<ExpectedDay>) =>
    peopleNeeded({ ...morning, ...change }).reduce((sum, { people }) => sum + people, 0);
  const now = peopleOf({});
  expect(peopleOf({ target: { level: 95, withinMs: 10_000, shortMs: 5_000 } })).toBeGreaterThan(now);
  expect(peopleOf({ like: [400, 500].map(answered) })).toBeGreaterThan(now);
  expect(peopleOf({ quarters: [] })).toBe(0);
  // Of nobody who ever called something is known all the same.
  expect(peopleOf({ like: [] })).toBeGreaterThan(0);
});

test('where phones ring for longer than callers are to wait, nobody more is asked for', () => {
  const late = { ...answered(60), waitedMs: 34_000, rang: [{ extension: '101', rangMs: 30_000, cause: null }] };
  const slots = peopleNeeded({ ...expected, quarters: [0.5, 0.7], like: [late] });
  expect(slots.map(({ people }) => people)).toEqual(slots.map(({ byErlang }) => byErlang));
  expect(slots.every(({ level }) => level === null || level === 0)).toBe(true);
});
