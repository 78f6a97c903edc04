import { type BulkReport, bulkReport, type Job, permissions } from '@alo/contract';
import { oneIn } from '@alo/testing/in-depth';
import { Workbook } from '@cj-tech-master/excelts';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { cruds, makeRow, rowOfEverything, send, sizeOf, type TestRows } from '../testing/endpoints.ts';
import { heldUpBy } from '../testing/held-up-by.ts';
import { testWorkers } from '../testing/workers.ts';

// Changes of many rows at once, on every resource: each row as if it had been changed by hand, and the way back.
let app: TestApp;
let tenant: TestTenant;
let rows: TestRows;
let token: string;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  token = tenant.admin.token;
  rows = await rowOfEverything(app, tenant, 'thu');
  await workers.start(app);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

const seen = async (id: string, by = tenant.admin): Promise<Job> => (await by.call('GET', `/job/${id}`)).json();

async function ended(id: string, by = tenant.admin): Promise<{ job: Job; report: BulkReport }> {
  await expect.poll(async () => (await seen(id, by)).state).not.toMatch(/queued|running/);
  const job = await seen(id, by);
  expect(job.error).toBe('');
  return { job, report: bulkReport.parse(job.report) };
}

const asked = async (path: string, body: object, by: TestPerson = tenant.admin) =>
  done(await by.call('POST', path, body), by);

async function done(answer: LightMyRequestResponse, by = tenant.admin) {
  expect([answer.statusCode, answer.payload]).toEqual([202, expect.anything()]);
  const { job_id: id } = answer.json();
  return { id, ...(await ended(id, by)) };
}

const undone = (id: string) => asked(`/bulk/${id}/undo`, {});

const trailOf = (id: string) =>
  app.db.inTenant(tenant.id, async (trx) => {
    const trail = await trx.selectFrom('audit').where('subject_id', '=', id).select('action').orderBy('at').execute();
    return trail.map(({ action }) => action);
  });

// One way of deleting for each: in depth each has both.
test.each(oneIn(2, cruds, 0))(
  '%s: all that a search finds is deleted, each row with its own word in the trail, and comes back as it was',
  async (_name, contract) => {
    const word = `xoa${crypto.randomUUID().slice(0, 8)}`;
    const other = await makeRow(app, tenant, contract, { rows, secret: 'khac' });
    for (let n = 0; n < 3; n += 1) await makeRow(app, tenant, contract, { rows, secret: word });
    const query = { search: word, [sizeOf(contract.list)]: '100' };
    const found: { id: string }[] = (await send(app, contract.list, 'mot', { token, query })).json().data;
    const all = found.length;
    expect(all).toBeGreaterThan(2);
    const get = (id: string) => send(app, contract.get, 'mot', { token, id });

    const { id, report } = await done(
      await send(app, contract.removeAll, 'mot', { token, body: { wanted: { search: word } } }),
    );
    expect(report.counts).toEqual({ rows: all, done: all, same: 0, kept: 0, gone: 0 });
    for (const row of found) {
      expect((await get(row.id)).statusCode).toBe(404);
      expect(await trailOf(row.id)).toEqual(['create', 'delete']);
    }
    expect((await get(other?.id ?? '')).statusCode).toBe(200);

    const back = await undone(id);
    expect(back.report.undone).toEqual({ restored: all, kept: 0 });
    for (const row of found) {
      const again = (await get(row.id)).json();
      expect(again).toEqual({ ...row, version: 2, updated_at: again.updated_at });
      expect(await trailOf(row.id)).toEqual(['create', 'delete', 'create']);
    }
    // What was taken back is not taken back again.
    expect((await tenant.admin.call('POST', `/bulk/${id}/undo`)).statusCode).toBe(409);
  },
);

