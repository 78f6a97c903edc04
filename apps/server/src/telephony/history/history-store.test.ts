import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Call,
  type CallId,
  type Event,
  emptyBoard,
  emptyPlan,
  getFrom,
  type LegId,
  type QueueStay,
  type RecordingId,
  step,
  type TrunkId,
} from '@alo/call-core';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testClaim } from '../../../testing/claim.ts';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { newId } from '../../kernel/new-id.ts';
import { systemClock } from '../clock.ts';
import { localDisk } from '../disk.ts';
import { leaseStore } from '../lease/lease-store.ts';
import { Fenced, type HistoryStore, type SeenEvent } from './history-batch.ts';
import { historyStore, tailStore } from './history-store.ts';
import { createHistoryWriter } from './history-writer.ts';
import { asideShelf } from './set-aside.ts';

const at = Date.UTC(2026, 10, 20, 3);
let database: OwnedTestDatabase;
let owner: pg.Client;
let tenantId: string;
let store: HistoryStore;

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
  ({ tenant: tenantId } = await openTestOffice(database.db, 'lich-su'));
  const leases = leaseStore(database.db);
  const claim = await testClaim(database.db, 'test');
  await leases.claim(tenantId, claim);
  store = historyStore(database.db, tenantId, claim, new Set());
});
afterAll(() => database.close());

/** A call that is refused: while its caller is told so, and when that is done. */
function refusedCall(id = newId(), startedAt = at): { closing: Call; ended: Call; arrived: SeenEvent } {
  const call = id as CallId; // a test's own names
  const leg = `${id}-in` as LegId;
  const arrival = {
    type: 'arrived',
    call,
    leg,
    at: startedAt,
    dialled: '19001234',
    origin: { kind: 'trunk', trunk: 'trunk' as TrunkId, number: '0901234567', name: '' },
  } as const;
  const events: Event[] = [
    { type: 'plan-changed', plan: emptyPlan, at: startedAt },
    arrival,
    { type: 'ended', call, leg, at: startedAt + 500, cause: 'normal' },
  ];
  let board = emptyBoard;
  const [, closing, ended] = events.map((event) => {
    ({ board } = step(board, event));
    return getFrom(board.calls, call);
  });
  if (closing === undefined || ended === undefined) throw new Error('no call');
  return { closing, ended, arrived: { seq: 1, callStartedAt: startedAt, event: arrival } };
}

test('who had a tenant before another took it writes of calls of before that alone, and only as long as that has it', async () => {
  const [before, since, later] = [
    refusedCall(),
    refusedCall(newId(), at + 2_000),
    refusedCall(newId(), Date.now() + 3_600_000),
  ];
  const due = (...ended: readonly Call[]) => ({
    calls: ended.map((call) => ({ call, revision: 3 })),
    events: [],
    spans: [],
  });
  const tail = (holder: string, until: number) => tailStore(database.db, tenantId, { holder, until }, new Set());
  for (let times = 0; times < 2; times++) await tail('gone', at + 1_000).write(due(before.ended, since.ended));
  // Whatever moment it was told: the database has its own.
  const whenever = Number.MAX_SAFE_INTEGER;
  await expect(tail('gone', whenever).write(due(later.ended))).rejects.toThrow(Fenced);
  // It came home: its process has it by its claim.
  await expect(tail('test', at + 1_000).write(due(before.ended))).rejects.toThrow(Fenced);
  const ids = [before, since, later].map(({ ended }) => ended.id);
  const { rows } = await owner.query('select id from call where id = any($1)', [ids]);
  expect(rows).toEqual([{ id: before.ended.id }]);
});

test('what a call met that does not work stands in its row, and what its rule puts before the caller’s name', async () => {
  const [plan, call, leg] = [
    { ...emptyPlan, numbers: { '+8419001234': { number: '+8419001234', name: 'x' } } },
    newId(),
    newId(),
  ];
  const rule = {
    name: 'x',
    number: null,
    callerPattern: null,
    timeGroup: null,
    afterTalk: null,
    namePrefix: 'VIP',
  } as const;
  const events: Event[] = [
    {
      type: 'plan-changed',
      at,
      plan: { ...plan, inboundRules: [{ ...rule, destination: { kind: 'queue', queue: 'gone' } }] },
    },
    {
      type: 'arrived',
      call: call as CallId,
      leg: leg as LegId,
      at,
      dialled: '+8419001234', // a test's own names
      origin: { kind: 'trunk', trunk: 'trunk' as TrunkId, number: '0901234567', name: '' },
    },
  ];
  const board = events.reduce((before, event) => step(before, event).board, emptyBoard);
  const met = getFrom(board.calls, call);
  if (met === undefined) throw new Error('no call');
  await store.write({ calls: [{ call: met, revision: 3 }], events: [], spans: [] });
  const { rows } = await owner.query('select broken, name_prefix from call where id = $1', [call]);
  expect(rows).toEqual([{ broken: 'không tìm thấy hàng đợi “gone”', name_prefix: 'VIP' }]);
});

