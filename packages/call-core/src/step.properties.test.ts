import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyBoard } from './board.ts';
import type { Event } from './event.ts';
import { valuesOf } from './persistent-map.ts';
import { step } from './step.ts';
import { hotline, officePlan, secondTrunk } from './test-plan.ts';
import { opened, phonesOf, picks, Storm } from './test-storm.ts';
import type { CallId, LegId } from './vocabulary.ts';

describe('whatever order events and requests come in, repeated, late and contradicting ones too', () => {
  test('nothing throws, every call ends with all that was in it, and no phone is left busy', () => {
    fc.assert(
      fc.property(picks, (list) => {
        const storm = new Storm();
        for (const pick of list) storm.choose(pick);
        storm.calmDown();
        expect(storm.wrong).toEqual([]);
        expect(storm.calls().filter((call) => call.stage !== 'ended')).toEqual([]);
        for (const person of valuesOf(storm.board.people)) expect(person.legs).toEqual([]);
        expect([...storm.timers.values()].filter(({ open }) => open)).toEqual([]);
        expect([storm.board.parked.size, storm.board.adopted.size]).toEqual([0, 0]);
      }),
      { numRuns: 400 },
    );
  });

  test('the same events give the same board', () => {
    fc.assert(
      fc.property(picks, (list) => {
        const storm = new Storm();
        for (const pick of list) storm.choose(pick);
        const replayed = storm.events.reduce((board, event) => step(board, event).board, opened);
        expect(replayed).toEqual(storm.board);
      }),
      { numRuns: 150 },
    );
  });
});

test('an event costs the same among ten calls and among ten thousand: counted in reads', () => {
  const few = readsOfACall(10);
  const many = readsOfACall(10_000);
  // Two more levels of the trie, of up to 32 slots each, are walked and copied; a loop over calls would read 10,000 of them.
  expect(many).toBeLessThanOrEqual(few * 2);
});

/** How often the switchboard is read while a customer calls, is answered and hangs up, with so many calls going on. */
function readsOfACall(others: number): number {
  let board = step(emptyBoard, { type: 'plan-changed', plan: officePlan, at: 0 }).board;
  board = step(board, phonesOf('101', 1, 0)).board;
  for (let index = 0; index < others; index++) board = step(board, arrival(`other${index}`, 1)).board;
  let reads = 0;
  const counted = <T extends object>(value: T): T =>
    new Proxy(value, {
      get(target, key, receiver) {
        reads++;
        const read: unknown = Reflect.get(target, key, receiver);
        return typeof read === 'object' && read !== null ? counted(read) : read;
      },
    });
  const call = 'other0' as CallId; // a test's own name
  const leg = `${call}/1` as LegId;
  const events: readonly Event[] = [
    { type: 'ringing', call, leg, at: 3 },
    { type: 'answered', call, leg, at: 4 },
    { type: 'ended', call, leg, at: 5, cause: 'normal' },
    arrival('another', 6),
  ];
  for (const event of events) step(counted(board), event);
  return reads;
}

function arrival(name: string, now: number): Event {
  return {
    type: 'arrived',
    call: name as CallId, // a test's own names
    leg: `${name}-in` as LegId,
    at: now,
    origin: { kind: 'trunk', trunk: secondTrunk, number: '0901234567', name: '' },
    dialled: hotline,
  };
}
