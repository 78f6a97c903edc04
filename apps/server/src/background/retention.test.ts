import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall, storeRecording } from '../../testing/stored-calls.ts';
import { newId } from '../kernel/new-id.ts';
import { forgetAside } from '../storage/aside-rows.ts';
import { removeOld } from './retention.ts';

let app: TestApp;
let demo: TestTenant;
let silent: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  silent = await app.tenant('chua-dat');
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('system_setting').values({ keep_recordings_days: 30, keep_calls_days: 90 }).execute(),
  );
});

afterAll(() => app.close());

/** What was told beside the database. */
const erasedOf: string[] = [];
const beside = {
  forgetAside: (tenantId: string, isGone: (line: string) => boolean) =>
    forgetAside(join(app.filesFolder, 'set-aside'), tenantId, isGone),
  callsErased: (tenantId: string) => void erasedOf.push(tenantId),
};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const in_ = (tenant: TestTenant, days: number, more: object = {}) =>
  storeCall(app.db, tenant.id, {
    started_at: daysAgo(days),
    rang: [{ extension: '101', answered: true }],
    recording: {},
    stays: [{ queue_id: 'q', outcome: 'answered', wait_ms: 1_000 }],
    ...more,
  });
const read = (tenant: TestTenant, table: 'call' | 'leg' | 'recording' | 'queue_stay') =>
  app.db.inTenant(tenant.id, (trx) => trx.selectFrom(table).select('tenant_id').execute());
const fileOf = async (tenant: TestTenant, recordingId: string) =>
  app.files.find({ area: 'recordings', tenantId: tenant.id, name: `${recordingId}.wav` });

test('what is kept no longer goes, with its files; what is held, goes on, or is nobody’s wish to lose stays', async () => {
  const fresh = await in_(demo, 10);
  const middle = await in_(demo, 40);
  const old = await in_(demo, 100);
  const held = await in_(demo, 100);
  const running = await in_(demo, 100, { status: 'in_progress', recording: { state: 'open' } });
  const theirs = await in_(silent, 3_000);
  for (const one of [fresh, middle, old, held, running]) await storeRecording(app.files, demo.id, one.recordingId);
  await storeRecording(app.files, silent.id, theirs.recordingId);
  const hold = await demo.admin.call('PUT', `/histories-call/${held.id}/hold`, { reason: 'Khiếu nại' });
  expect(hold.statusCode).toBe(200);
  await app.db.inTenant(demo.id, async (trx) => {
    await trx
      .updateTable('session')
      .set({ ended_at: daysAgo(100) })
      .where('account_id', '<>', demo.admin.accountId)
      .execute();
  });

  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('status_span')
      .values(
        [
          { from_at: daysAgo(100), to_at: daysAgo(99) },
          { from_at: daysAgo(98), to_at: null },
          { from_at: daysAgo(10), to_at: daysAgo(9) },
        ].map((span) => ({ ...span, extension: '101', revision: 1, journal: 1, status: 'ready' as const })),
      )
      .execute(),
  );

  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('call_return')
      .values([100, 10].map((days) => ({ id: newId(), e164: `+8490000${days}`, updated_at: daysAgo(days) })))
      .execute(),
  );

  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('number_contact')
      .values([100, 10].map((days) => ({ e164: `+8490011${days}`, at: daysAgo(days) })))
      .execute(),
  );

  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('call_note')
      .values([100, 10].map((days) => ({ id: newId(), call_id: newId(), text: `${days}`, created_at: daysAgo(days) })))
      .execute(),
  );

  await removeOld({ db: app.db, files: app.files, beside }, Date.now());

  const notes = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('call_note').select('text').execute());
  expect(notes).toEqual([{ text: '10' }]);
  const contacts = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('number_contact').where('e164', 'like', '+8490011%').select('e164').execute(),
  );
  expect(contacts).toEqual([{ e164: '+849001110' }]);
  const returns = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('call_return').select('e164').execute());
  expect(returns).toEqual([{ e164: '+849000010' }]);
  const times = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('status_span').selectAll().execute());
  // What still goes on is not over.
  expect(times).toHaveLength(2);

  const left = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('call').select('id').execute());
  expect(left.map(({ id }) => id).toSorted()).toEqual([fresh.id, middle.id, held.id, running.id].toSorted());
  expect([(await read(demo, 'leg')).length, (await read(demo, 'recording')).length]).toEqual([4, 3]);
  expect(await read(demo, 'queue_stay')).toHaveLength(4);
  const there = await Promise.all([fresh, middle, old, held, running].map((one) => fileOf(demo, one.recordingId)));
  expect(there.map((file) => file !== undefined)).toEqual([true, false, false, true, true]);
  expect([(await read(silent, 'call')).length, await fileOf(silent, theirs.recordingId)]).toMatchObject([1, {}]);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'retention')
      .select(['account_id', 'after'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
  expect(trail).toEqual([{ account_id: null, after: { recordings: 2, calls: 1, sessions: 0 } }]);

  // Nothing is left to do, and nobody writes about nothing.
  await removeOld({ db: app.db, files: app.files, beside }, Date.now());
  const again = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('action', '=', 'retention').select('id').execute(),
  );
  expect(again).toHaveLength(1);
  // Later, by the clock alone.
  await removeOld({ db: app.db, files: app.files, beside }, Date.now() + 60 * 86_400_000);
  expect((await read(demo, 'call')).length).toBe(3);
});