test('who hung up at the beep left nothing in the box, though it lay there while they heard it', async () => {
  const { ended } = refusedCall();
  const recording = { id: newId() as RecordingId, kind: 'message', startedAt: at } as const; // a test's own name
  const write = (its: Call['recordings'][number], revision: number) =>
    store.write({ calls: [{ call: { ...ended, recordings: [its] }, revision }], events: [], spans: [] });
  const box = async () => {
    const { rows } = await owner.query('select voicemail_box_id from recording where id = $1', [recording.id]);
    return rows;
  };
  await write({ ...recording, box: 'night', state: 'running', bridge: null, paused: false }, 1);
  expect(await box()).toEqual([{ voicemail_box_id: 'night' }]);
  await write({ ...recording, box: null, state: 'stored', durationMs: 300, bytes: 4_844, kept: 'whole' }, 2);
  expect(await box()).toEqual([{ voicemail_box_id: '' }]);
});

test('a call counts once for the line that blocked it and for each rule that led it, however often it is written', async () => {
  const { ended } = refusedCall();
  const { ended: named } = refusedCall();
  const [line, pattern, rule, fallback] = [newId(), newId(), newId(), newId()];
  await owner.query('select set_config($1, $2, false)', ['app.tenant', tenantId]);
  await owner.query(
    `insert into block_list (tenant_id, id, direction, kind, value)
      values ($1, $2, 'in', 'number', $4), ($1, $3, 'in', 'pattern', '0901*'), ($1, gen_random_uuid(), 'out', 'number', $4)`,
    [tenantId, line, pattern, ended.outsideNumber],
  );
  const counted = async () => {
    const hits = await owner.query(
      'select block_list_id as id, calls::int, last_at from block_hit order by calls desc',
    );
    const sums = await owner.query(
      'select inbound_rule_id as id, calls::int from rule_sum where calls > 0 order by calls',
    );
    return [hits.rows, sums.rows];
  };
  const write = (call: Call, revision: number) => store.write({ calls: [{ call, revision }], events: [], spans: [] });
  const day = new Date(Math.floor(at / 86_400_000) * 86_400_000);
  await write({ ...ended, ledBy: [rule] }, 1);
  expect(await counted()).toEqual([[], [{ id: rule, calls: 1 }]]);
  const blocked = { ...ended, blocked: 'number', ledBy: [rule, fallback] };
  for (const revision of [2, 2, 3]) await write(blocked, revision);
  await write({ ...named, blocked: '0901*' }, 1);
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  const [hits = [], sums = []] = await counted();
  expect(hits.toSorted(byId)).toEqual(
    [line, pattern].map((id) => ({ id, calls: 1, last_at: new Date(at) })).toSorted(byId),
  );
  expect(sums.toSorted(byId)).toEqual([rule, fallback].map((id) => ({ id, calls: 1 })).toSorted(byId));
  const { rows } = await owner.query('select distinct at from rule_sum');
  expect(rows).toEqual([{ at: day }]);
  // A line that goes takes its count along; the call stays what it was.
  await owner.query('delete from block_list where id = $1', [line]);
  expect((await counted())[0]).toHaveLength(1);
});

const legEnds = async (id: string) =>
  (await owner.query('select leg.ended_at, revision from call join leg on call_id = call.id where call.id = $1', [id]))
    .rows;

test('writing the same twice changes nothing, and an older state does not replace a newer one', async () => {
  const { closing, ended, arrived } = refusedCall();
  const write = (call: Call, revision: number) =>
    store.write({ calls: [{ call, revision }], events: [arrived], spans: [] });
  await write(ended, 7);
  const written = await owner.query('select * from call where id = $1', [ended.id]);
  await write(ended, 7);
  await write({ ...closing, talkMs: 99 }, 6);
  expect((await owner.query('select * from call where id = $1', [ended.id])).rows).toEqual(written.rows);
  expect((await owner.query('select seq from call_event where call_id = $1', [ended.id])).rowCount).toBe(1);
});

