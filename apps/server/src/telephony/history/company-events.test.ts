import { type Board, type Call, step, valuesOf } from '@alo/call-core';
import { opened, picks, Storm } from '@alo/call-core/storm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { eventsOfCall } from './company-events.ts';

const keysOf = (call: Call) => eventsOfCall(call).map(({ key }) => key);
/** Of a hold it may be known only later that its person had left by then: it is told, and is no part of the call in the end. */
const isOfHold = (key: string): boolean => /\/call\.(held|resumed)\//.test(key);

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
          expect(keys).toEqual(expect.arrayContaining((known.get(call.id) ?? []).filter((key) => !isOfHold(key))));
          known.set(call.id, keys);
        }
      }
    }),
    {
      numRuns: 40,
      examples: [
        // Sent on twice in the same moment.
        [
          [
            { kind: 0, which: 3327, detail: 3141, pass: 0 },
            { kind: 65, which: 0, detail: 66, pass: 0 },
            { kind: 110, which: 2517, detail: 7687, pass: 0 },
            { kind: 65, which: 0, detail: 26, pass: 0 },
            { kind: 95, which: 2233, detail: 6193, pass: 0 },
            { kind: 0, which: 0, detail: 0, pass: 0 },
          ],
        ],
      ],
    },
  );
});
