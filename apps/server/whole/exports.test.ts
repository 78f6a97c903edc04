import type { Permission } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobResult } from '../src/background/job-files.ts';
import { tidyJobs } from '../src/background/tidy-jobs.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { workerWithin } from '../testing/worker-within.ts';

const many = 5_300;
let app: TestApp;
let demo: TestTenant;
let worker: Awaited<ReturnType<typeof workerWithin>>;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  await app.db.inTenant(demo.id, async (trx) => {
    // All of one moment, to the microsecond: in no order but that of their ids.
    await sql`insert into branch (id, name, created_at)
      select gen_random_uuid(), 'Chi nhánh ' || n, now() from generate_series(1, ${many}) as n`.execute(trx);
    await sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number)
      select gen_random_uuid(), now(), 1, 'inbound', 'missed', 'ended', now(), '',
        '+849' || lpad(n::text, 8, '0') from generate_series(1, ${many}) as n`.execute(trx);
  });
  worker = await workerWithin(app);
});

afterAll(async () => {
  await worker.close();
  await app.close();
});

/** Asks for an export that is a job, and waits for its file. */
async function exported(path: string, by: Pick<TestPerson, 'call'>): Promise<string[]> {
  const asked = await by.call('GET', path);
  expect(asked.statusCode).toBe(202);
  const { job_id: id } = asked.json();
  await expect.poll(async () => (await by.call('GET', `/job/${id}`)).json().state).toBe('done');
  const file = await by.call('GET', `/job/${id}/file`);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"/);
  return file.payload.trim().split('\r\n').slice(1);
}

/** A program with a key of the admin's that may do this much. */
async function programWith(scopes: readonly Permission[]): Promise<Pick<TestPerson, 'call'>> {
  const { id } = (await demo.admin.call('POST', '/api-key', { name: `Khoá ${crypto.randomUUID()}`, scopes })).json();
  const { secret } = (await demo.admin.call('POST', `/api-key/${id}/secret`)).json();
  return {
    call: (method, path) =>
      app.http.inject({ method, url: `/api/demo${path}`, headers: { authorization: `Bearer ${secret}` } }),
  };
}

test('an export of many rows is a job, and no row of it is lost or doubled, also where all are of one instant', async () => {
  const lines = await exported('/branchs/export?format=csv', demo.admin);
  expect(new Set(lines).size).toBe(many);
  expect(lines).toHaveLength(many);
  const calls = await exported('/histories-call/export?format=csv', demo.admin);
  expect(new Set(calls).size).toBe(many);
  expect(calls).toHaveLength(many);
});

test('what is filtered is exported, sorted as the list is, and few rows come at once', async () => {
  const few = await demo.admin.call('GET', '/branchs/export?format=csv&search=nhanh+4530&sort=-name');
  expect(few.statusCode).toBe(200);
  expect(
    few.payload
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['Chi nhánh 4530']);
  const [first] = await exported('/branchs/export?format=csv&search=chi+nhanh&sort=-name', demo.admin);
  expect(first).toMatch(/^Chi nhánh 999,/);
});

test('an export shows each person what their list shows, and the trail says who took how much', async () => {
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('system_setting').values({ hidden_phone_customer: 1, position_hidden_phone_customer: 1 }).execute(),
  );
  const masked = await demo.person('che-so', ['call-history.view', 'call-history.export']);
  const lines = await exported('/histories-call/export?format=csv', masked);
  expect(lines).toHaveLength(many);
  expect(lines.join('\n')).not.toMatch(/,09\d{8},/);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('account_id', '=', masked.accountId)
      .where('action', '<>', 'sign-in')
      .select(['action', 'subject', 'after', 'network'])
      .orderBy('at')
      .execute(),
  );
  expect(trail).toMatchObject([
    { action: 'export', subject: 'call', after: { rows: many } },
    { action: 'download', subject: 'job' },
  ]);
  expect(trail[0]?.network).not.toBe('');
  const viewer = await demo.person('nguoi-xem', ['call-history.view']);
  expect((await viewer.call('GET', '/histories-call/export?format=csv')).statusCode).toBe(403);
});

test('a file with numbers in full is not fetched any more by whom they are hidden from since', async () => {
  const may = ['call-history.view', 'call-history.export', 'customer.full-phone'] as const;
  const person = await demo.person('bi-che-sau', may);
  const { job_id: id } = (await person.call('GET', '/histories-call/export?format=csv')).json();
  await expect.poll(async () => (await person.call('GET', `/job/${id}`)).json().state).toBe('done');
  expect((await person.call('GET', `/job/${id}/file`)).payload).toMatch(/,09\d{8},/);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('role')
      .set({ permissions: may.filter((name) => name !== 'customer.full-phone') })
      .where('name', '=', 'Vai trò của bi-che-sau')
      .execute(),
  );
  app.clock.now += 6_000;
  expect((await person.call('GET', `/job/${id}/file`)).statusCode).toBe(403);
  // What they may see now they may have.
  expect((await exported('/histories-call/export?format=csv', person)).join('\n')).not.toMatch(/,09\d{8},/);
});

test('a file with numbers in full is not fetched any more by who sees none since the company hides them', async () => {
  const hide = (hidden: 0 | 1, mode: number) =>
    app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('system_setting')
        .set({ hidden_phone_customer: hidden, position_hidden_phone_customer: mode })
        .execute(),
    );
  await hide(0, 1);
  const person = await demo.person('che-sau', ['call-history.view', 'call-history.export']);
  const ask = async (by: TestPerson) => {
    const { job_id: id } = (await by.call('GET', '/histories-call/export?format=csv')).json();
    await expect.poll(async () => (await by.call('GET', `/job/${id}`)).json().state).toBe('done');
    return async () => by.call('GET', `/job/${id}/file`);
  };
  const [full, admins] = [await ask(person), await ask(demo.admin)];
  expect((await full()).payload).toMatch(/,09\d{8},/);
  await hide(1, 1);
  expect([(await full()).statusCode, (await admins()).statusCode]).toEqual([403, 200]);
  // What was made since then is theirs, until other digits are hidden: two files would give the number away.
  const masked = await ask(person);
  expect((await masked()).payload).not.toMatch(/,09\d{8},/);
  await hide(1, 2);
  expect((await masked()).statusCode).toBe(403);
  await hide(1, 1);
});

test('a program gets by a job no more than its key may see, and none of its person’s other files', async () => {
  const program = await programWith(['call-history.view', 'call-history.export']);
  const lines = await exported('/histories-call/export?format=csv', program);
  expect(lines).toHaveLength(many);
  expect(lines.join('\n')).not.toMatch(/,09\d{8},/);
  // The guard bites: the person whose key it is sees numbers in full.
  const full = await exported('/histories-call/export?format=csv', demo.admin);
  expect(full.join('\n')).toMatch(/,09\d{8},/);
  const [theirs, its] = (await demo.admin.call('GET', '/jobs')).json().data;
  expect((await program.call('GET', '/jobs')).json().data).toEqual([its]);
  expect((await program.call('GET', `/job/${theirs.id}/file`)).statusCode).toBe(404);
  expect((await demo.admin.call('GET', `/job/${its.id}/file`)).statusCode).toBe(200);
});

test('a job of a key that was taken away is not done', async () => {
  const program = await programWith(['branchs.view', 'branchs.export']);
  expect((await program.call('GET', '/branchs')).statusCode).toBe(200);
  await app.db.inTenant(demo.id, (trx) => trx.updateTable('api_key').set({ scopes: [] }).execute());
  // What it asks is believed for some seconds still; the work is done with what the key may do by then.
  const { job_id: id } = (await program.call('GET', '/branchs/export?format=csv')).json();
  await expect.poll(async () => (await demo.admin.call('GET', `/job/${id}`)).json().state).toBe('failed');
});

test('a file is fetched only by whoever may still see what is in it, and is gone when its day is over', async () => {
  const person = await demo.person('bi-rut-quyen', ['branchs.view', 'branchs.export']);
  const { job_id: id } = (await person.call('GET', '/branchs/export?format=xlsx')).json();
  await expect.poll(async () => (await person.call('GET', `/job/${id}`)).json().state).toBe('done');
  expect((await person.call('GET', `/job/${id}/file`)).rawPayload.subarray(0, 2).toString()).toBe('PK');
  expect((await demo.admin.call('GET', `/job/${id}/file`)).statusCode).toBe(404);
  const setPermissions = (permissions: string[]) =>
    app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('role').set({ permissions }).where('name', '=', 'Vai trò của bi-rut-quyen').execute(),
    );
  await setPermissions(['branchs.view']);
  app.clock.now += 6_000;
  expect((await person.call('GET', `/job/${id}/file`)).statusCode).toBe(403);

  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('job').set({ expires_at: sql`now() - interval '1 s'` }).where('id', '=', id).execute(),
  );
  await tidyJobs(app.db, app.files);
  expect((await person.call('GET', `/job/${id}`)).statusCode).toBe(404);
  expect(await app.files.find(jobResult(demo.id, id))).toBeUndefined();
});
