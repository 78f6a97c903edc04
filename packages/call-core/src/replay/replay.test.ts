import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type QueuePlan, queueMember, type StrategyKind } from '../board/queue-plan.ts';
import { type LivedDay, liveDay } from '../testing/lived-day.ts';
import { officePlan } from '../testing/plan.ts';
import { officeWith } from '../testing/queue-office.ts';
import { changedDay, noChanges, type PeopleChange } from './changes.ts';
import type { ReplayDay } from './day.ts';
import { replay } from './replay.ts';
import { replayDayOf } from './seen-day.ts';

const strategies: readonly StrategyKind[] = [
  ...(['ring-all', 'longest-idle', 'fewest-calls', 'round-robin'] as const),
  ...(['random', 'weighted', 'linear', 'skills'] as const),
];
const monday = Date.parse('2026-11-23T08:00:00+07:00');
const hour = 3_600_000;
const people = Array.from({ length: 6 }, (_, index) => String(101 + index));

function office(queue: Partial<QueuePlan>) {
  const [some] = Object.values(officePlan.extensions);
  if (some === undefined) throw new Error('The office has nobody.');
  return {
    ...officeWith({ members: people.map((extension) => queueMember(extension)), ...queue }),
    extensions: Object.fromEntries(people.map((extension) => [extension, { ...some, extension }])),
  };
}

/** The same from the same seed. */
function chanceFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const dayOf = (queue: Partial<QueuePlan>, seed: number, differs: Partial<LivedDay> = {}) =>
  liveDay({
    plan: office(queue),
    people,
    from: monday,
    hours: 2,
    calls: 100,
    talkMs: 200_000,
    patienceMs: 90_000,
    missed: 0.2,
    random: chanceFrom(seed),
    ...differs,
  }).seen;

const settings = fc.record({
  strategy: fc.constantFrom(...strategies),
  wrapUpSeconds: fc.constantFrom(0, 10),
  ringSeconds: fc.constantFrom(8, 20),
  maxWaiting: fc.constantFrom(null, 3),
  maxWaitSeconds: fc.constantFrom(null, 60),
  toEnter: fc.constantFrom('anything' as const, 'somebody-ready' as const),
  greeting: fc.constantFrom([], [{ kind: 'file', file: 'greeting.wav' } as const]),
});

test('a day that nobody changes comes out as it was: each caller answered or lost, by then and in that time', () => {
  fc.assert(
    fc.property(settings, fc.nat(1_000_000), fc.constantFrom(0, 0.2), (queue, seed, missed) => {
      const seen = dayOf(queue, seed, { missed });
      const was = seen.stays.map(({ call: id, outcome, waitedMs }) => ({ id, outcome, waitedMs }));
      const is = livedAgain(replayDayOf(seen));
      const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id);
      expect(is.toSorted(byId)).toEqual(was.toSorted(byId));
      // Changes that change nothing do not either.
      expect(livedAgain(changedDay(replayDayOf(seen), noChanges))).toEqual(is);
    }),
    // What a person chose while nobody could see it decides once in some hundred days who of two was idle for longer: the same days each time.
    { numRuns: 15, seed: 2026 },
  );
});

const livedAgain = (day: ReplayDay) =>
  replay(day).stays.map(({ id, outcome, waitedMs }) => ({ id, outcome, waitedMs }));

/** Answered within twenty seconds, of a hundred who came. */
function levelOf(day: ReplayDay): number {
  const { stays } = replay(day);
  const inTime = stays.filter(({ outcome, waitedMs }) => outcome === 'answered' && waitedMs <= 20_000);
  return (inTime.length * 100) / stays.length;
}

