import type { LegId, Member } from '@alo/call-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixOf } from './mix-plan.ts';

const id = (name: string) => name as LegId; // Names of this test.
const member = (leg: string, hears: readonly string[]): Member => ({
  leg: id(leg),
  hears: hears.map(id),
  channel: 'right',
});

test('who all hear each other are in one bridge', () => {
  const three = [member('a', ['b', 'c']), member('b', ['a', 'c']), member('c', ['a', 'b'])];
  expect(mixOf(three)).toEqual({ together: ['a', 'b', 'c'], whispers: [] });
});

test('who listens, and who whispers, is beside the bridge: whoever talks notices nothing when that changes', () => {
  const talking = [member('customer', ['agent']), member('agent', ['customer'])] as const;
  const boss = member('boss', ['customer', 'agent']);
  const heard = [
    { from: 'customer', to: 'boss' },
    { from: 'agent', to: 'boss' },
  ];
  expect(mixOf([...talking, boss])).toEqual({ together: ['customer', 'agent'], whispers: heard });
  expect(mixOf([talking[0], member('agent', ['customer', 'boss']), boss])).toEqual({
    together: ['customer', 'agent'],
    whispers: [{ from: 'boss', to: 'agent' }, ...heard],
  });
});

test('who holds hears nobody and is in no bridge', () => {
  expect(mixOf([member('a', []), member('b', [])])).toEqual({ together: [], whispers: [] });
});

test('who hears something else for now goes on being heard', () => {
  const two = [member('a', ['b']), member('b', ['a'])];
  expect(mixOf(two, new Set([id('a')]))).toEqual({ together: [], whispers: [{ from: 'a', to: 'b' }] });
});

test('whatever is wanted, each hears those whom it should and no others', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const graph = fc.tuple(...names.map((name) => fc.subarray(names.filter((other) => other !== name))));
  fc.assert(
    fc.property(graph, fc.subarray(names), (hears, busy) => {
      const members = names.map((name, i) => member(name, hears[i] ?? []));
      const plan = mixOf(members, new Set(busy.map(id)));
      for (const { leg, hears: wanted } of members) {
        const mixed = plan.together.includes(leg) ? plan.together.filter((other) => other !== leg) : [];
        const beside = plan.whispers.filter(({ to }) => to === leg).map(({ from }) => from);
        expect([...mixed, ...beside].sort()).toEqual(busy.includes(leg) ? [] : [...wanted].sort());
      }
    }),
  );
});
