import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type PaceFacts, paceOf } from './pace.ts';

const facts: PaceFacts = {
  free: 5,
  underWay: 0,
  linesPerAgent: 1,
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
      expect(dial + of.underWay).toBeLessThanOrEqual(Math.max(of.underWay, of.free * of.linesPerAgent));
    }),
  );
});
