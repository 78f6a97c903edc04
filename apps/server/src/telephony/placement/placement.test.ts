import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type LivingNode, placeOf } from './placement.ts';

const node = (holder: string, besides: Partial<LivingNode> = {}): LivingNode => ({
  holder,
  share: 100,
  takes: true,
  isSettled: true,
  ...besides,
});
const companies = Array.from({ length: 10_000 }, () => randomUUID());

function placed(nodes: readonly LivingNode[], before?: ReadonlyMap<string, string>, mayMove = true) {
  return new Map(
    companies.map((company) => [company, placeOf(company, before?.get(company) ?? null, nodes, { mayMove }) ?? '']),
  );
}
const countsOf = (places: ReadonlyMap<string, string>) => {
  const counts = Map.groupBy(places.values(), (holder) => holder);
  return (holder: string) => (counts.get(holder)?.length ?? 0) / companies.length;
};
const moved = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) =>
  companies.filter((company) => before.get(company) !== after.get(company));

test('companies are spread evenly, and by weight where nodes have different ones', () => {
  const even = countsOf(placed([node('a'), node('b'), node('c')]));
  for (const holder of ['a', 'b', 'c']) expect(even(holder)).toBeCloseTo(1 / 3, 1);
  const byShare = countsOf(placed([node('a', { share: 300 }), node('b')]));
  expect(byShare('a')).toBeCloseTo(0.75, 1);
});

test('a node that comes takes its share and no company changes between the others, once they may move', () => {
  const before = placed([node('a'), node('b'), node('c')]);
  const four = [node('a'), node('b'), node('c'), node('d')];
  expect(moved(before, placed(four, before, false))).toEqual([]);
  const after = placed(four, before);
  const gone = moved(before, after);
  expect(gone.length / companies.length).toBeCloseTo(1 / 4, 1);
  expect(new Set(gone.map((company) => after.get(company)))).toEqual(new Set(['d']));
});

test('a node that has just begun calls no company away, and takes those that nobody has', () => {
  const before = placed([node('a')]);
  const nodes = [node('a'), node('b', { isSettled: false })];
  expect(moved(before, placed(nodes, before))).toEqual([]);
  expect(countsOf(placed(nodes))('b')).toBeCloseTo(1 / 2, 1);
});

test('of a node that dies its companies alone go to others, spread over all of them, and come home again', () => {
  const before = placed([node('a'), node('b'), node('c')]);
  const without = placed([node('a'), node('b')], before, false);
  const gone = moved(before, without);
  expect(new Set(gone.map((company) => before.get(company)))).toEqual(new Set(['c']));
  expect(gone.filter((company) => without.get(company) === 'a').length / gone.length).toBeCloseTo(1 / 2, 1);
  expect(moved(before, placed([node('a'), node('b'), node('c')], without))).toEqual([]);
});

test('a drained node gives away what may move and is given nothing, but where there is nobody else', () => {
  const before = placed([node('a'), node('b')]);
  const drained = [node('a', { takes: false }), node('b', { isSettled: false })];
  expect(moved(before, placed(drained, before, false))).toEqual([]);
  expect(countsOf(placed(drained, before))('b')).toBe(1);
  expect(countsOf(placed(drained))('b')).toBe(1);
  const alone = [node('a', { takes: false })];
  expect(moved(before, placed(alone, before)).every((company) => before.get(company) === 'b')).toBe(true);
  expect(placeOf('x', null, [], { mayMove: true })).toBeUndefined();
});

const nodes = fc.uniqueArray(
  fc.record({
    holder: fc.string({ minLength: 1, maxLength: 8 }),
    share: fc.integer({ min: 0, max: 1_000 }),
    takes: fc.boolean(),
    isSettled: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6, selector: ({ holder }) => holder },
);

test('whatever the nodes are: somebody who lives has it, in any order of them, and who has it keeps it as long as it may not move', () => {
  fc.assert(
    fc.property(fc.uuid(), nodes, fc.nat(5), fc.boolean(), (company, living, index, mayMove) => {
      const at = (living[index] ?? living[0])?.holder ?? '';
      const place = placeOf(company, at, living, { mayMove });
      expect(living.map(({ holder }) => holder)).toContain(place);
      expect(placeOf(company, at, living.toReversed(), { mayMove })).toBe(place);
      expect(placeOf(company, at, living, { mayMove: false })).toBe(at);
      // Who got it is asked next, and does not send it on: nothing goes round in circles.
      expect(placeOf(company, place ?? null, living, { mayMove })).toBe(place);
    }),
  );
});
