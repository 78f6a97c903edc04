import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { postFile } from '../../../testing/imports.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { takeLetter } from '../../domain/letters-of-a-day.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { watchRoom } from './watch-room.ts';

let app: TestApp;
let operators: TestTenant;
let demo: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  operators = await app.tenant('van-hanh');
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  await makeOperator(app, operators);
});

afterAll(() => app.close());

const shares = async () => (await operators.admin.call('GET', '//admin/shares')).json().data;
const shareOf = async (code: string) => (await shares()).find(({ ma_dn }: { ma_dn: string }) => ma_dn === code);

async function setShare(code: string, share: object) {
  const { id, version } = await shareOf(code);
  return operators.admin.call('PUT', `//admin/share/${id}`, { version, ...share });
}

const refusals = async () => {
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql<{
      subject: string;
    }>`select subject from audit where action = 'refused' and after ->> 'code' = 'over_share'`.execute(trx),
  );
  return rows.map(({ subject }) => subject);
};

test('a company has the rows that the operator gives it, is told why there are no more, and others go on', async () => {
  const { rows } = await shareOf('demo');
  expect((await setShare('demo', { most_rows: rows + 1 })).statusCode).toBe(200);
  const made = await demo.admin.call('POST', '/department', { name: 'Vừa đủ' });
  expect(made.statusCode).toBe(200);
  const over = await Promise.all(['Thừa', 'Thừa nữa'].map((name) => demo.admin.call('POST', '/branch', { name })));
  expect(over.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array(2).fill([409, 'over_share']));
  expect(over[0]?.json().message).toContain('đã dùng hết số dòng dữ liệu được cấp');
  expect((await other.admin.call('POST', '/branch', { name: 'Thừa' })).statusCode).toBe(200);
  expect(new Set(await refusals())).toEqual(new Set(['branch']));
  expect(await shares()).toMatchObject([{ ma_dn: 'demo', rows: rows + 1 }, {}, {}]);
  expect((await shareOf('demo')).refused).toBeGreaterThan(0);

  await demo.admin.call('DELETE', `/department/${made.json().id}`);
  expect((await demo.admin.call('POST', '/branch', { name: 'Lại vừa' })).statusCode).toBe(200);
});

test('a company whose room is full is not recorded, is told by bell and trail, and is recorded again', async () => {
  await storeCall(app.db, demo.id, { recording: { bytes: 2_000 } });
  const told: string[] = [];
  const look = () =>
    watchRoom(app.db, { changed: (id) => void told.push(id), onNotice: (_, id) => void told.push(id) });
  await setShare('demo', { most_bytes: 1_000 });
  await look();
  await look();
  expect(told).toEqual([demo.id, expect.any(String)]);
  expect(await shareOf('demo')).toMatchObject({ bytes: 2_000, unrecorded_since: expect.any(String) });
  const bell = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('notice').select('text').execute());
  expect(bell.map(({ text }) => text)).toEqual([expect.stringContaining('Đã dừng ghi âm')]);
  // No rule is over it.
  expect((await loadTelephonyConfig(app.db.inTenant, demo.id)).plan.roomIsFull).toBe(true);
  await setShare('demo', { most_bytes: null });
  await look();
  expect((await shareOf('demo')).unrecorded_since).toBeNull();
  expect((await loadTelephonyConfig(app.db.inTenant, demo.id)).plan.roomIsFull).toBeUndefined();
});

test('files that are brought and made are of the room, and a company has so many jobs that wait', async () => {
  const company = await app.tenant('nhieu-tep');
  const content = `Tên,Số điện thoại\n${'Khách,0987000111\n'.repeat(100)}`;
  const bring = () =>
    postFile(app, company.admin, '/api/nhieu-tep/imports', { name: 'a.csv', content, subject: 'customer' });
  const first = await bring();
  expect(first.statusCode).toBe(202);
  const { bytes } = await shareOf('nhieu-tep');
  expect(bytes).toBeGreaterThan(1_000);
  await setShare('nhieu-tep', { most_bytes: bytes + 10 });
  const over = await bring();
  expect([over.statusCode, over.json().message]).toEqual([409, expect.stringContaining('dùng hết dung lượng')]);
  await setShare('nhieu-tep', { most_bytes: null });

  await app.db.inTenant(company.id, (trx) =>
    sql`insert into job (id, account_id, kind, title, permission)
      select gen_random_uuid(), account_id, kind, title, permission from job, generate_series(1, 99)`.execute(trx),
  );
  const late = await bring();
  expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('100 việc chờ làm')]);
});

