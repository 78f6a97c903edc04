import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changesBetween,
  deleteFrom,
  emptyMap,
  getFrom,
  type PersistentMap,
  setIn,
  valuesOf,
} from './persistent-map.ts';

// Few keys, so that they are replaced and deleted; the first two have the same hash.
const keys = fc.oneof(fc.constantFrom('costarring', 'liquid', 'a', 'b', 'c', '__proto__'), fc.string({ maxLength: 2 }));
const changes = fc.array(fc.tuple(keys, fc.option(fc.nat())), { maxLength: 200 });

test('it holds what a Map holds, and no change touches an older version', () => {
  fc.assert(
    fc.property(changes, (list) => {
      const model = new Map<string, number>();
      let map: PersistentMap<number> = emptyMap;
      for (const [key, value] of list) {
        const older = map;
        const before = [...valuesOf(older)];
        map = value === null ? deleteFrom(map, key) : setIn(map, key, value);
        if (value === null) model.delete(key);
        else model.set(key, value);
        expect([...valuesOf(older)]).toEqual(before);
      }
      expect(map.size).toBe(model.size);
      for (const [key, value] of model) expect(getFrom(map, key)).toBe(value);
      expect([...valuesOf(map)].sort(ascending)).toEqual([...model.values()].sort(ascending));
    }),
  );
});

test('a map that was emptied looks like one that was never filled', () => {
  let map: PersistentMap<number> = setIn(emptyMap, 'stays', 0);
  const before = map;
  for (let index = 0; index < 1000; index++) map = setIn(map, `k${index}`, index);
  for (let index = 0; index < 1000; index++) map = deleteFrom(map, `k${index}`);
  expect(map).toEqual(before);
});

test('a change among ten thousand entries copies one path', () => {
  let map: PersistentMap<number> = emptyMap;
  for (let index = 0; index < 10_000; index++) map = setIn(map, `call-${index}`, index);
  const old = nodesOf(map);
  const changed = [...nodesOf(setIn(map, 'call-77', -1))].filter((node) => !old.has(node));
  expect(changed.length).toBeLessThanOrEqual(7);
});

function nodesOf(map: PersistentMap<number>): Set<object> {
  const seen = new Set<object>();
  const walk = (node: PersistentMap<number>['root']) => {
    if (node === null) return;
    seen.add(node);
    if ('slots' in node) node.slots.forEach(walk);
  };
  walk(map.root);
  return seen;
}

function ascending(left: number, right: number): number {
  return left - right;
}

test('what is different between two versions is what was changed, whichever way they came about', () => {
  const built = (list: readonly (readonly [string, number | null])[], start: PersistentMap<number>) =>
    list.reduce((map, [key, value]) => (value === null ? deleteFrom(map, key) : setIn(map, key, value)), start);
  fc.assert(
    fc.property(changes, changes, (first, then) => {
      const before = built(first, emptyMap);
      const after = built(then, before);
      let copied = before;
      const told = [...changesBetween(before, after)];
      for (const [key, value] of told) {
        expect(getFrom(before, key)).not.toBe(value);
        copied = value === undefined ? deleteFrom(copied, key) : setIn(copied, key, value);
      }
      expect(copied).toEqual(after);
      expect(new Set(told.map(([key]) => key)).size).toBe(told.length);
      expect(told.length).toBeLessThanOrEqual(then.length);
    }),
  );
});