test('what came of a call in a queue is written once, and again only where it is something else', async () => {
  const { ended } = refusedCall();
  const stays = async () =>
    (await owner.query('select outcome, wait_ms::int, xmin::text from queue_stay where call_id = $1', [ended.id])).rows;
  const write = (outcome: QueueStay['outcome'], revision: number) =>
    store.write({
      calls: [{ call: { ...ended, queueStays: [{ queue: 'sales', outcome, waitedMs: 7_000 }] }, revision }],
      events: [],
      spans: [],
    });
  await write('timed-out', 1);
  const first = await stays();
  await write('timed-out', 2);
  expect(await stays()).toEqual(first);
  await write('answered', 3);
  expect(await stays()).toMatchObject([{ outcome: 'answered', wait_ms: 7_000 }]);
});

test('what somebody’s time goes to is one row, whose older state does not replace a newer one', async () => {
  const span = (to: number | null, status: 'ready' | 'asleep' = 'ready') =>
    ({ extension: '101', status, reason: null, from: at, to }) as const;
  const write = (its: ReturnType<typeof span>, revision: number) =>
    store.write({ calls: [], events: [], spans: [{ span: its, revision }] });
  const found = async () => (await owner.query('select status, reason, to_at from status_span')).rows;
  await write(span(null), 4);
  for (const revision of [5, 5]) await write(span(at + 9_000), revision);
  await write(span(null), 4);
  expect(await found()).toEqual([{ status: 'ready', reason: '', to_at: new Date(at + 9_000) }]);
  await write(span(at + 9_000, 'asleep'), 6);
  expect(await found()).toMatchObject([{ status: 'asleep' }]);
});

test('a call of any month finds its partition, made when it is missing', async () => {
  const { ended, arrived } = refusedCall(newId(), Date.UTC(2021, 0, 31, 23, 59));
  await store.write({ calls: [{ call: ended, revision: 1 }], events: [arrived], spans: [] });
  const { rows } = await owner.query('select tableoid::regclass::text as part from call where id = $1', [ended.id]);
  expect(rows).toEqual([{ part: 'call_2021_01' }]);
});