test('who was refused stands first, then who uses most of what it may keep, and each page is of its own', async () => {
  const codes = ['trang-dat', 'trang-it', 'trang-khong'];
  for (const code of codes) await app.tenant(code);
  await setShare('trang-it', { most_rows: 100_000 });
  const { rows } = await shareOf('trang-dat');
  await setShare('trang-dat', { most_rows: rows * 2 });
  const page = async (query: string) => (await operators.admin.call('GET', `//admin/shares?${query}`)).json();
  const named = (answer: { data: { ma_dn: string }[] }) => answer.data.map(({ ma_dn }) => ma_dn);
  // As it is typed: without signs, by name or code.
  expect(named(await page('search=cong%20TY%20trang'))).toEqual(codes);
  expect(await page('search=trang&per_page=2&page=2')).toMatchObject({ data: [{ ma_dn: 'trang-khong' }], total: 3 });
  expect(await page('search=trang&page=2')).toMatchObject({ data: [] });
  expect(named(await page('search=%25'))).toEqual([]);
  const all = await page('per_page=100');
  expect([all.data[0].ma_dn, all.total]).toEqual(['demo', 7]);
});

test('jobs, webhooks and requests of a company at once are what the operator lets it have', async () => {
  const limits = { most_jobs: 1, most_deliveries: 2, most_requests: 3 };
  expect((await setShare('khac', limits)).statusCode).toBe(200);
  expect(await shareOf('khac')).toMatchObject(limits);
  const { id } = await shareOf('khac');
  const superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  // What the queue reads, by the role that it has.
  await superuser.query('set role alo_owner');
  const { rows } = await superuser.query('select * from work_share where id = $1', [id]);
  await superuser.end();
  expect(rows).toEqual([{ id, most_jobs: 1, most_deliveries: 2 }]);
});

test('a company sends so many letters a day, and is told in words', async () => {
  const company = await app.tenant('gui-thu');
  expect((await setShare('gui-thu', { most_letters: 2 })).statusCode).toBe(200);
  const { data } = (await company.admin.call('GET', '/roles?search=super-admin')).json();
  const invite = async (name: string) => {
    const input = { name, email: `${name}@x.vn`, role_id: data[0].id };
    const { id } = (await company.admin.call('POST', '/account', input)).json();
    return company.admin.call('POST', `/account/${id}/invite`);
  };
  const [one, two, three] = [await invite('mot'), await invite('hai'), await invite('ba')];
  expect([one.statusCode, two.statusCode, three.statusCode]).toEqual([200, 200, 409]);
  expect(three.json().message).toContain('hết số thư được cấp trong ngày');
  // Boxes have none either, and the next day has its own.
  const left = () => app.db.inTenant(company.id, takeLetter);
  expect(await left()).toBe(false);
  await app.db.inTenant(company.id, (trx) => sql`update tenant set letters_on = current_date - 1`.execute(trx));
  expect([await left(), await left(), await left()]).toEqual([true, true, false]);
});

test('a share is set by the operator alone, in words of its own trail, and not over what somebody else has set', async () => {
  const { id, version } = await shareOf('khac');
  expect((await other.admin.call('PUT', `//admin/share/${id}`, { version, most_calls: 500 })).statusCode).toBe(404);
  expect((await other.admin.call('GET', '//admin/shares')).statusCode).toBe(404);
  expect((await setShare('khac', { most_calls: 5 })).statusCode).toBe(200);
  const late = await operators.admin.call('PUT', `//admin/share/${id}`, { version, most_calls: 9 });
  expect([late.statusCode, late.json().current.most_calls]).toEqual([409, 5]);
  const trail = (await other.admin.call('GET', '/activity-user-tenant?subject=tenant')).json().data;
  expect(trail[0]).toMatchObject({ action: 'update', account_name: null });
});
