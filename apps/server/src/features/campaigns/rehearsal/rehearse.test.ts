import { localTime } from '@alo/calendar';
import type { CampaignMode } from '@alo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type KnownWorld, worldOf } from './known-world.ts';
import type { Rehearsal, RehearsedCampaign, World } from './rehearsal-plan.ts';
import { rehearseToEnd } from './rehearse.ts';
import { middleOf, rehearseOften, withPeople } from './rehearse-often.ts';

const timeZone = 'Asia/Ho_Chi_Minh';
/** A Monday, some seconds past nine. */
const now = Date.parse('2026-11-30T09:12:13+07:00');
const [minute, day] = [60_000, 86_400_000];

const known = (mode: CampaignMode, answered = 0.4): KnownWorld => ({
  mode,
  timeZone,
  answeredAt: Array.from({ length: 24 }, () => answered),
  unanswered: [
    { network: 'no_answer', share: 0.7, lastsMs: 25_000 },
    { network: 'busy', share: 0.3, lastsMs: 2_500 },
  ],
  ringMs: 9_000,
  talksMs: [20_000, 60_000, 150_000],
  wrapMs: 10_000,
  outcomes: [{ said: '', leaves: 'done', share: 1 }],
  heard: [{ heard: 'heard', leaves: 'done', share: 1, lastsMs: 12_000 }],
});

function planOf(mode: CampaignMode, many: number, change: Partial<Rehearsal> = {}): Rehearsal {
  return {
    now,
    until: now + 180 * day,
    timeZone,
    rules: {
      kind: 'care',
      status: 'running',
      starts_on: null,
      ends_on: null,
      calls_from: '08:00',
      calls_to: '17:00',
      max_attempts: 3,
    },
    pauseMinutes: 120,
    retries: [{ result: 'busy', step: 'again', minutes: 15, most: 1 }],
    dialling: {
      mode,
      queueId: 'queue',
      lines: mode === 'ratio' ? 1.5 : mode === 'predictive' ? 3 : 1,
      waitSeconds: 2,
      abandonPercent: 3,
      previewSeconds: 10,
      most: { lines: 8, perHour: null },
    },
    callers: { ownNetwork: true, calls: null, minutes: 60, numbers: [] },
    contacts: Array.from({ length: many }, (_, n) => {
      const number = `+849${String(10_000_000 + n)}`;
      return {
        state: 'new',
        attempts: 0,
        next: 0,
        stopped: false,
        number,
        numbers: [number],
        refuses: false,
        tried: [],
      };
    }),
    blocked: [],
    advertised: [],
    people: [null, null, null],
    handledMs: 86_000,
    thinkMs: 10_000,
    lately: [],
    ...change,
  };
}

/** The calls of a run beside what came of it. */
function watched(
  plan: Rehearsal,
  world: World,
): { run: RehearsedCampaign; calls: { contact: number; nth: number; at: number; overAt: number }[] } {
  const calls: { contact: number; nth: number; at: number; overAt: number }[] = [];
  const run = rehearseToEnd(plan, {
    callOf(contact, nth, at) {
      const its = world.callOf(contact, nth, at);
      calls.push({ contact, nth, at, overAt: at + its.ringMs });
      return its;
    },
  });
  return { run, calls };
}

const modes = ['hand', 'preview', 'progressive', 'ratio', 'predictive', 'broadcast'] as const satisfies CampaignMode[];