test('a call that is kept no longer takes its recording along, however long recordings are kept', async () => {
  const brief = await app.tenant('giu-it');
  await app.db.inTenant(brief.id, (trx) =>
    trx.insertInto('system_setting').values({ keep_recordings_days: 365, keep_calls_days: 60 }).execute(),
  );
  const old = await in_(brief, 100);
  const fresh = await in_(brief, 10);
  for (const { recordingId } of [old, fresh]) await storeRecording(app.files, brief.id, recordingId);
  await removeOld({ db: app.db, files: app.files, beside }, Date.now());
  expect(await read(brief, 'call')).toHaveLength(1);
  expect(await fileOf(brief, old.recordingId)).toBeUndefined();
  expect(await fileOf(brief, fresh.recordingId)).toBeDefined();
});

test('a company that is not active any more keeps nothing longer than it said', async () => {
  const gone = await app.tenant('da-nghi');
  const old = await in_(gone, 100);
  await in_(gone, 10);
  await app.db.inTenant(gone.id, async (trx) => {
    await trx.insertInto('system_setting').values({ keep_recordings_days: 30, keep_calls_days: 90 }).execute();
    await trx.updateTable('tenant').set({ active: false }).execute();
  });
  expect(await app.db.directory.tenants()).not.toContainEqual(expect.objectContaining({ id: gone.id }));
  await removeOld({ db: app.db, files: app.files, beside }, Date.now());
  const left = await app.db.inTenant(gone.id, (trx) => trx.selectFrom('call').select('id').execute());
  expect([left.length, left.some(({ id }) => id === old.id)]).toEqual([1, false]);
});

test('a recording that its bucket keeps holds back no other, and no other company’s', async () => {
  const [first, second] = [await app.tenant('mot'), await app.tenant('hai')];
  const calls = [];
  for (const tenant of [first, second]) {
    await app.db.inTenant(tenant.id, (trx) =>
      trx.insertInto('system_setting').values({ keep_recordings_days: 30, keep_calls_days: 90 }).execute(),
    );
    calls.push(await in_(tenant, 200), await in_(tenant, 150), await in_(tenant, 40));
  }
  const kept = calls[0]?.recordingId;
  const removed: string[] = [];
  const files = {
    async remove({ name }: { name: string }) {
      if (name === `${kept}.wav`) throw new Error('WORM protected');
      removed.push(name);
    },
  };
  await expect(removeOld({ db: app.db, files, beside }, Date.now())).rejects.toThrow(
    '1 recordings could not be removed.',
  );
  const others = calls.slice(1).map(({ recordingId }) => `${recordingId}.wav`);
  expect(removed.toSorted()).toEqual(expect.arrayContaining(others.toSorted()));
  const left = async (tenant: TestTenant) => [
    (await read(tenant, 'recording')).length,
    (await read(tenant, 'call')).length,
  ];
  // Its call stays with it.
  expect([await left(first), await left(second)]).toEqual([
    [1, 2],
    [0, 1],
  ]);
});

test('old months of the trail go behind an anchor, by each company’s own days, and the chain stays whole', async () => {
  const [short, long] = [newId(), newId()];
  for (const [id, days] of [
    [short, 90],
    [long, 3650],
  ] as const) {
    await app.db.inTenant(id, async (trx) => {
      const code = id.slice(-12);
      await trx.insertInto('tenant').values({ id, code, name: code, sip_domain: code }).execute();
      await trx.insertInto('system_setting').values({ keep_audit_days: days }).execute();
      await trx
        .insertInto('audit')
        .values({ id: newId(), at: daysAgo(400), action: 'try', subject: 'thing', subject_id: 'old' })
        .execute();
    });
  }
  await removeOld({ db: app.db, files: app.files, beside }, Date.now());
  const trail = (id: string) =>
    app.db.inTenant(id, async (trx) => ({
      entries: (await trx.selectFrom('audit').select('action').orderBy('at').execute()).map(({ action }) => action),
      faults: (await sql`select * from audit_faults()`.execute(trx)).rows,
    }));
  expect([await trail(short), await trail(long)]).toEqual([
    { entries: ['anchor'], faults: [] },
    { entries: ['try'], faults: [] },
  ]);
});

test('rows that the database refused are kept as long as calls, and whoever runs the calls hears that some went', async () => {
  const folder = join(app.filesFolder, 'set-aside');
  const line = (days: number, number: string) => JSON.stringify({ at: daysAgo(days).toISOString(), why: 'x', number });
  const lines = [line(100, '+84987111001'), line(10, '+84987111002')];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${demo.id}.ndjson`), `${lines.join('\n')}\n`);
  await in_(demo, 100, { recording: undefined });
  erasedOf.length = 0;
  await removeOld({ db: app.db, files: app.files, beside }, Date.now());
  const left = await readFile(join(folder, `${demo.id}.ndjson`), 'utf8');
  expect(left.split('\n').map((text) => text.trim())).toEqual(['', lines[1], '']);
  expect(erasedOf).toEqual([demo.id]);
  erasedOf.length = 0;
  await removeOld({ db: app.db, files: app.files, beside }, Date.now());
  expect(erasedOf).toEqual([]);
});
