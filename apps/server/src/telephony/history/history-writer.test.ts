import {
  type Call,
  type CallId,
  type Event,
  emptyBoard,
  emptyPlan,
  getFrom,
  type LegId,
  type StatusSpan,
  step,
} from '@alo/call-core';
import { expect, test } from 'vitest';

import { systemClock } from '../clock.ts';
import type { HistoryBatch } from './history-batch.ts';
import { createHistoryWriter } from './history-writer.ts';

const id = 'c' as CallId; // a test's own names
const leg = 'caller' as LegId;
const arrived: Event = {
  type: 'arrived',
  call: id,
  leg,
  at: 1_000,
  origin: { kind: 'extension', extension: '101' },
  dialled: '102',
};

/** A call as it is when it has come, at two moments: the writer looks at nothing else of it. */
function callAt(at: number): Call {
  const events: Event[] = [
    { type: 'plan-changed', plan: emptyPlan, at: 0 },
    { ...arrived, at },
  ];
  let board = emptyBoard;
  for (const event of events) board = step(board, event).board;
  const call = getFrom(board.calls, id);
  if (call === undefined) throw new Error('the call is not there any more');
  return call;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = { count: 0, keep: () => Promise.reject(new Error('nothing is set aside')) };

/** A writer whose database refuses the first write, and what was written in the end. */
function open() {
  const written: HistoryBatch[] = [];
  const failing = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let tries = 0;
  const writer = createHistoryWriter({
    tenantId: 'tenant',
    clock: systemClock,
    log: quiet,
    aside: never,
    firstSeq: 1,
    beatMs: 1,
    onShipped: () => undefined,
    onFenced: () => undefined,
    store: {
      async write(batch) {
        tries += 1;
        if (tries === 1) {
          begun.resolve();
          await failing.promise;
        }
        written.push(batch);
      },
      withoutCalls: () => Promise.reject(new Error('not asked here')),
      writtenUpTo: () => Promise.resolve({ seq: 0, newer: [] }),
      endForgotten: () => Promise.reject(new Error('not asked here')),
      endRecordings: () => Promise.reject(new Error('not asked here')),
    },
  });
  return { writer, written, begun: begun.promise, fail: () => failing.reject(new Error('the database is away')) };
}

test('a state that comes while an older one fails to be written is the one that is written', async () => {
  const { writer, written, begun, fail } = open();
  writer.add(callAt(1_000), 1, null);
  await begun;
  writer.add(callAt(2_000), 2, null);
  fail();
  await writer.drained();
  expect(written.flatMap(({ calls }) => calls.map(({ call, revision }) => [call.id, revision]))).toEqual([[id, 2]]);
});

test('what people’s time goes to is written as it is last, and what failed is not lost', async () => {
  const { writer, written, begun, fail } = open();
  const span = (extension: string, to: number | null): StatusSpan => ({
    extension,
    from: 1_000,
    to,
    status: 'ready',
    reason: null,
  });
  writer.addSpan(span('101', null), 1);
  writer.addSpan(span('102', null), 2);
  await begun;
  writer.addSpan(span('101', 5_000), 3);
  fail();
  await writer.drained();
  const last = written.flatMap(({ spans }) => spans.map(({ span: { extension }, revision }) => [extension, revision]));
  expect(last.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    ['101', 3],
    ['102', 2],
  ]);
});
