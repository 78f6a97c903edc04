import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallStatus } from '../board/call.ts';
import type { RequestedAction } from '../board/request.ts';
import { valuesOf } from '../lib/persistent-map.ts';
import { someRuns } from '../testing/in-depth.ts';
import { rosterTimersOf } from '../testing/roster.ts';
import { longDays, opened, picks, Storm, shares } from '../testing/storm.ts';
import { activities } from './activities.ts';
import { isToldAgain } from './leg-event.ts';
import { step } from './step.ts';

/** So many orders of events take their time where many others use the machine. */
const slowMachine = 180_000;

/** Every kind of request; one that is missing does not compile. */
const requestKinds: Readonly<Record<RequestedAction['kind'], true>> = {
  call: true,
  reach: true,
  'hang-up': true,
  transfer: true,
  consult: true,
  swap: true,
  complete: true,
  merge: true,
  back: true,
  invite: true,
  remove: true,
  survey: true,
  hold: true,
  park: true,
  unpark: true,
  'pick-up': true,
  supervise: true,
  move: true,
  'pause-recording': true,
  keys: true,
  'queue-join': true,
  'queue-leave': true,
  'queue-pause': true,
  ready: true,
  'wrap-up-longer': true,
  'written-up': true,
};

/** And every way that a call can come out. */
const statuses: Readonly<Record<CallStatus, true>> = {
  answered: true,
  missed: true,
  abandoned: true,
  cancelled: true,
  busy: true,
  no_answer: true,
  failed: true,
  blocked: true,
  voicemail: true,
  callback: true,
  stopped_ivr: true,
};

test(
  'the storm knows every word: each event comes, each request is granted, each activity and outcome is come to, customers are called back',
  () => {
    const unseen = new Set([
      ...Object.keys(shares).map((type) => `event ${type}`),
      ...Object.keys(requestKinds).map((kind) => `granted ${kind}`),
      ...Object.keys(activities).map((kind) => `activity ${kind}`),
      ...Object.keys(statuses).map((status) => `outcome ${status}`),
      'callback under way',
      'recording refused',
    ]);
    // With other seeds it takes ten times as many days until each has come.
    for (const list of fc.sample(longDays, { seed: 26, numRuns: 1_000 })) {
      if (unseen.size === 0) break;
      const storm = new Storm();
      for (const pick of list) {
        storm.choose(pick);
        const event = storm.events.at(-1);
        unseen.delete(`event ${event?.type}`);
        if (event?.type === 'requested' && storm.replies.get(event.id)?.ok === true)
          unseen.delete(`granted ${event.what.kind}`);
        if (storm.board.callbacks.size > 0) unseen.delete('callback under way');
        for (const { legs, recordingRefused, recordings } of storm.calls()) {
          for (const { activity } of legs) unseen.delete(`activity ${activity.kind}`);
          if (recordingRefused !== undefined && recordings.length > 0) unseen.delete('recording refused');
        }
      }
      for (const { outcome } of storm.calls()) unseen.delete(`outcome ${outcome?.status}`);
    }
    expect(
      [...unseen],
      'testing/storm.ts comes to none of these; to an activity by a number in stormPlan and in dialled',
    ).toEqual([]);
  },
  slowMachine,
);

/** A consultation begins a millisecond after the moment in which its call ends: the clock is set back meanwhile. */
const clockSetBack = [
  { kind: 0, which: 975, detail: 1400, pass: 0 },
  { kind: 91, which: 302, detail: 0, pass: 0 },
  { kind: 65, which: 5229, detail: 1, pass: 0 },
  { kind: 110, which: 6028, detail: 7401, pass: 1 },
  { kind: 0, which: 0, detail: 0, pass: 1 },
];

/** Whom a call was transferred to answers a millisecond before it was. */
const answeredBefore = [
  { kind: 0, which: 0, detail: 2022, pass: 0 },
  { kind: 65, which: 0, detail: 16, pass: 0 },
  { kind: 110, which: 1529, detail: 5541, pass: 0 },
  { kind: 0, which: 0, detail: 0, pass: 1 },
  { kind: 65, which: 0, detail: 16, pass: 0 },
  { kind: 0, which: 0, detail: 1, pass: 1 },
];

/** Somebody is rung to listen to a consultation that becomes a conference before they answer. */
const conferenceMeanwhile = [
  { kind: 110, which: 7392, detail: 8, pass: 0 },
  { kind: 65, which: 0, detail: 0, pass: 0 },
  { kind: 65, which: 0, detail: 1, pass: 0 },
  { kind: 110, which: 5726, detail: 5699, pass: 0 },
  { kind: 65, which: 0, detail: 1, pass: 0 },
  { kind: 110, which: 7903, detail: 1, pass: 0 },
  { kind: 110, which: 9001, detail: 4171, pass: 0 },
  { kind: 65, which: 0, detail: 36, pass: 0 },
  { kind: 0, which: 0, detail: 0, pass: 0 },
];

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
          // Shifts go on when all calls are over.
          const shifts = rosterTimersOf(storm.board);
          expect([...storm.timers.values()].filter(({ open, timer }) => open && !shifts.includes(timer))).toEqual([]);
          expect([storm.board.parked.size, storm.board.adopted.size]).toEqual([0, 0]);
        }),
        { numRuns: someRuns(200), examples: [[clockSetBack], [answeredBefore], [conferenceMeanwhile]] },
      );
    },
    slowMachine,
  );

  test(
    'an arrival that is told again changes nothing, whatever has become of its leg',
    () => {
      fc.assert(
        fc.property(picks, (list) => {
          const storm = new Storm();
          for (const pick of list) storm.choose(pick);
          for (const event of storm.events.filter((one) => isToldAgain(storm.board, one))) {
            const { board, changed, commands } = step(storm.board, event);
            expect([changed.calls, changed.people, changed.queues, commands]).toEqual([[], [], [], []]);
            expect([board.calls, board.people]).toEqual([storm.board.calls, storm.board.people]);
          }
        }),
        { numRuns: someRuns(80) },
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
        { numRuns: someRuns(80) },
      );
    },
    slowMachine,
  );
});
