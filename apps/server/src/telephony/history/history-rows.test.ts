import {
  type CallId,
  type ContactId,
  type Event,
  emptyBoard,
  emptyPlan,
  getFrom,
  type LegId,
  type QueueStay,
  type RecordingId,
  type RoutingPlan,
  step,
  type TrunkId,
} from '@alo/call-core';
import { expect, test } from 'vitest';

import { eventsOfCall } from './company-events.ts';
import { rowsOf, trunkOf } from './history-rows.ts';

const call = 'c' as CallId; // a test's own names, as those below
const caller = 'caller' as LegId;
const callee = 'c/1' as LegId;

const person = (extension: string) => ({
  extension,
  name: extension,
  ringSeconds: 25,
  otherwise: null,
  seesMaskedNumbers: false,
  ...({ callWaiting: false, supervises: 'nobody', pickUpGroup: null } as const),
});

const plan: RoutingPlan = {
  ...emptyPlan,
  extensions: { 101: person('101'), 102: person('102') },
  internalNumbers: { 102: { kind: 'direct', extension: '102' } },
};

/** 101 calls 102, they talk, and 101 hangs up. */
const events: readonly Event[] = [
  { type: 'plan-changed', plan, at: 0 },
  { type: 'contacts', extension: '102', contacts: [{ id: 'phone' as ContactId, asleep: false }], at: 0 },
  { type: 'arrived', call, leg: caller, at: 1_000, origin: { kind: 'extension', extension: '101' }, dialled: '102' },
  { type: 'ringing', call, leg: callee, at: 1_100 },
  { type: 'answered', call, leg: callee, at: 2_000 },
  { type: 'ended', call, leg: caller, at: 9_000, cause: 'normal' },
];

test('who was told to go when the call ended is over in its rows, before the word of it comes and afterwards', () => {
  const talked = events.reduce((board, event) => step(board, event).board, emptyBoard);
  const gone = step(talked, { type: 'ended', call, leg: callee, at: 9_200, cause: 'normal' }).board;
  const endsOf = (board: typeof gone) => {
    const found = getFrom(board.calls, call);
    if (found === undefined) throw new Error('there was no call');
    return rowsOf(found, 1).legs.map(({ ended_at: ended }) => ended?.getTime());
  };
  expect(endsOf(talked)).toEqual([9_000, 9_000]);
  expect(endsOf(gone)).toEqual([9_000, 9_200]);
});

test('a recording of which there is nothing has failed, unless the disk was full', () => {
  const board = events.reduce((before, event) => step(before, event).board, emptyBoard);
  const found = getFrom(board.calls, call);
  if (found === undefined) throw new Error('there was no call');
  const stateOf = (kept: 'whole' | 'incomplete' | 'no-space', bytes: number) => {
    const id = 'c-3' as RecordingId;
    const recording = {
      id,
      kind: 'conversation',
      box: null,
      startedAt: 2_000,
      state: 'stored',
      durationMs: 0,
    } as const;
    return rowsOf({ ...found, recordings: [{ ...recording, bytes, kept }] }, 1).recordings[0]?.state;
  };
  expect(stateOf('whole', 0)).toBe('failed');
  expect(stateOf('incomplete', 0)).toBe('failed');
  expect(stateOf('no-space', 0)).toBe('no-space');
  expect(stateOf('no-space', 44)).toBe('no-space');
});

test('a call whose customer refused recording says when and what became of it, and of what is not kept nothing is there', () => {
  const found = getFrom(events.reduce((board, event) => step(board, event).board, emptyBoard).calls, call);
  if (found === undefined) throw new Error('there was no call');
  const stored = { state: 'stored', durationMs: 3_000, bytes: 96_044, kept: 'whole', box: null } as const;
  const recordings = [
    { id: 'c-3' as RecordingId, kind: 'conversation', startedAt: 2_000, ...stored },
    { id: 'c-4' as RecordingId, kind: 'message', startedAt: 8_000, ...stored },
  ] as const;
  const of = (drops: boolean) => {
    const refused = { ...found, recordings, recordingRefused: { at: 5_000, key: '9', drops } as const };
    const rows = rowsOf(refused, 1);
    const { recording_refused_at: at, recording_refused: became } = rows.call;
    const kept = rows.recordings.map(({ state, bytes, duration_ms: ms, dropped }) => [state, bytes, ms, dropped]);
    const told = eventsOfCall(refused).filter(({ type }) => type.startsWith('call.record'));
    return { at: at?.getTime(), became, kept, told: told.map(({ type, detail }) => [type, detail]) };
  };
  const message = ['ready', 96_044, 3_000, false];
  expect(of(false)).toEqual({
    at: 5_000,
    became: 'kept',
    kept: [['ready', 96_044, 3_000, false], message],
    told: [
      ['call.recording-refused', { key: '9', after_seconds: 3, kept: true }],
      ['call.recorded', {}],
    ],
  });
  expect(of(true)).toEqual({
    at: 5_000,
    became: 'dropped',
    kept: [['failed', 0, 0, true], message],
    told: [['call.recording-refused', { key: '9', after_seconds: 3, kept: false }]],
  });
  const { recording_refused_at: at, recording_refused: became } = rowsOf(found, 1).call;
  expect([at, became]).toEqual([null, '']);
});

