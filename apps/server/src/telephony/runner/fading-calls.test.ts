import {
  type Call,
  type CallId,
  type Event,
  emptyBoard,
  getFrom,
  type LegId,
  type Recording,
  type RecordingId,
  step,
  type TrunkId,
} from '@alo/call-core';
import { expect, test } from 'vitest';

import { virtualTime } from '../../../simulator/virtual-time.ts';
import { createFadingCalls } from './fading-calls.ts';

const time = virtualTime(Date.UTC(2026, 10, 20, 3));
const clock = time.clockOf({ alive: true, frozenUntil: 0 });

/** Which calls are let go of, and after how many seconds. */
function watch() {
  const start = time.now;
  const gone: [id: string, seconds: number][] = [];
  const fading = createFadingCalls(clock, ({ id }) => gone.push([id, (time.now - start) / 1000]));
  return { fading, gone };
}

/** A call that nobody takes, as it is now. */
function called(name: string, parts: Partial<Call> = {}): Call {
  const id = name as CallId; // a test's own names
  const here = { call: id, leg: `${id}-in` as LegId, at: time.now };
  const origin = { kind: 'trunk', trunk: 'carrier' as TrunkId, number: '0901234567', name: '' } as const;
  const events: Event[] = [
    { type: 'arrived', ...here, origin, dialled: '02871000101' },
    { type: 'ended', ...here, cause: 'cancelled' },
  ];
  const call = getFrom(events.reduce((board, event) => step(board, event).board, emptyBoard).calls, id);
  if (call === undefined) throw new Error('nobody called');
  return { ...call, ...parts };
}

const stored = (bytes: number): Recording => ({
  id: 'r1' as RecordingId,
  kind: 'conversation',
  box: null,
  startedAt: time.now, // a test's own name
  state: 'stored',
  durationMs: bytes / 16,
  bytes,
  kept: 'whole',
});

test('what is over and written is let go of after a moment, each in its turn; what goes on stays', async () => {
  const { fading, gone } = watch();
  fading.begin();
  fading.written([called('one', { recordings: [stored(16_000)] }), called('goes on', { stage: 'open' })]);
  await time.run(5_000);
  fading.written([called('two')]);
  await time.run(60_000);
  fading.written([called('three')]);
  await time.run(60_000);
  expect(gone).toEqual([
    ['one', 20],
    ['two', 25],
    ['three', 85],
  ]);
});

test('as long as what the history has is still compared with what is known, nothing is let go of', async () => {
  const { fading, gone } = watch();
  fading.written([called('one')]);
  await time.run(300_000);
  expect(gone).toEqual([]);
  fading.begin();
  await time.run(0);
  expect(gone).toEqual([['one', 300]]);
});

test('a recording of which nobody told in time may be told of for ten minutes', async () => {
  const { fading, gone } = watch();
  fading.begin();
  fading.written([called('given up', { recordings: [stored(0)] })]);
  await time.run(590_000);
  expect(gone).toEqual([]);
  await time.run(30_000);
  expect(gone).toEqual([['given up', 600]]);
});

test('when it is closed it waits for nothing more', async () => {
  const { fading, gone } = watch();
  fading.begin();
  fading.written([called('one')]);
  fading.close();
  await time.run(60_000);
  expect(gone).toEqual([]);
});