describe('of errors', () => {
  const log = {
    info: () => undefined,
    warn: () => void warnings++,
    error: (fields: object) => void reports.push(fields),
  };
  const reports: object[] = [];
  let warnings = 0;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'alo-aside-'));
    [reports.length, warnings] = [0, 0];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const aside = () => asideShelf({ disk: localDisk, clock: systemClock, folder, tenantId, log });
  function writer(shipped: number[] = []) {
    return createHistoryWriter({
      firstSeq: 1,
      tenantId,
      store,
      clock: systemClock,
      log,
      aside: aside(),
      beatMs: 5,
      onShipped: (seq) => shipped.push(seq),
      onFenced: () => reports.push({ fenced: true }),
    });
  }

  test('a row that the database will never take is kept in a file, and the others are written', async () => {
    const shipped: number[] = [];
    const writing = writer(shipped);
    const calls = [refusedCall(), refusedCall('not-a-uuid'), refusedCall()];
    for (const [index, { ended, arrived }] of calls.entries())
      writing.add(ended, index + 1, { ...arrived, seq: index + 1 });
    await writing.drained();
    await writing.close();
    for (const { ended } of [calls[0], calls[2]].filter((call) => call !== undefined)) {
      expect(await legEnds(ended.id)).toHaveLength(1);
    }
    expect(reports).toMatchObject([{ ids: ['not-a-uuid'] }, { ids: ['not-a-uuid'] }]);
    expect(await readFile(join(folder, `${tenantId}.ndjson`), 'utf8')).toContain('"id":"not-a-uuid"');
    expect(shipped).toEqual([3]);
  });

  test('what begins and ends within a beat is written as it ended, and what the database never takes stands alone', async () => {
    const writing = writer();
    const span = { extension: '777', status: 'ready', reason: null, from: at, to: null } as const;
    writing.addSpan(span, 1);
    writing.addSpan({ ...span, to: at + 50 }, 2);
    writing.addSpan({ ...span, from: at + 50, to: at + 10 }, 2);
    expect(writing.due.spans).toHaveLength(2);
    await writing.drained();
    await writing.close();
    expect((await owner.query(`select to_at from status_span where extension = '777'`)).rows).toEqual([
      { to_at: new Date(at + 50) },
    ]);
    expect(await readFile(join(folder, `${tenantId}.ndjson`), 'utf8')).toContain('"extension":"777"');
  });

  test('a call that begins and ends within a beat is one write', async () => {
    let writes = 0;
    const { closing, ended, arrived } = refusedCall();
    const counting = {
      ...store,
      write: (batch: Parameters<HistoryStore['write']>[0]) => (writes++, store.write(batch)),
    };
    const writing = createHistoryWriter({
      firstSeq: 1,
      tenantId,
      store: counting,
      clock: systemClock,
      log,
      aside: aside(),
      beatMs: 50,
      onShipped: () => undefined,
      onFenced: () => undefined,
    });
    writing.add(closing, 1, arrived);
    writing.add(ended, 2, null);
    await writing.drained();
    await writing.close();
    expect(writes).toBe(1);
  });

  test.each([
    { calls: 20, beats: 2 },
    { calls: 21, beats: 1 },
  ])('$calls calls wait $beats beats', async ({ calls, beats }) => {
    const due: (() => void)[] = [];
    const clock = { ...systemClock, after: (_ms: number, what: () => void) => (due.push(what), () => undefined) };
    const sizes: number[] = [];
    const counting = {
      ...store,
      write: (batch: Parameters<HistoryStore['write']>[0]) => (sizes.push(batch.calls.length), store.write(batch)),
    };
    const written = Promise.withResolvers<void>();
    const writing = createHistoryWriter({
      firstSeq: 1,
      tenantId,
      store: counting,
      clock,
      log,
      aside: aside(),
      onShipped: () => written.resolve(),
      onFenced: () => undefined,
    });
    for (let nth = 1; nth <= calls; nth += 1) writing.add(refusedCall().ended, nth, null);
    for (let beat = 1; beat <= beats; beat += 1) {
      await expect.poll(() => due.length).toBe(beat);
      expect(sizes).toEqual([]);
      due[beat - 1]?.();
    }
    await written.promise;
    expect([sizes, due.length]).toEqual([[calls], beats]);
    await writing.close();
  });

  test.each(['58030', '25006', '40001', '40P01', '53100', '57014', '42501', '55P03', 'XX000', '57P03'])(
    'while the database answers %s nothing counts as written, and everything is written afterwards',
    async (code) => {
      await owner.query(`create function fault() returns trigger language plpgsql as
        $$ begin raise exception 'planted' using errcode = '${code}'; end $$`);
      await owner.query('create trigger fault before insert or update on call for each row execute function fault()');
      const shipped: number[] = [];
      const writing = writer(shipped);
      const { ended, arrived } = refusedCall();
      writing.add(ended, 7, { ...arrived, seq: 7 });
      await expect.poll(() => warnings).toBeGreaterThan(1);
      expect([shipped, reports]).toEqual([[], []]);
      await owner.query('drop trigger fault on call');
      await owner.query('drop function fault');
      await writing.drained();
      await writing.close();
      expect(shipped).toEqual([7]);
      expect(await legEnds(ended.id)).toHaveLength(1);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  test.each(['22001', '23514'])("a row's own %s sets that row aside at once", async (code) => {
    await owner.query(`create function fault() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = '${code}'; end $$`);
    const { ended, arrived } = refusedCall();
    await owner.query(
      `create trigger fault before insert on call for each row when (new.id = '${ended.id}') execute function fault()`,
    );
    const writing = writer();
    const other = refusedCall();
    writing.add(ended, 1, { ...arrived, seq: 1 });
    writing.add(other.ended, 2, { ...other.arrived, seq: 2 });
    await writing.drained();
    await writing.close();
    await owner.query('drop trigger fault on call');
    await owner.query('drop function fault');
    expect(await readFile(join(folder, `${tenantId}.ndjson`), 'utf8')).toContain(ended.id);
    expect(await legEnds(other.ended.id)).toHaveLength(1);
  });

  test('a process whose tenant another one runs writes nothing any more', async () => {
    const leases = leaseStore(database.db);
    const sleeper = await testClaim(database.db, 'sleeper');
    const later = await testClaim(database.db, 'sleeper');
    const { tenant } = await openTestOffice(database.db, 'nguoi-ngu');
    expect(await leases.claim(tenant, sleeper)).toBe(true);
    expect(await leases.claim(tenant, later)).toBe(true);
    const { ended, arrived } = refusedCall();
    const old = historyStore(database.db, tenant, sleeper, new Set());
    await expect(old.write({ calls: [{ call: ended, revision: 1 }], events: [arrived], spans: [] })).rejects.toThrow(
      Fenced,
    );
    expect(await legEnds(ended.id)).toEqual([]);
  });
});
