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
import { type HistoryBatch, Unwritable } from './history-batch.ts';
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

/** A writer whose database never takes what is of one call, and whose disk takes nothing until it has room. */
function openRefusing(refused: CallId) {
  const written: HistoryBatch[] = [];
  const kept: HistoryBatch[] = [];
  const shipped: number[] = [];
  const told: CallId[] = [];
  const disk = { isFull: true };
  const writer = createHistoryWriter({
    tenantId: 'tenant',
    clock: systemClock,
    log: quiet,
    aside: {
      count: 0,
      async keep(batch) {
        if (disk.isFull) throw new Error('no space');
        kept.push(batch);
      },
    },
    firstSeq: 1,
    beatMs: 1,
    onShipped: (seq) => void shipped.push(seq),
    onWritten: (calls) => void told.push(...calls.map((call) => call.id)),
    onFenced: () => undefined,
    store: {
      async write(batch) {
        if (batch.calls.some(({ call }) => call.id === refused)) throw new Unwritable('it cannot be made into rows');
        written.push(batch);
      },
      withoutCalls: () => Promise.reject(new Error('not asked here')),
      writtenUpTo: () => Promise.resolve({ seq: 0, newer: [] }),
      endForgotten: () => Promise.reject(new Error('not asked here')),
      endRecordings: () => Promise.reject(new Error('not asked here')),
    },
  });
  return { writer, written, kept, shipped, told, disk };
}

const idsIn = (batches: readonly HistoryBatch[]) => batches.flatMap(({ calls }) => calls.map(({ call }) => call.id));

test('a row that the database refuses and a full disk cannot set aside holds up no other, and is not forgotten', async () => {
  const other = 'd' as CallId; // a test's own name
  const { writer, written, kept, shipped, told, disk } = openRefusing(id);
  writer.add(callAt(1_000), 1, null);
  writer.add({ ...callAt(1_000), id: other }, 2, null);
  await writer.drained();
  writer.add({ ...callAt(2_000), id: other }, 3, null);
  await writer.drained();
  expect([idsIn(written), told]).toEqual([
    [other, other],
    [other, other],
  ]);
  // Nothing says that the history has everything: the journal stays, and the next process goes through it.
  expect([shipped, written.map(({ upTo }) => upTo)]).toEqual([[], [null, null]]);
  expect(writer.behind).toMatchObject({ refused: 1, since: expect.any(Number) });
  expect(writer.due.calls.map((call) => call.id)).toEqual([id]);
  // Of two states the later one is set aside.
  writer.add(callAt(4_000), 4, null);
  await writer.drained();
  expect(writer.behind.refused).toBe(1);
  disk.isFull = false;
  await expect.poll(() => writer.behind).toEqual({ calls: 0, since: null, refused: 0 });
  expect(kept.flatMap(({ calls }) => calls.map(({ revision }) => revision))).toEqual([4]);
  expect([shipped, told.at(-1), writer.due.calls]).toEqual([[4], id, []]);
});

test('whoever closes the writer has it try once more, and what finds no room stays what is due', async () => {
  const { writer, kept } = openRefusing(id);
  writer.add(callAt(1_000), 1, null);
  await writer.drained();
  await writer.close();
  expect([kept, writer.due.calls.map((call) => call.id), writer.behind.since]).toEqual([[], [id], expect.any(Number)]);
  const later = openRefusing(id);
  later.writer.add(callAt(1_000), 1, null);
  await later.writer.drained();
  later.disk.isFull = false;
  await later.writer.close();
  expect([later.kept.length, later.writer.due.calls, later.writer.behind.since]).toEqual([1, [], null]);
});

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
