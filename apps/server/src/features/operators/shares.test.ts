import { overShareWords } from '@alo/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { postFile } from '../../../testing/imports.ts';
import { makeOperator } from '../../../testing/operator-company.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { takeAskedLetter, takeLetter } from '../../domain/letters-of-a-day.ts';
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

/** Shares that a company's trail says it was over. */
async function toldOf(company: TestTenant): Promise<string[]> {
  const { rows } = await app.db.inTenant(company.id, (trx) =>
    sql<{
      share: string;
    }>`select after ->> 'share' as share from audit where action = 'refused' and subject = 'share' order by at`.execute(
      trx,
    ),
  );
  return rows.map(({ share }) => share);
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
  const { rows } = (await shareOf('demo')).used;
  expect((await setShare('demo', { most_rows: rows + 1 })).statusCode).toBe(200);
  const made = await demo.admin.call('POST', '/department', { name: 'Vừa đủ' });
  expect(made.statusCode).toBe(200);
  const over = await Promise.all(['Thừa', 'Thừa nữa'].map((name) => demo.admin.call('POST', '/branch', { name })));
  expect(over.map((answer) => [answer.statusCode, answer.json().code])).toEqual(Array(2).fill([409, 'over_share']));
  expect(over[0]?.json().message).toContain('đã dùng hết số dòng dữ liệu được cấp');
  expect((await other.admin.call('POST', '/branch', { name: 'Thừa' })).statusCode).toBe(200);
  expect(new Set(await refusals())).toEqual(new Set(['share']));
  expect(await shares()).toMatchObject([{ ma_dn: 'demo', used: { rows: rows + 1 } }, {}, {}]);
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
  expect(await shareOf('demo')).toMatchObject({ used: { bytes: 2_000 }, unrecorded_since: expect.any(String) });
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
  const { bytes } = (await shareOf('nhieu-tep')).used;
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
  const { rows } = (await shareOf('trang-dat')).used;
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
  const limits = { most_jobs: 1, most_deliveries: 2, most_messages: 1, most_requests: 3 };
  expect((await setShare('khac', limits)).statusCode).toBe(200);
  expect(await shareOf('khac')).toMatchObject(limits);
  const { id } = await shareOf('khac');
  const superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  // What the queue reads, by the role that it has.
  await superuser.query('set role alo_owner');
  const { rows } = await superuser.query('select * from work_share where id = $1', [id]);
  await superuser.end();
  expect(rows).toEqual([{ id, most_jobs: 1, most_deliveries: 2, most_messages: 1 }]);
});

test('of webhooks and messages those count that are being sent, and not those that wait', async () => {
  const company = await app.tenant('dang-gui');
  const queue = new pg.Client({ connectionString: app.url });
  await queue.connect();
  const put = (task: string, key: string) =>
    queue.query('select graphile_worker.add_job($1, $2, job_key => $3, flags => $4)', [
      task,
      '{}',
      key,
      [`company:${company.id}`, 'receiver:of-somebody'],
    ]);
  for (const key of ['mot', 'hai', 'ba']) await put('webhook', key);
  await put('message', 'tin');
  await put('letter', 'thu');
  expect((await shareOf('dang-gui')).used).toMatchObject({ deliveries: 0, messages: 0 });
  await queue.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'ai-do' where key in ('mot', 'hai', 'tin', 'thu')",
  );
  expect((await shareOf('dang-gui')).used).toMatchObject({ deliveries: 2, messages: 1 });
  expect((await shareOf('khac')).used).toMatchObject({ deliveries: 0, messages: 0 });
  await queue.query("delete from graphile_worker._private_jobs where locked_by = 'ai-do' or key = 'ba'");
  await queue.end();
});

test('a company sends so many letters a day, and is told in words', async () => {
  const company = await app.tenant('gui-thu');
  expect((await setShare('gui-thu', { most_letters: 4 })).statusCode).toBe(200);
  const { data } = (await company.admin.call('GET', '/roles?search=super-admin')).json();
  const invite = async (name: string) => {
    const input = { name, email: `${name}@x.vn`, role_id: data[0].id };
    const { id } = (await company.admin.call('POST', '/account', input)).json();
    return company.admin.call('POST', `/account/${id}/invite`);
  };
  const sent = [];
  for (const name of ['mot', 'hai', 'ba', 'bon', 'nam', 'sau']) sent.push(await invite(name));
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 409, 409]);
  expect((await shareOf('gui-thu')).used.letters).toBe(4);
  expect(sent.at(-1)?.json().message).toContain('hết số thư được cấp trong ngày');
  // Boxes have none either, and the next day has its own.
  const left = () => app.db.inTenant(company.id, takeLetter);
  expect(await left()).toBe(false);
  await app.db.inTenant(company.id, (trx) => sql`update tenant set letters_on = current_date - 1`.execute(trx));
  expect([await left(), await left(), await left(), await left(), await left()]).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  // Whoever tries, and however often, the trail has it once an hour.
  expect(await toldOf(company)).toEqual(['letters']);
});

