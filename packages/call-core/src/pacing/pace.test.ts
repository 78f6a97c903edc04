import fc from 'fast-check';
import { expect, test } from 'vitest';

import { liveCallingDay, type Pacing } from '../testing/calling-day.ts';
import { someRuns } from '../testing/in-depth.ts';
import { meanPacing } from '../testing/mean-pacing.ts';
import { mostCalls } from './foresight.ts';
import { type PaceFacts, paceOf } from './pace.ts';

const facts: PaceFacts = {
  free: 5,
  underWay: 0,
  linesPerAgent: 1,
  soonFree: null,
  called: 0,
  reached: 0,
  pickedUp: 0,
  abandoned: 0,
  abandonPercent: 3,
};
const asked = (change: Partial<PaceFacts>) => paceOf({ ...facts, ...change });

test('one line is for one who is free, less those that are under way, and it is said why', () => {
  expect(asked({})).toEqual({ dial: 5, words: 'đang gọi 5 vì 5 rảnh' });
  expect(asked({ underWay: 3 })).toEqual({ dial: 2, words: 'đang gọi 5 vì 5 rảnh' });
  expect(asked({ free: 0 })).toEqual({ dial: 0, words: 'chưa gọi: không ai rảnh' });
  expect(asked({ free: 0, underWay: 2 })).toEqual({ dial: 0, words: 'đang gọi 2, không ai rảnh thêm' });
});

test('several lines are for one who is free where the campaign says so, and half of a line is none', () => {
  expect(asked({ linesPerAgent: 1.5, called: 100, reached: 41 })).toEqual({
    dial: 7,
    words: 'đang gọi 7 vì 5 rảnh, 1,5 đường mỗi người, gặp 41 %',
  });
  expect(asked({ free: 1, linesPerAgent: 1.5 }).dial).toBe(1);
});

test('where too many wait in vain everybody has one line again', () => {
  const many = { linesPerAgent: 2, called: 400, reached: 200, pickedUp: 200 };
  expect(asked({ ...many, abandoned: 5 }).dial).toBe(10);
  expect(asked({ ...many, abandoned: 6 })).toEqual({
    dial: 5,
    words: 'đang gọi 5 vì 5 rảnh, gặp 50 %, 3 % khách nghe không ai kịp nói, quá 3 %: mỗi người một đường',
  });
  // The first one of a day is borne, the second is not.
  expect([0, 1].map((abandoned) => asked({ linesPerAgent: 2, pickedUp: 3, abandoned }).dial)).toEqual([10, 5]);
});

test('never more lines than the campaign lets each have, and never fewer than none', () => {
  const n = fc.integer({ min: 0, max: 500 });
  const some = fc.record({
    free: n,
    underWay: n,
    linesPerAgent: fc.double({ min: 1, max: 5, noNaN: true }),
    soonFree: fc.option(fc.integer({ min: 0, max: 100 })),
    called: n,
    reached: n,
    pickedUp: n,
    abandoned: n,
    abandonPercent: fc.integer({ min: 1, max: 10 }),
  });
  fc.assert(
    fc.property(some, (of) => {
      const { dial } = paceOf(of);
      expect(dial).toBeGreaterThanOrEqual(0);
      // Those that are under way by now are not taken back.
      expect(dial + of.underWay).toBeLessThanOrEqual(
        Math.max(of.underWay, of.free, (of.free + (of.soonFree ?? 0)) * of.linesPerAgent),
      );
    }),
  );
});

test('what is foreseen is who is free soon and how many are met, and it is said', () => {
  const day = { linesPerAgent: 3, called: 1000, reached: 410, pickedUp: 410, abandoned: 4 };
  const { dial, words } = asked({ ...day, soonFree: 2 });
  expect(dial).toBeGreaterThan(7);
  expect(words).toBe(`đang gọi ${dial} vì 5 rảnh, 2 sắp rảnh, gặp 41 %`);
  // Before anything is known of a day, and where too many waited in vain, everybody has one line.
  expect(asked({ ...day, soonFree: 2, called: 10, reached: 4 }).dial).toBe(5);
  expect(asked({ ...day, soonFree: 2, abandoned: 13 }).dial).toBe(5);
  // Somebody is called for whoever is about to be free.
  expect(asked({ ...day, free: 0, soonFree: 3 }).dial).toBeGreaterThan(0);
});

test('of so many calls no larger share is expected in vain than was said, counted out one by one', () => {
  for (const [people, chance] of [
    [1, 0.4],
    [3, 0.2],
    [12, 0.41],
    [40, 0.6],
  ] as const) {
    const calls = mostCalls({ people, chance, atMost: people * 5, inVain: 0.03 });
    const shareOf = (n: number) => {
      let [chanceOfK, inVain] = [(1 - chance) ** n, 0];
      for (let k = 0; k <= n; k += 1) {
        inVain += Math.max(0, k - people) * chanceOfK;
        chanceOfK *= ((n - k) / (k + 1)) * (chance / (1 - chance));
      }
      return inVain / (n * chance);
    };
    expect(shareOf(calls)).toBeLessThanOrEqual(0.03 + 1e-9);
    // None of these comes to its bound: one more would be too many.
    expect(calls).toBeLessThan(people * 5);
    expect(shareOf(calls + 1)).toBeGreaterThan(0.03 - 1e-9);
  }
});

test('days of chance: who waits in vain stays below the cap, and people talk more than with one line each', () => {
  const days = [
    { people: 5, chance: 0.3, talkSeconds: 90 },
    { people: 12, chance: 0.41, talkSeconds: 120 },
    { people: 40, chance: 0.2, talkSeconds: 60 },
  ] as const;
  for (const day of days) {
    const live = (foresees: boolean, seed: number) =>
      liveCallingDay({
        ...day,
        hours: 4,
        pace: { linesPerAgent: foresees ? 4 : 1, abandonPercent: 3, foresees },
        random: chanceFrom(seed),
      });
    const foreseen = Array.from({ length: 8 }, (_, seed) => live(true, seed + 1));
    const one = Array.from({ length: 8 }, (_, seed) => live(false, seed + 1));
    expect(Math.max(...foreseen.map(({ abandoned }) => abandoned))).toBeLessThanOrEqual(0.032);
    expect(mean(foreseen.map(({ used }) => used))).toBeGreaterThan(mean(one.map(({ used }) => used)) + 0.03);
  }
});

test('people talk three points more than by the formula of the literature with its best factor that keeps the cap', () => {
  const campaigns = [
    { people: 5, chance: 0.3, talkSeconds: 90 },
    { people: 12, chance: 0.41, talkSeconds: 120 },
    { people: 40, chance: 0.2, talkSeconds: 60 },
    { people: 100, chance: 0.35, talkSeconds: 150 },
  ] as const;
  const days = (pacing?: Pacing) =>
    campaigns.flatMap((campaign) =>
      Array.from({ length: someRuns(8) }, (_, seed) =>
        liveCallingDay({
          ...campaign,
          hours: 8,
          pace: { linesPerAgent: 4, abandonPercent: 3, foresees: true },
          random: chanceFrom(seed + 1),
          ...(pacing === undefined ? {} : { pacing }),
        }),
      ),
    );
  const used = (all: ReturnType<typeof days>) => mean(all.map((day) => day.used));
  const ours = days();
  expect(Math.max(...ours.map(({ abandoned }) => abandoned))).toBeLessThanOrEqual(0.03);
  const keepsCap = [0.5, 0.6].map((factor) => used(days(meanPacing(factor))));
  expect(used(ours)).toBeGreaterThan(Math.max(...keepsCap) + 0.03);
});

const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

/** The same from the same seed. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
