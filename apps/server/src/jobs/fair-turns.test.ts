import { expect, test } from 'vitest';

import type { Share } from '../kernel/shares.ts';
import { FairTurns } from './fair-turns.ts';

/** A lane of so many places: who begins, one after the other, when each piece of work takes a round. */
function begun(queues: Record<string, number>, share: Share, rounds: number) {
  const turns = new FairTurns(share);
  const waiting = new Map(Object.entries(queues));
  const order: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const running: string[] = [];
    for (let place = 0; place < share.places; place += 1) {
      const standings = [...waiting].map(([company, left]) => ({
        company,
        waits: left > 0,
        running: running.filter((one) => one === company).length,
      }));
      const forbidden = turns.next(standings);
      // As the queue does it: the oldest that is not forbidden.
      const taken = standings.find(({ company, waits }) => waits && !forbidden.includes(company))?.company;
      if (taken === undefined) continue;
      running.push(taken);
      waiting.set(taken, (waiting.get(taken) ?? 0) - 1);
    }
    order.push(running.join(''));
  }
  return order;
}

test('whoever asks for much does not go before whoever asks for little', () => {
  expect(begun({ a: 100, b: 1 }, { places: 2, kept: 1, floor: 1 }, 3)).toEqual(['ab', 'a', 'a']);
  expect(begun({ a: 100, b: 2, c: 2 }, { places: 1, kept: 0, floor: 1 }, 7)).toEqual([
    'a',
    'b',
    'c',
    'a',
    'b',
    'c',
    'a',
  ]);
});

test('none takes the last place, even where nobody else waits', () => {
  expect(begun({ a: 100 }, { places: 3, kept: 1, floor: 1 }, 2)).toEqual(['aa', 'aa']);
});

test('two companies that ask for all leave a place to a third', () => {
  expect(begun({ a: 100, b: 100, c: 1 }, { places: 4, kept: 2, floor: 1 }, 1)).toEqual(['abc']);
});

test('whoever comes later begins where the others are, and does not make up for having been away', () => {
  const turns = new FairTurns({ places: 1, kept: 0, floor: 1 });
  const both = (companies: string) => Array.from(companies, (company) => ({ company, running: 0, waits: true }));
  for (let had = 0; had < 50; had += 1) turns.next(both('a'));
  const taken = Array.from({ length: 6 }, () => {
    const forbidden = turns.next(both('ab'));
    return ['a', 'b'].find((company) => !forbidden.includes(company));
  });
  expect(taken).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});

test('a company has no more places than the operator lets it, even where nobody else waits', () => {
  const turns = new FairTurns({ places: 9, kept: 0, floor: 2 });
  expect(turns.next([{ company: 'a', running: 1, most: 1, waits: true }])).toEqual(['a']);
  expect(turns.next([{ company: 'a', running: 1, most: 2, waits: true }])).toEqual([]);
});

test('of a company that works at many places another is served first', () => {
  const turns = new FairTurns({ places: 9, kept: 3, floor: 1 });
  const forbidden = turns.next([
    { company: 'a', running: 2, waits: true },
    { company: 'b', running: 0, waits: true },
    { company: 'c', running: 3, waits: true },
  ]);
  expect(forbidden).toEqual(['a', 'c']);
});
