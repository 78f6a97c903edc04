import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from './persistent-map.ts';
import { step } from './step.ts';
import { opened, picks, Storm } from './test-storm.ts';

/** So many orders of events take their time where many others use the machine. */
const slowMachine = 180_000;

describe('whatever order events and requests come in, repeated, late and contradicting ones too', () => {
  test(
    'nothing throws, every call ends with all that was in it, and no phone is left busy',
    () => {
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
        { numRuns: 200 },
      );
    },
    slowMachine,
  );

  test(
    'the same events give the same board',
    () => {
      fc.assert(
        fc.property(picks, (list) => {
          const storm = new Storm();
          for (const pick of list) storm.choose(pick);
          const replayed = storm.events.reduce((board, event) => step(board, event).board, opened);
          expect(replayed).toEqual(storm.board);
        }),
        { numRuns: 80 },
      );
    },
    slowMachine,
  );
});
