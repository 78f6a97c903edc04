import {
  type Board,
  type Call,
  type CallId,
  type ContactId,
  type Event,
  emptyBoard,
  emptyPlan,
  entriesOf,
  expiringIn,
  getFrom,
  type LegId,
  queueMember,
  queuePlan,
  type RecordingId,
  setIn,
  step,
  type TrunkId,
  valuesOf,
} from '@alo/call-core';
import { longDays, opened, Storm } from '@alo/call-core/storm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readSnapshot, takeSnapshot } from './snapshot.ts';

/** How long call control remembers what it answered. */
const rememberedMs = 10 * 60_000;
const people = Array.from({ length: 40 }, (_, index) => String(1000 + index));

test('no line of a snapshot grows with how many wait in one queue, or belong to it', () => {
  const longest = (board: Board) => Math.max(...linesOf(board).map((line) => JSON.stringify(line).length));
  expect(longest(boardWith(400))).toBeLessThan(longest(boardWith(60)) * 1.05);
});

test('queues are read as they were written: their lines in order, who is free, what they counted', () => {
  const board = boardWith(100);
  const { board: read } = readSnapshot(JSON.parse(JSON.stringify(linesOf(board))) as ReturnType<typeof linesOf>);
  expect([...entriesOf(read.queues)]).toEqual([...entriesOf(board.queues)]);
  // They go on alike: whoever is free next gets the same caller.
  const freed: Event = {
    type: 'ended',
    call: 'c0' as CallId,
    leg: 'in0' as LegId,
    at: 9_000,
    cause: 'normal', // a test's own names
  };
  expect(step(read, freed).commands).toEqual(step(board, freed).commands);
});

test('a call that is over but for its recording is still known behind a snapshot', () => {
  const board = boardWith(1);
  const [call] = [...valuesOf(board.calls)];
  if (call === undefined) throw new Error('nobody called');
  const ended = { state: 'ended', cause: 'normal', sipCode: null, endedAt: call.startedAt + 9_000 } as const;
  const over = {
    ...call,
    stage: 'ended',
    legs: call.legs.map((leg) => ({ ...leg, ...ended })),
    recordings: [{ id: 'r1' as RecordingId, kind: 'conversation', box: null, startedAt: 2_000, state: 'stopping' }],
  } as const satisfies Call;
  const read = writtenAndRead({ ...board, calls: setIn(board.calls, call.id, over) });
  expect(getFrom(read.calls, call.id)).toEqual(over);
});

test('a day that goes through a snapshot goes on as the one that does not, to the same board', () => {
  fc.assert(
    fc.property(longDays, fc.nat(), (picks, cut) => {
      const storm = new Storm();
      for (const pick of picks) storm.choose(pick);
      const middle = cut % storm.events.length;
      let [through, straight] = [opened, opened];
      let over: ReadonlySet<CallId> = new Set();
      for (const [index, event] of storm.events.entries()) {
        if (index === middle) {
          over = new Set([...valuesOf(straight.calls)].flatMap(({ id, stage }) => (stage === 'ended' ? id : [])));
          through = writtenAndRead(through);
        }
        // A snapshot leaves them to the database; that the engine tells of one again is known by the number of its word.
        if ('call' in event && over.has(event.call)) continue;
        const [after, expected] = [step(through, event), step(straight, event)];
        expect(after.commands).toEqual(expected.commands);
        expect(after.replies).toEqual(expected.replies);
        [through, straight] = [after.board, expected.board];
      }
      // What is told last may have happened before what was told already.
      const end = Math.max(...storm.events.map(({ at }) => at));
      expect(toCompare(through, end)).toEqual(toCompare(straight, end));
    }),
    { numRuns: 25, endOnFailure: true }, // A whole day is not made smaller in any time that one waits for.
  );
});

function writtenAndRead(board: Board): Board {
  const lines = [
    ...takeSnapshot({ board, timers: [], wanted: new Map(), heard: null, unwritten: { calls: [], spans: [] } }),
  ];
  return readSnapshot(JSON.parse(JSON.stringify(lines)) as typeof lines).board; // as it came from the disk
}

/**
 * All of a board but the calls that are over, which a snapshot leaves to the database, and answers that are due to be forgotten:
 * with a step that changes something a few of them are.
 */
function toCompare({ fading, calls, replies, ...rest }: Board, at: number) {
  const open = [...valuesOf(calls)].filter(({ stage }) => stage !== 'ended');
  const answered = [...expiringIn(fading.replies)].filter((one) => one.at > at - rememberedMs);
  return {
    ...rest,
    open,
    answered,
    replies: answered.map(({ key }) => getFrom(replies, key)),
    talks: [...expiringIn(fading.lastTalks)],
  };
}

function linesOf(board: Board) {
  const nothing = { timers: [], wanted: new Map(), heard: null, unwritten: { calls: [], spans: [] } };
  return [...takeSnapshot({ board, ...nothing })].filter(({ part }) => part !== 'plan');
}

/** One queue of forty, half of whom are signed in, and so many callers. */
function boardWith(callers: number): Board {
  const care = queuePlan({ name: 'CSKH', strategy: 'longest-idle', members: people.map((each) => queueMember(each)) });
  const extension = (number: string) => ({
    extension: number,
    name: number,
    ringSeconds: 25,
    otherwise: null,
    seesMaskedNumbers: false,
    ...({ callWaiting: false, supervises: 'nobody', pickUpGroup: null } as const),
  });
  const plan = {
    ...emptyPlan,
    extensions: Object.fromEntries(people.map((each) => [each, extension(each)])),
    queues: { care },
    inboundRules: [
      {
        name: 'Tất cả',
        number: null,
        callerPattern: null,
        timeGroup: null,
        afterTalk: null,
        destination: { kind: 'queue', queue: 'care' },
      } as const,
    ],
  };
  const events: Event[] = [
    { type: 'plan-changed', plan, at: 0 },
    ...people.slice(0, 20).map((each): Event => {
      const contacts = [{ id: `phone-${each}` as ContactId, asleep: false }]; // a test's own names
      return { type: 'contacts', extension: each, contacts, at: 0 };
    }),
    ...Array.from({ length: callers }, (_, index): Event => {
      const number = `09000${String(index).padStart(5, '0')}`;
      const origin = { kind: 'trunk', trunk: 'carrier' as TrunkId, number, name: '' } as const;
      const [call, leg] = [`c${index}` as CallId, `in${index}` as LegId];
      return { type: 'arrived', call, leg, at: 1_000 + index, origin, dialled: '02871000101' };
    }),
  ];
  return events.reduce((board, event) => step(board, event).board, emptyBoard);
}