test('whatever the campaign: no call outside its hours, none more than it may, none before its pause, and all come to an end', () => {
  fc.assert(
    fc.property(
      fc.record({
        mode: fc.constantFrom(...modes),
        kind: fc.constantFrom('advertising' as const, 'care' as const),
        from: fc.constantFrom('06:00', '08:30', '10:00'),
        to: fc.constantFrom('11:00', '16:59', '24:00'),
        most: fc.integer({ min: 1, max: 4 }),
        pauseMinutes: fc.integer({ min: 1, max: 600 }),
        people: fc.integer({ min: 1, max: 6 }),
        seed: fc.integer({ min: 1, max: 10_000 }),
        answered: fc.constantFrom(0, 0.3, 1),
      }),
      ({ mode, kind, from, to, most, pauseMinutes, people, seed, answered }) => {
        const base = planOf(mode, 40, { pauseMinutes, people: Array.from({ length: people }, () => null) });
        const rules = { ...base.rules, kind, calls_from: from, calls_to: to, max_attempts: most };
        const { run, calls } = watched({ ...base, rules }, worldOf(known(mode, answered), seed));
        const [opens, closes] =
          kind === 'advertising' ? [from < '08:00' ? '08:00' : from, to > '17:00' ? '17:00' : to] : [from, to];
        for (const { at } of calls) {
          const { minute: of } = localTime(at, timeZone);
          const time = `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`;
          expect(opens <= time && time < closes).toBe(true);
        }
        for (const those of Map.groupBy(calls, ({ contact }) => contact).values()) {
          expect(those.length).toBeLessThanOrEqual(most);
          for (const [n, { nth, at }] of those.entries()) {
            expect(nth).toBe(n + 1);
            const before = those[n - 1];
            if (before === undefined) continue;
            const least = Math.min(15, pauseMinutes) * minute;
            expect(at - before.at).toBeGreaterThanOrEqual(kind === 'advertising' ? day : least);
            expect(at).toBeGreaterThanOrEqual(before.overAt);
          }
        }
        expect([run.left, run.calls]).toEqual([0, calls.length]);
        expect(run.end).not.toBeNull();
        expect(run.abandoned).toBeLessThanOrEqual(run.reached);
        expect(run.busyMs).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: 60 },
  );
});

test('the same seed is the same campaign, and another is another one', () => {
  const run = (seed: number) => rehearseToEnd(planOf('predictive', 200), worldOf(known('predictive'), seed));
  expect(run(5)).toEqual(run(5));
  expect(run(5).end).not.toBe(run(6).end);
});

test('who is never called is never called: refused, blocked, without a number, done with', () => {
  const base = planOf('progressive', 6);
  const contacts = base.contacts.map((one, n) => ({
    ...one,
    ...(n === 0 && { refuses: true }),
    ...(n === 1 && { number: '', numbers: [] }),
    ...(n === 2 && { state: 'done' as const }),
    ...(n === 3 && { attempts: 3 }),
  }));
  const plan = {
    ...base,
    contacts,
    blocked: [contacts[4]?.number ?? ''],
    rules: { ...base.rules, kind: 'advertising' as const },
  };
  const { run, calls } = watched(plan, worldOf(known('progressive', 1), 1));
  expect([run.left, calls.map(({ contact }) => contact)]).toEqual([0, [5]]);
});

test('a number that had its advertising within the day waits for its own moment', () => {
  const base = planOf('progressive', 2);
  const last = now - 20 * 60 * minute;
  const plan = {
    ...base,
    rules: { ...base.rules, kind: 'advertising' as const },
    advertised: [[base.contacts[0]?.number ?? '', last] as const],
  };
  const { calls } = watched(plan, worldOf(known('progressive', 1), 1));
  expect(calls.map(({ contact }) => contact)).toEqual([1, 0]);
  expect((calls[1]?.at ?? 0) - (last + day)).toBeGreaterThanOrEqual(0);
  expect((calls[1]?.at ?? 0) - (last + day)).toBeLessThan(1_000);
});

test('people call while they are there, and a campaign whose last day is over is not done', () => {
  const until = now + 10 * minute;
  const base = planOf('progressive', 400, {
    people: [[{ from: now, to: until }], [{ from: now + 2 * day, to: now + 3 * day }]],
  });
  const { run, calls } = watched(
    { ...base, rules: { ...base.rules, ends_on: '2026-12-01' } },
    worldOf(known('progressive'), 3),
  );
  expect(Math.max(...calls.map(({ at }) => at))).toBeLessThanOrEqual(until);
  expect([run.end, run.left > 300]).toEqual([null, true]);
  expect(run.presentMs).toBe(until - now);
});

test('a message goes by its lines and its hour, and numbers that have called enough rest', () => {
  const hourly = planOf('broadcast', 300);
  const { calls } = watched(
    { ...hourly, dialling: { ...hourly.dialling, most: { lines: 8, perHour: 60 } } },
    worldOf(known('broadcast'), 2),
  );
  for (const { at } of calls)
    expect(calls.filter((one) => one.at > at - 60 * minute && one.at <= at).length).toBeLessThanOrEqual(60);

  const shown = planOf('progressive', 100, {
    people: Array.from({ length: 20 }, () => null),
    callers: {
      ownNetwork: false,
      calls: 5,
      minutes: 60,
      numbers: [
        { number: '+842871000111', carrier: '', calledAt: [] },
        { number: '+842871000112', carrier: '', calledAt: [] },
      ],
    },
  });
  const placed = watched(shown, worldOf(known('progressive'), 2)).calls.map(({ at }) => at);
  for (const at of placed)
    expect(placed.filter((one) => one > at - 60 * minute && one <= at).length).toBeLessThanOrEqual(10);
});

test('the fewest people that end it by a day are enough, and one fewer is too few; where no number is, that is said', () => {
  const plan = planOf('progressive', 400);
  const world = known('progressive');
  const deadline = Date.parse('2026-11-30T16:00:00+07:00');
  const { needed } = rehearseOften({ plan, world, seed: 3, deadline });
  // The same chances that were tried.
  const inTime = (people: number) => {
    const runs = [0, 1, 2].map((turn) =>
      rehearseToEnd({ ...withPeople(plan, people), until: deadline }, worldOf(world, 3 + turn * 7_919)),
    );
    const ends = runs.map(({ end }) => end ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
    return (middleOf(ends) ?? 0) <= deadline;
  };
  expect(needed).toBeGreaterThan(1);
  expect([inTime(needed ?? 0), inTime((needed ?? 0) - 1)]).toEqual([true, false]);
  const tooSoon = now + 60 * minute;
  expect(rehearseOften({ plan, world, seed: 3, deadline: tooSoon }).needed).toBeNull();
});
