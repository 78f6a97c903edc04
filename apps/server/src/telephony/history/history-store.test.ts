import {
  type Call,
  type CallId,
  type Event,
  emptyPlan,
  emptySwitchboard,
  getFrom,
  type LegId,
  step,
  type TrunkId,
} from '@alo/call-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../db/new-id.ts';
import { migratedTestDatabase } from '../db/test-database.ts';
import { type SeenEvent, writeHistory } from './history-store.ts';
import { createHistoryWriter } from './history-writer.ts';
import { openTestOffice } from './test-office.ts';

const at = Date.UTC(2026, 10, 20, 3);
let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
let owner: pg.Client;
let tenantId: string;

beforeAll(async () => {
  database = await migratedTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  ({ tenant: tenantId } = await openTestOffice(database.db, 'lich-su'));
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

/** A call that is refused: while its caller is told so, and when that is done. */
function refusedCall(id = newId(), startedAt = at): { closing: Call; ended: Call; arrived: SeenEvent } {
  const call = id as CallId; // a test's own names
  const leg = `${id}-in` as LegId;
  const arrival = {
    type: 'arrived',
    ...{ call, leg, at: startedAt, dialled: '19001234' },
    origin: { kind: 'trunk', trunk: 'trunk' as TrunkId, number: '0901234567', name: '' },
  } as const;
  const events: Event[] = [
    { type: 'plan-changed', plan: emptyPlan, at: startedAt },
    arrival,
    { type: 'ended', call, leg, at: startedAt + 500, cause: 'normal' },
  ];
  let board = emptySwitchboard;
  const [, closing, ended] = events.map((event) => {
    [board] = step(board, event);
    return getFrom(board.calls, call);
  });
  if (closing === undefined || ended === undefined) throw new Error('no call');
  return { closing, ended, arrived: { seq: 1, callStartedAt: startedAt, event: arrival } };
}

const legEnds = async (id: string) =>
  (await owner.query('select leg.ended_at, revision from call join leg on call_id = call.id where call.id = $1', [id]))
    .rows;

test('writing the same twice changes nothing, and an older state does not replace a newer one', async () => {
  const { closing, ended, arrived } = refusedCall();
  const write = (call: Call, revision: number) =>
    writeHistory(database.db.inTenant, tenantId, { calls: [{ call, revision }], events: [arrived] });
  await write(ended, 7);
  const written = await owner.query('select * from call where id = $1', [ended.id]);
  await write(ended, 7);
  await write({ ...closing, talkMs: 99 }, 6);
  expect((await owner.query('select * from call where id = $1', [ended.id])).rows).toEqual(written.rows);
  expect((await owner.query('select seq from call_event where call_id = $1', [ended.id])).rowCount).toBe(1);
});

test('a call of any month finds its partition, made when it is missing', async () => {
  const { ended, arrived } = refusedCall(newId(), Date.UTC(2021, 0, 31, 23, 59));
  await writeHistory(database.db.inTenant, tenantId, { calls: [{ call: ended, revision: 1 }], events: [arrived] });
  const { rows } = await owner.query('select tableoid::regclass::text as part from call where id = $1', [ended.id]);
  expect(rows).toEqual([{ part: 'call_2021_01' }]);
});

test('a row that the database will never take is reported and left out, and the others are written', async () => {
  const reports: object[] = [];
  const writer = createHistoryWriter({
    tenantId,
    inTenant: database.db.inTenant,
    log: { info: () => undefined, warn: () => undefined, error: (fields) => reports.push(fields) },
    onWritten: () => undefined,
    onShipped: () => undefined,
  });
  const calls = [refusedCall(), refusedCall('not-a-uuid'), refusedCall()];
  for (const [index, { ended, arrived }] of calls.entries()) writer.add(ended, { ...arrived, seq: index + 1 });
  await writer.drained();
  await writer.close();
  for (const { ended } of [calls[0], calls[2]].filter((call) => call !== undefined)) {
    expect(await legEnds(ended.id)).toHaveLength(1);
  }
  expect(reports).toMatchObject([{ ids: ['not-a-uuid'] }, { ids: ['not-a-uuid'] }]);
});
