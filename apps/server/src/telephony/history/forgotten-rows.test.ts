import type { Call, StatusSpan } from '@alo/call-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { testClaim } from '../../../testing/claim.ts';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { leaseStore } from '../lease/lease-store.ts';
import type { HistoryStore } from './history-batch.ts';
import { historyStore } from './history-store.ts';

const at = Date.UTC(2026, 10, 20, 3);
let database: OwnedTestDatabase;
let store: HistoryStore;
/** Another process of the same installation. */
let nextStore: () => HistoryStore;
let tenantId: string;

beforeAll(async () => {
  database = await ownedTestDatabase();
  const { tenant } = await openTestOffice(database.db, 'quen');
  tenantId = tenant;
  const leases = leaseStore(database.db);
  const claim = await testClaim(database.db, 'test');
  await leases.claim(tenant, claim);
  nextStore = () => historyStore(database.db, tenant, claim, new Set());
  store = nextStore();
});
afterAll(() => database.close());
beforeEach(() => database.owner.query('delete from status_span'));

function write(status: StatusSpan['status'], from: number, to: number | null, revision: number): Promise<void> {
  const due = { ...span(status, from), to: to === null ? null : at + to };
  return store.write({ calls: [], events: [], spans: [{ span: due, revision }] });
}

function span(status: StatusSpan['status'], from: number) {
  return { extension: '101', status, reason: null, from: at + from };
}

async function spans() {
  const { rows } = await database.owner.query<{ status: string; from_at: Date; to_at: Date | null }>(
    'select status, from_at, to_at from status_span order by from_at',
  );
  const seconds = (time: Date | null) => (time === null ? null : (time.getTime() - at) / 1000);
  return rows.map(({ status, from_at, to_at }) => [status, seconds(from_at), seconds(to_at)]);
}

test('what somebody’s time went to by an event that the journal lacks goes, though the journal has later ones', async () => {
  await write('ready', -60_000, 0, 1);
  await write('ready', 0, 10_000, 3);
  // The journal lacks the end of the call at 20 s, and has that it ended at 21 s.
  await write('wrapping-up', 20_000, 25_000, 6);
  await write('ready', 25_000, 30_000, 7);
  await write('on-a-call', 10_000, 21_000, 5);
  // It has the end of this one, too, and what ended it later was lost.
  await write('wrapping-up', 21_000, 33_000, 9);
  await write('on-a-call', 30_000, null, 8);
  await store.endForgotten({
    running: [],
    recordings: [],
    takenUp: [],
    before: 100,
    began: at + 40_000,
    aliveAt: at + 39_000,
    spans: [{ ...span('on-a-call', 30_000), to: null }],
    pastSpans: [
      { ...span('ready', 0), to: at + 10_000 },
      { ...span('on-a-call', 10_000), to: at + 21_000 },
      { ...span('wrapping-up', 21_000), to: at + 30_000 },
    ],
    toldSpans: [],
  });
  expect(await spans()).toEqual([
    ['ready', -60, 0],
    ['ready', 0, 10],
    ['on-a-call', 10, 21],
    ['wrapping-up', 21, 30],
    ['on-a-call', 30, null],
  ]);
});

test('what the journal has stands there, where the history had something else by events that the journal lacks', async () => {
  await write('ready', 0, 10_000, 1);
  // The journal has a later one of both ends: what was written of these goes, and what began with them was never written.
  await write('wrapping-up', 20_000, 29_000, 3);
  await write('on-a-call', 10_000, 20_000, 3);
  await write('ready', 29_000, null, 4);
  const remembered = {
    running: [],
    recordings: [],
    takenUp: [],
    before: 100,
    began: at + 40_000,
    aliveAt: at + 39_000,
    spans: [{ ...span('ready', 30_000), to: null }],
    pastSpans: [
      { ...span('on-a-call', 10_000), to: at + 21_000 },
      { ...span('wrapping-up', 21_000), to: at + 30_000 },
    ],
    toldSpans: [],
  };
  const right = [
    ['ready', 0, 10],
    ['on-a-call', 10, 21],
    ['wrapping-up', 21, 30],
    ['ready', 30, null],
  ];
  await store.endForgotten(remembered);
  expect(await spans()).toEqual(right);
  // Another installation has told of them since: nothing is put beside that.
  await database.owner.query('update status_span set journal = journal + 1 where from_at = $1', [
    new Date(at + 30_000),
  ]);
  await database.owner.query('delete from status_span where from_at = $1', [new Date(at + 21_000)]);
  await store.endForgotten(remembered);
  expect(await spans()).toEqual(right.filter(([, from]) => from !== 21));
});

test('what began by an event that the journal lacks does not last into what the journal has', async () => {
  await write('ready', 0, 10_000, 1);
  // The journal has neither the answer nor what was before it: it begins within the call.
  await write('on-a-call', 10_000, 16_000, 3);
  await write('ready', 16_000, null, 4);
  await store.endForgotten({
    running: [],
    recordings: [],
    takenUp: [],
    before: 100,
    began: at + 40_000,
    aliveAt: at + 39_000,
    spans: [{ ...span('ready', 13_000), to: null }],
    pastSpans: [],
    toldSpans: [],
  });
  expect(await spans()).toEqual([
    ['ready', 0, 10],
    ['on-a-call', 10, 13],
    ['ready', 13, null],
  ]);
});