test('letters that anybody may ask for are of the day, and leave the company its own', async () => {
  const company = await app.tenant('quen-mat-khau');
  expect((await setShare('quen-mat-khau', { most_letters: 8 })).statusCode).toBe(200);
  const take = (isFirst: boolean) => app.db.inTenant(company.id, (trx) => takeAskedLetter(trx, isFirst));
  // A stranger who asks for the same people again has a quarter; who was not written to today may have another quarter's.
  expect([await take(true), await take(false), await take(false)]).toEqual([true, true, false]);
  expect([await take(true), await take(true), await take(true)]).toEqual([true, true, false]);
  const own = () => app.db.inTenant(company.id, takeLetter);
  expect([await own(), await own(), await own(), await own(), await own()]).toEqual([true, true, true, true, false]);
  expect(await toldOf(company)).toEqual(['letters']);
  // The next day has its own, and so has one whose letters nobody limits.
  await app.db.inTenant(company.id, (trx) => sql`update tenant set letters_on = current_date - 1`.execute(trx));
  expect([await take(false), await take(false), await take(false)]).toEqual([true, true, false]);
  await setShare('quen-mat-khau', { most_letters: null });
  expect(await take(false)).toBe(true);
});

test('who asks for a forgotten password is written to out of the day’s letters, and beyond them is not', async () => {
  const company = await app.tenant('hay-quen');
  expect((await setShare('hay-quen', { most_letters: 4 })).statusCode).toBe(200);
  const { data } = (await company.admin.call('GET', '/accounts')).json();
  const forgot = async () => {
    const body = { ma_dn: 'hay-quen', email: data[0].email };
    return (await app.http.inject({ method: 'POST', url: '/identity/forgot-password', body })).statusCode;
  };
  const links = async () => {
    const { rows } = await app.db.inTenant(company.id, (trx) =>
      sql`select from audit where action = 'forgot-password'`.execute(trx),
    );
    return rows.length;
  };
  expect(await forgot()).toBe(200);
  await expect.poll(links).toBe(1);
  expect((await shareOf('hay-quen')).used.letters).toBe(1);
  // The answer says nothing; the trail does.
  expect(await forgot()).toBe(200);
  await expect.poll(() => toldOf(company)).toEqual(['letters']);
  expect([await links(), (await shareOf('hay-quen')).used.letters]).toEqual([1, 1]);
});

test('every other share holds as the operator sets it, is told in its words, and is in the trail once', async () => {
  const company = await app.tenant('moi-phan');
  const webhook = (name: string) =>
    company.admin.call('POST', '/webhook', { name, url: 'https://nhan.vn/a', events: ['call.ended'] });
  const block = (value: string) =>
    company.admin.call('POST', '//telephony/partner/blocked-incoming-number', { kind: 'number', value });
  await setShare('moi-phan', { most_webhooks: 1, most_blocked: 1, most_waiting_jobs: 1 });
  expect((await webhook('Một')).statusCode).toBe(200);
  const over = await webhook('Hai');
  expect([over.statusCode, over.json().message]).toEqual([409, overShareWords('webhooks', 1)]);
  await setShare('moi-phan', { most_webhooks: 2, most_blocked: 1, most_waiting_jobs: 1 });
  expect((await webhook('Hai')).statusCode).toBe(200);
  expect((await webhook('Ba')).json().message).toBe(overShareWords('webhooks', 2));
  const blocked = [await block('0901234501'), await block('0901234502'), await block('0901234503')];
  expect(blocked.map(({ statusCode }) => statusCode)).toEqual([200, 409, 409]);
  expect(blocked[1]?.json().message).toBe(overShareWords('blocked', 1));
  // What an import has too much of is in its report, and in the trail as well.
  const content = 'Tên,Số điện thoại\nKhách,0987000111\n';
  const bring = () =>
    postFile(app, company.admin, '/api/moi-phan/imports', { name: 'a.csv', content, subject: 'customer' });
  expect([(await bring()).statusCode, (await bring()).statusCode]).toEqual([202, 409]);
  await expect.poll(() => toldOf(company)).toEqual(['webhooks', 'blocked', 'waiting_jobs']);
  expect((await shareOf('moi-phan')).used).toMatchObject({ webhooks: 2, blocked: 1, waiting_jobs: 1, sockets: 0 });
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

test('a share that is not named stays, and of two operators at once the second is told what the first has set', async () => {
  const company = await app.tenant('hai-nguoi');
  expect((await setShare('hai-nguoi', { most_calls: 7, most_webhooks: 3 })).statusCode).toBe(200);
  expect((await setShare('hai-nguoi', { most_webhooks: null })).statusCode).toBe(200);
  expect(await shareOf('hai-nguoi')).toMatchObject({ most_calls: 7, most_webhooks: null });

  const { id, version } = await shareOf('hai-nguoi');
  const at = `//admin/share/${id}`;
  const both = await Promise.all([8, 9].map((most_calls) => operators.admin.call('PUT', at, { version, most_calls })));
  const [kept, late] = both.toSorted((a, b) => a.statusCode - b.statusCode);
  expect([kept?.statusCode, late?.statusCode]).toEqual([200, 409]);
  const { most_calls: calls } = await shareOf('hai-nguoi');
  expect(kept?.json().version).toBe(version + 1);
  expect(late?.json().current).toMatchObject({ version: version + 1, most_calls: calls });
  const { rows } = await app.db.inTenant(company.id, (trx) =>
    sql<{ was: number; is: number }>`select (before ->> 'most_calls')::int as was, (after ->> 'most_calls')::int as is
      from audit where action = 'update' and subject = 'tenant' order by at desc limit 1`.execute(trx),
  );
  expect(rows).toEqual([{ was: 7, is: calls }]);
});