test('the line of a conversation is the one that its customer was on: that they came by, that answered, or that was tried last', () => {
  const leg = (side: 'arrived' | 'dialled', trunk: string | null, answeredAt: number | null = null) => ({
    side,
    answeredAt,
    party: trunk === null ? ({ kind: 'extension' } as const) : ({ kind: 'outside', trunk } as const),
  });
  expect(trunkOf([leg('arrived', 'a'), leg('dialled', null, 1), leg('dialled', 'b', 2)])).toBe('a');
  expect(trunkOf([leg('arrived', null), leg('dialled', 'a'), leg('dialled', 'b', 2), leg('dialled', 'c')])).toBe('b');
  expect(trunkOf([leg('arrived', null), leg('dialled', 'a'), leg('dialled', 'b')])).toBe('b');
  expect(trunkOf([leg('arrived', null), leg('dialled', null, 1)])).toBe('');
});

test('a bot came by no carrier, and is in no figure of a queue', () => {
  const found = getFrom(events.reduce((board, event) => step(board, event).board, emptyBoard).calls, call);
  if (found === undefined) throw new Error('there was no call');
  const queueStays = [{ queue: 'a', outcome: 'abandoned', waitedMs: 1_000 } as const];
  const trunk = 'viettel' as TrunkId; // of this test
  const legs = found.legs.map((leg) =>
    leg.side === 'arrived' ? { ...leg, party: { kind: 'outside', number: '', name: '', trunk } as const } : leg,
  );
  const of = (purpose: 'test' | 'campaign') => {
    const rows = rowsOf({ ...found, legs, queueStays, purpose }, 1);
    return [rows.call.purpose, rows.call.trunk_id, rows.legs[0]?.trunk_id, rows.queueStays[0]?.counts];
  };
  expect(of('test')).toEqual(['test', '', '', false]);
  expect(of('campaign')).toEqual(['campaign', trunk, trunk, true]);
  expect(rowsOf(found, 1).call.purpose).toBe('people');
});

test('a call is once in each queue that it was in: as it was answered there, or as it left it last', () => {
  const found = getFrom(events.reduce((board, event) => step(board, event).board, emptyBoard).calls, call);
  if (found === undefined) throw new Error('there was no call');
  const stay = (queue: string, outcome: QueueStay['outcome'], waitedMs: number) => ({ queue, outcome, waitedMs });
  const of = (queueStays: readonly QueueStay[]) =>
    rowsOf({ ...found, queueStays }, 1).queueStays.map((row) => [row.queue_id, row.outcome, row.wait_ms]);
  expect(rowsOf(found, 1).queueStays).toEqual([]);
  // By way of another queue it came back, was answered, was sent there once more and gave up.
  const stays = [
    stay('a', 'timed-out', 60_000),
    stay('b', 'turned-away', 0),
    stay('a', 'answered', 4_000.4),
    stay('a', 'abandoned', 90_000),
    stay('b', 'abandoned', 7_000),
  ];
  expect(of(stays)).toEqual([
    ['a', 'answered', 64_000],
    ['b', 'abandoned', 7_000],
  ]);
  expect(rowsOf({ ...found, queueStays: stays }, 1).queueStays[0]).toMatchObject({
    call_id: call,
    call_started_at: new Date(1_000),
  });
});

test('a call sounds as its worst leg did, once that is over, and is poor by ten seconds that were', () => {
  const talked = events.slice(0, -1).reduce((board, event) => step(board, event).board, emptyBoard);
  const measured = { lossPercent: 1, farLossPercent: 0, jitterMs: 2, roundTripMs: 20 };
  const worst = { ...measured, lossPercent: 50 };
  const rowsAfter = (some: readonly Event[]) => {
    const found = getFrom(some.reduce((board, event) => step(board, event).board, talked).calls, call);
    if (found === undefined) throw new Error('there was no call');
    const { call: row, legs } = rowsOf(found, 1);
    return { mos: row.mos && Math.round(row.mos * 10) / 10, poor: row.poor, legs };
  };
  const live: Event = { type: 'quality', call, leg: callee, at: 5_000, ...measured, lossPercent: 30 };
  expect(rowsAfter([live])).toMatchObject({ mos: null, poor: false });
  const ends = (leg: LegId, quality: typeof measured & { worst?: typeof measured; device?: string }): Event => ({
    type: 'ended',
    call,
    leg,
    at: 9_000,
    cause: 'normal',
    quality: { codec: 'pcma', ...quality },
  });
  const good = rowsAfter([ends(caller, measured), ends(callee, { ...measured, farLossPercent: 3, device: 'd1' })]);
  expect(good).toMatchObject({ mos: 4.1, poor: false });
  expect(good.legs).toMatchObject([
    { loss_percent: 1, far_loss_percent: 0, worst_mos: null, poor: false, codec: 'pcma', device_id: '' },
    { loss_percent: 1, far_loss_percent: 3, worst_mos: null, poor: false, codec: 'pcma', device_id: 'd1' },
  ]);
  const poor = rowsAfter([ends(caller, measured), ends(callee, { ...measured, worst })]);
  expect(poor).toMatchObject({ mos: 4.3, poor: true, legs: [{ poor: false }, { poor: true }] });
  expect(poor.legs[1]?.worst_mos).toBeLessThan(2.6);
  expect(rowsAfter([ends(caller, { ...measured, lossPercent: 12 })])).toMatchObject({ mos: 3.2, poor: true });
});