test('of whom the journal knows nothing, what is told again stands in place of what was told before', async () => {
  await write('ready', 0, 10_000, 1);
  // This one was told of when the process before heard of it.
  await write('on-a-call', 20_000, 39_998, 2);
  await write('wrapping-up', 39_998, null, 3);
  await write('ready', 10_000, 25_000, 4);
  await write('on-a-call', 20_000, 40_000, 101);
  await write('wrapping-up', 40_000, null, 102);
  await store.endForgotten({
    running: [],
    recordings: [],
    takenUp: [],
    before: 100,
    began: at + 50_000,
    aliveAt: 0,
    spans: [],
    pastSpans: [],
    toldSpans: [{ extension: '101', since: at + 20_000 }],
  });
  expect(await spans()).toEqual([
    ['ready', 0, 10],
    ['ready', 10, 20],
    ['on-a-call', 20, 40],
    ['wrapping-up', 40, null],
  ]);
});

test('what is open by an event that the journal lacks ends where the journal begins, also where that begins later', async () => {
  // The journal of a disk that refused has nothing of it; what it has next had not come to the history yet.
  await write('ready', 0, null, 1);
  await store.endForgotten({
    running: [],
    recordings: [],
    takenUp: [],
    before: 100,
    began: at + 40_000,
    aliveAt: at + 39_000,
    spans: [{ ...span('on-a-call', 20_000), to: null }],
    pastSpans: [],
    toldSpans: [],
  });
  expect(await spans()).toEqual([
    ['ready', 0, 20],
    ['on-a-call', 20, null],
  ]);
});

/** A call that ended, with a leg that did not. */
async function leaveOpen(call: string): Promise<void> {
  const started = new Date(at);
  // Whatever month it is now.
  await database.owner.query('select create_call_month($1::date)', [started]);
  await database.owner.query(
    `insert into call (tenant_id, id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number)
     values ($1, $2, $3, 48, 'inbound', 'failed', 'ended', $3, '', '')`,
    [tenantId, call, started],
  );
  await database.owner.query(
    `insert into leg (tenant_id, call_id, call_started_at, id, position, side, extension, number, name, trunk_id, started_at, ringing_at)
     values ($1, $2, $3, 'leg-4', 2, 'dialled', '103', '', '', '', $3, $4)`,
    [tenantId, call, started, new Date(at + 1_000)],
  );
}

test('what is open of a call that a process ended which knew less of it ends, and a later state of a call is told of', async () => {
  const [call, other] = ['00000000-0000-4000-8000-00000000c001', '00000000-0000-4000-8000-00000000c002'];
  const remembered = {
    running: [],
    recordings: [],
    takenUp: [],
    before: 100,
    // The machine stood still for a month.
    began: at + 30 * 86_400_000,
    aliveAt: at + 39_000,
    spans: [],
    pastSpans: [],
    toldSpans: [],
  };
  await leaveOpen(call);
  const due = (revision: number) => ({ call: { id: call, startedAt: at } as Call, revision }); // all that is asked about
  const died = nextStore();
  expect(await died.writtenUpTo([due(47)])).toEqual({ seq: 0, newer: [call] });
  expect(await died.writtenUpTo([due(48)])).toEqual({ seq: 0, newer: [] });
  // It wrote, and died before it had looked; so did the next one.
  await nextStore().writtenUpTo([]);
  const looks = nextStore();
  await looks.writtenUpTo([]);
  await looks.endForgotten(remembered);
  const ends = async () =>
    (await database.owner.query('select call_id, ended_at, cause from leg order by call_id')).rows;
  const ended = { call_id: call, ended_at: new Date(at + 1_000), cause: 'interrupted' };
  expect(await ends()).toEqual([ended]);

  // Whoever comes after one that has looked goes through no ended calls, also if that one had something to write later.
  await looks.writtenUpTo([]);
  await leaveOpen(other);
  const idle = nextStore();
  await idle.endForgotten(remembered);
  await idle.writtenUpTo([]);
  const busy = nextStore();
  await busy.writtenUpTo([]);
  await busy.endForgotten(remembered);
  expect(await ends()).toEqual([ended, { call_id: other, ended_at: null, cause: '' }]);
});

test('a recording that only the history knows is as long as its file, and one that its customer refused is of nothing', async () => {
  const recording = { state: 'open', bytes: 0, duration_ms: 0 } as const;
  const kept = await storeCall(database.db, tenantId, { recording });
  const dropped = await storeCall(database.db, tenantId, { recording: { ...recording, dropped: true } });
  const file = { durationMs: 4_000, bytes: 128_044 };
  await store.endRecordings([kept, dropped].map(({ recordingId: id }) => ({ id, file })));
  const { rows } = await database.owner.query<{ id: string; state: string; bytes: string }>(
    'select id, state, bytes from recording',
  );
  const became = new Map(rows.map(({ id, state, bytes }) => [id, [state, Number(bytes)]]));
  expect(became.get(kept.recordingId)).toEqual(['incomplete', 128_044]);
  expect(became.get(dropped.recordingId)).toEqual(['failed', 0]);
});