test.each(oneIn(2, cruds, 1))(
  '%s: rows that were picked and deleted come back as they were, too',
  async (_name, contract) => {
    const row = await makeRow(app, tenant, contract, { rows, secret: `chon${crypto.randomUUID().slice(0, 8)}` });
    const get = () => send(app, contract.get, 'mot', { token, id: row?.id ?? '' });
    const before = (await get()).json();
    const body = { rows: [{ id: before.id, version: before.version }] };
    const { deleted, undo: id } = (await send(app, contract.removeMany, 'mot', { token, body })).json();
    expect([deleted, (await get()).statusCode]).toEqual([[before.id], 404]);
    const { job, report } = await ended(id);
    expect([job.state, report.action, report.counts.done]).toEqual(['done', 'delete', 1]);
    expect((await undone(id)).report.undone).toEqual({ restored: 1, kept: 0 });
    const again = (await get()).json();
    expect(again).toEqual({ ...before, version: before.version + 1, updated_at: again.updated_at });
    expect(await trailOf(before.id)).toEqual(['create', 'delete', 'create']);
  },
);

test('what somebody has deleted is taken back by themselves alone, while they may delete', async () => {
  const rights = ['branchs.view', 'branchs.create', 'branchs.delete'] as const;
  const [hue, other] = [await tenant.person('hue', [...rights]), await tenant.person('khac', [...rights])];
  const { id, version } = await add('/branch', { name: 'Chi nhánh để xoá' });
  const { undo } = (await hue.call('POST', '/branchs/delete', { rows: [{ id, version }] })).json();
  expect((await other.call('POST', `/bulk/${undo}/undo`)).statusCode).toBe(404);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('job').set({ permission: 'roles.delete' }).where('id', '=', undo).execute(),
  );
  expect((await hue.call('POST', `/bulk/${undo}/undo`)).statusCode).toBe(403);
  expect((await tenant.admin.call('GET', `/branch/${id}`)).statusCode).toBe(404);
});

test.each(cruds)('%s: a filter that is misspelt means no row, not every one', async (_name, contract) => {
  for (const wanted of [{ search: '', filters: { khong_co: '1' } }, { search: '', id: ['1'] }, { ids: [] }]) {
    const answer = await send(app, contract.removeAll, 'mot', { token, body: { wanted } });
    expect(answer.statusCode).toBe(422);
  }
});

const settable = cruds.flatMap(([name, contract]) =>
  contract.setAll === undefined ? [] : [[name, contract] as const],
);
test.each(settable)('%s: what nobody asked for is not set, and nothing is no wish', async (_name, contract) => {
  const { setAll } = contract;
  if (setAll === undefined) throw new Error('There is nothing to set.');
  for (const set of [{}, { name: 'mọi dòng' }]) {
    const answer = await send(app, setAll, 'mot', { token, body: { set, wanted: { search: '' } } });
    expect([set, answer.statusCode]).toEqual([set, 422]);
  }
});