test('with people more fewer are lost, with people less, more calls or longer talk more are', () => {
  const day = replayDayOf(dayOf({ strategy: 'longest-idle' }, 42, { calls: 180, missed: 0 }));
  const now = levelOf(day);
  const withPeople = (change: Partial<PeopleChange>) =>
    levelOf(
      changedDay(day, {
        ...noChanges,
        people: [{ queue: 'sales', count: 2, from: monday, to: monday + 2 * hour, ...change }],
      }),
    );
  expect(withPeople({})).toBeGreaterThan(now + 5);
  expect(withPeople({ count: -2 })).toBeLessThan(now - 5);
  // Who comes when nobody calls helps nobody.
  expect(withPeople({ from: monday + 4 * hour, to: monday + 5 * hour })).toBe(now);
  expect(levelOf(changedDay(day, { ...noChanges, calls: 1.5 }))).toBeLessThan(now);
  expect(levelOf(changedDay(day, { ...noChanges, talk: 1.5 }))).toBeLessThan(now);
  expect(levelOf(changedDay(day, { ...noChanges, talk: 0.5 }))).toBeGreaterThan(now);
});

test('a queue that rings somebody else, or longer, is that queue', () => {
  const day = replayDayOf(dayOf({ strategy: 'linear' }, 7, { missed: 0 }));
  const busy = (strategy: StrategyKind) => {
    const { spans } = replay(changedDay(day, { ...noChanges, queues: { sales: { strategy } } }));
    const first = spans.filter(({ extension, status }) => extension === '101' && status === 'on-a-call');
    return first.reduce((sum, { from, to }) => sum + ((to ?? from) - from), 0);
  };
  // The first of the list has most calls as long as the list is asked from its top.
  expect(busy('linear')).toBeGreaterThan(busy('longest-idle'));
});

test('a fifth more calls are a fifth more, and each of them somebody who calls like another one', () => {
  const day = replayDayOf(dayOf({}, 3, { calls: 1_000 }));
  const more = changedDay(day, { ...noChanges, calls: 1.2 }).callers;
  expect(more.length / day.callers.length).toBeGreaterThan(1.15);
  expect(more.length / day.callers.length).toBeLessThan(1.25);
  expect(new Set(more.map(({ id }) => id)).size).toBe(more.length);
  expect(changedDay(day, { ...noChanges, calls: 0.5 }).callers.length / day.callers.length).toBeLessThan(0.6);
});

test('whoever waited in one queue and then in another comes to the second one only where nobody took them in the first', () => {
  const members = [queueMember('101')];
  const queues = {
    first: { ...office({}).queues['sales'], name: 'Một', maxWaitSeconds: 10, members } as QueuePlan,
    second: { ...office({}).queues['sales'], name: 'Hai', members: [queueMember('102')] } as QueuePlan,
  };
  const base = { number: '', serviceNumber: '', wrapUpMs: 0, rang: [], then: null } as const;
  const second = {
    ...base,
    id: 'c',
    queue: 'second',
    at: monday + 15_000,
    outcome: 'answered',
    waitedMs: 3_000,
    talkMs: 60_000,
    rang: [{ extension: '102', rangMs: 3_000, cause: null }],
  } as const;
  const day: ReplayDay = {
    timeZone: 'Asia/Ho_Chi_Minh',
    from: monday,
    to: monday + hour,
    queues,
    greetingMs: {},
    callers: [
      {
        ...base,
        id: 'c',
        queue: 'first',
        at: monday,
        outcome: 'timed-out',
        waitedMs: 10_000,
        talkMs: null,
        then: { afterMs: 5_000, caller: second },
      },
    ],
    people: [
      { extension: '101', away: [{ from: 0, to: monday + hour, why: 'off' }] },
      { extension: '102', away: [] },
    ],
  };
  const stays = (of: ReplayDay) => replay(of).stays.map(({ queue, outcome, waitedMs }) => [queue, outcome, waitedMs]);
  expect(stays(day)).toEqual([
    ['first', 'timed-out', 10_000],
    ['second', 'answered', 3_000],
  ]);
  const helped = changedDay(day, {
    ...noChanges,
    people: [{ queue: 'first', count: 1, from: monday - hour, to: monday + hour }],
  });
  expect(stays(helped)).toEqual([['first', 'answered', 3_000]]);
});
