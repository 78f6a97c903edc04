import { type Board, type Call, step, valuesOf } from '@alo/call-core';
import { opened, picks, Storm } from '@alo/call-core/storm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { eventsOfCall } from './company-events.ts';

const keysOf = (call: Call) => eventsOfCall(call).map(({ key }) => key);

test('whatever happens in calls, what programs were told of stays told, and each thing is told by a key of its own', () => {
  fc.assert(
    fc.property(picks, (chosen) => {
      const storm = new Storm();
      for (const pick of chosen) storm.choose(pick);
      let board: Board = opened;
      const known = new Map<string, readonly string[]>();
      for (const event of storm.events) {
        board = step(board, event).board;
        for (const call of valuesOf(board.calls)) {
          const keys = keysOf(call);
          expect(new Set(keys).size).toBe(keys.length);
          expect(keys).toEqual(expect.arrayContaining([...(known.get(call.id) ?? [])]));
          known.set(call.id, keys);
        }
      }
    }),
    { numRuns: 40 },
  );
});