const add = async (path: string, body: object) => {
  const answer = await tenant.admin.call('POST', path, body);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

test('a field is set for all that a filter finds, though they are no longer found by it; what has it already stays untouched', async () => {
  const [north, south] = [await add('/branch', { name: 'Bắc' }), await add('/branch', { name: 'Nam' })];
  const made = await Promise.all(
    [1, 2, 3].map((n) => add('/department', { name: `Chuyển ${n}`, branch_id: north.id, note: `ghi chú ${n}` })),
  );
  const there = await add('/department', { name: 'Chuyển 4', branch_id: south.id });
  const { id, report } = await asked('/departments/set-all', {
    set: { branch_id: south.id },
    wanted: { search: 'chuyển', filters: {} },
  });
  expect(report.counts).toEqual({ rows: 4, done: 3, same: 1, kept: 0, gone: 0 });
  const now = async (row: { id: string }) => (await tenant.admin.call('GET', `/department/${row.id}`)).json();
  for (const row of made) {
    expect(await now(row)).toMatchObject({ name: row.name, note: row.note, branch_name: 'Nam', version: 2 });
    expect(await trailOf(row.id)).toEqual(['create', 'update']);
  }
  expect(await now(there)).toEqual(there);

  // Who has changed a row since keeps their change.
  const [first, ...others] = made;
  const form = { name: 'Chuyển rồi', branch_id: south.id, version: 2 };
  expect((await tenant.admin.call('PUT', `/department/${first.id}`, form)).statusCode).toBe(200);
  const filtered = await asked('/departments/set-all', {
    set: { branch_id: null },
    wanted: { search: '', filters: { branch_id: south.id }, ids: [others[0].id, others[1].id] },
  });
  expect(filtered.report.counts).toMatchObject({ rows: 2, done: 2 });
  expect((await undone(filtered.id)).report.undone).toEqual({ restored: 2, kept: 0 });
  expect((await undone(id)).report.undone).toEqual({ restored: 0, kept: 3 });
  expect((await now(first)).name).toBe('Chuyển rồi');
});

test('what is added after all that a filter finds was to be deleted, and before a worker comes to it, was not meant', async () => {
  const seenThen = await add('/branch', { name: 'Trước lệnh xoá' });
  await workers.kill();
  const answer = await tenant.admin.call('POST', '/branchs/delete-all', { wanted: { search: 'lệnh xoá' } });
  const added = await add('/branch', { name: 'Sau lệnh xoá' });
  await workers.start(app);
  const { report } = await done(answer);
  expect(report.counts).toEqual({ rows: 1, done: 1, same: 0, kept: 0, gone: 0 });
  const there = [seenThen, added].map(({ id }) => tenant.admin.call('GET', `/branch/${id}`));
  expect((await Promise.all(there)).map(({ statusCode }) => statusCode)).toEqual([404, 200]);
});

test('what is in use, or would break a rule, is kept, and the report says of each why', async () => {
  const free = await add('/department', { name: 'Rảnh bulk' });
  const busy = await add('/department', { name: 'Bận bulk' });
  await add('/team', { name: 'Đội bận', department_id: busy.id });
  const { job, report } = await asked('/departments/delete-all', { wanted: { search: 'bulk' } });
  expect(report.counts).toEqual({ rows: 2, done: 1, same: 0, kept: 1, gone: 0 });
  expect(report.kept).toEqual([{ id: busy.id, name: 'Bận bulk', reason: 'Đang được sử dụng: Nhóm làm việc Đội bận' }]);
  const file = await tenant.admin.call('GET', `/job/${job.id}/file`);
  const workbook = new Workbook();
  await workbook.xlsx.load(file.rawPayload);
  const sheet = workbook.worksheets[0];
  expect([1, 2].map((n) => sheet?.getRow(n).getCell(1).text)).toEqual(['Phòng ban', 'Bận bulk']);
  expect((await tenant.admin.call('GET', `/department/${free.id}`)).statusCode).toBe(404);

  const project = await add('/project', { name: 'Dự án bulk', starts_on: '2026-05-01', member_ids: [] });
  const late = await asked('/projects/set-all', { set: { ends_on: '2026-04-01' }, wanted: { ids: [project.id] } });
  expect(late.report.kept).toEqual([
    { id: project.id, name: 'Dự án bulk', reason: 'Ngày kết thúc không được trước ngày bắt đầu' },
  ]);
  const nowhere = await asked('/departments/set-all', {
    set: { branch_id: crypto.randomUUID() },
    wanted: { ids: [busy.id] },
  });
  expect(nowhere.report.kept).toEqual([
    { id: busy.id, name: 'Bận bulk', reason: 'Chi nhánh: Lựa chọn này không còn tồn tại' },
  ]);
});

test('what cannot come back, because its name is taken meanwhile, does not; its members come back with the others', async () => {
  const taken = await add('/project', { name: 'Quay lại 1', member_ids: [tenant.admin.accountId] });
  const other = await add('/project', { name: 'Quay lại 2', member_ids: [tenant.admin.accountId] });
  const { id } = await asked('/projects/delete-all', { wanted: { search: 'quay lại' } });
  await add('/project', { name: 'Quay lại 1' });
  expect((await undone(id)).report.undone).toEqual({ restored: 1, kept: 1 });
  expect((await tenant.admin.call('GET', `/project/${taken.id}`)).statusCode).toBe(404);
  expect((await tenant.admin.call('GET', `/project/${other.id}`)).json().member_ids).toEqual([tenant.admin.accountId]);
});

test('a job is its person’s alone, and whoever has lost the permission takes nothing back', async () => {
  const person = await tenant.person('xoa-nhieu', ['branchs.view', 'branchs.delete']);
  const branch = await add('/branch', { name: 'Của một người' });
  const { id } = await asked('/branchs/delete-all', { wanted: { search: 'của một người' } }, person);
  expect((await tenant.admin.call('GET', `/branch/${branch.id}`)).statusCode).toBe(404);
  expect((await tenant.admin.call('POST', `/bulk/${id}/undo`)).statusCode).toBe(404);
  const others = permissions.filter((permission) => permission !== 'branchs.delete');
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('role').set({ permissions: others }).where('name', '=', 'Vai trò của xoa-nhieu').execute(),
  );
  app.bus.publish('rights-changed', tenant.id, []);
  expect((await person.call('POST', `/bulk/${id}/undo`)).statusCode).toBe(403);
});

test('kill -9 of the worker in the middle, deleting and taking back, does every row exactly once', {
  timeout: 120_000,
}, async () => {
  const many = 4_000;
  const own = await app.tenant('nhieu');
  await app.db.inTenant(own.id, (trx) =>
    sql`insert into branch (id, name) select gen_random_uuid(), 'Chi nhánh ' || n from generate_series(1, ${many}) as n`.execute(
      trx,
    ),
  );
  const stored = () =>
    app.db.inTenant(own.id, async (trx) => {
      const { rows: found } = await sql<{ count: number; hash: string }>`select count(*)::int as count,
        coalesce(md5(string_agg(id || name || created_at, ',' order by id)), '') as hash from branch`.execute(trx);
      return found[0];
    });
  const entries = (action: string) =>
    app.db.inTenant(own.id, async (trx) => {
      const { rows: found } = await sql<{ all: number; distinct: number }>`select count(*)::int as all,
        count(distinct subject_id)::int as distinct from audit where action = ${action} and subject = 'branch'`.execute(
        trx,
      );
      return found[0];
    });
  const before = await stored();
  const middle = await app.db.inTenant(own.id, (trx) =>
    trx
      .selectFrom('branch')
      .select('id')
      .orderBy('id')
      .offset(many / 2)
      .executeTakeFirstOrThrow(),
  );

  const id = await crossed(`select from branch where id = '${middle.id}' for update`, own.admin, '/branchs/delete-all');
  const { report } = await ended(id, own.admin);
  expect(report.counts).toEqual({ rows: many, done: many, same: 0, kept: 0, gone: 0 });
  expect([await stored(), await entries('delete')]).toEqual([
    { count: 0, hash: '' },
    { all: many, distinct: many },
  ]);

  const there = `insert into branch (tenant_id, id, name) values ('${own.id}', '${middle.id}', 'Đang thêm')`;
  await crossed(there, own.admin, `/bulk/${id}/undo`);
  const back = await ended(id, own.admin);
  expect(back.report.undone).toEqual({ restored: many, kept: 0 });
  expect([await stored(), await entries('create')]).toEqual([before, { all: many, distinct: many }]);
});

/** Asks for the work, holds it up in the middle of a batch, kills whoever does it, and lets another go on. */
async function crossed(hold: string, by: TestPerson, path: string): Promise<string> {
  const holder = new pg.Client({ connectionString: app.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query(hold);
  const { job_id: id } = (await by.call('POST', path, { wanted: {} })).json();
  await expect.poll(() => heldUpBy(holder)).toBeGreaterThan(0);
  const { state, done } = await seen(id, by);
  expect([state, done > 0]).toEqual(['running', true]);
  await workers.kill();
  await holder.query('rollback');
  await holder.end();
  await workers.start(app);
  return id;
}
