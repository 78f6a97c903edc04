import type { Permission } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { account } from '../src/features/accounts/accounts.ts';
import { customer } from '../src/features/customers/customers.ts';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import { kpi } from '../src/features/kpi/kpis.ts';
import type { By } from '../src/kernel/by.ts';
import { bulkOf } from '../src/resource/bulk/bulkable.ts';
import { type Importable, importOf } from '../src/resource/importing/importable.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';

/** People come by files and are changed by the dozen: each of them as somebody by themselves would be, whatever stands beside. */
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const roleIn = async (firm: TestTenant, name: string, permissions: readonly Permission[] = []): Promise<string> =>
  (await firm.admin.call('POST', '/role', { name, permissions, scope: 'own' })).json().id;

const add = async (firm: TestTenant, path: string, body: object) => {
  const answer = await firm.admin.call('POST', path, body);
  expect([path, answer.statusCode, answer.payload]).toEqual([path, 200, expect.anything()]);
  return answer.json();
};

/** As a job of theirs acts. */
async function jobOf(firm: TestTenant, person: TestPerson): Promise<By> {
  const caller = await app.db.inTenant(firm.id, (trx) => callerOfAccount(trx, person.accountId));
  if (caller === undefined) throw new Error('nobody asks');
  return { caller, via: 'job', network: '', requestId: crypto.randomUUID() };
}

const seats = (firm: TestTenant, count: number) =>
  app.db.inTenant(firm.id, (trx) => trx.updateTable('tenant').set({ seats: count }).execute());

/** Takes lines of a file, of which the columns are these fields. */
async function take(firm: TestTenant, by: By, target: Importable, fields: readonly string[], lines: string[][]) {
  const rows = lines.map((cells, at) => ({ number: at + 2, cells }));
  const mapping = Object.fromEntries(fields.map((name, column) => [name, column]));
  const { created, changed, bad } = await app.db.inTenant(firm.id, (trx) =>
    target.batch(trx, by, rows, { mapping, existing: 'update', given: {}, seen: new Set() }),
  );
  return { taken: created.length + changed.length, bad: bad.map(({ row, reason }) => [row, reason]) };
}

const managing = ['accounts.view', 'accounts.create', 'accounts.update'] as const;

test('of a file of people each line is taken or refused by itself: the seats that there are, rights above one’s own', async () => {
  const firm = await app.tenant('tep-nguoi');
  const by = await jobOf(firm, await firm.person('nhan-su', managing));
  await roleIn(firm, 'Thường');
  await roleIn(firm, 'Mạnh', ['setting.update']);
  await seats(firm, 5);
  const lines = ['Thường', 'Mạnh', 'Thường', 'Thường', 'Thường'].map((role, at) => [
    `Người ${at}`,
    `n${at}@tep.vn`,
    role,
  ]);
  expect(await take(firm, by, importOf(account), ['name', 'email', 'role_id'], lines)).toEqual({
    taken: 3,
    bad: [
      [3, 'Vai trò: Vai trò này có quyền hoặc phạm vi mà chính bạn không có'],
      [6, 'Công ty có 5 chỗ và đã dùng hết. Hãy ngừng một tài khoản khác hoặc mua thêm chỗ'],
    ],
  });
  const { data } = (await firm.admin.call('GET', '/accounts?search=tep.vn&sort=email')).json();
  expect(data.map(({ email }: { email: string }) => email)).toEqual(['n0@tep.vn', 'n2@tep.vn', 'n3@tep.vn']);
});

test('many people are changed at once as far as each may be: oneself and who has more stay, and it is said why', async () => {
  const firm = await app.tenant('nhieu-nguoi');
  const manager = await firm.person('nhan-su', managing);
  const by = await jobOf(firm, manager);
  const [plain, strong] = [await roleIn(firm, 'Thường'), await roleIn(firm, 'Mạnh', ['setting.update'])];
  const person = (name: string, role_id: string) =>
    add(firm, '/account', { name, email: `${crypto.randomUUID()}@x.vn`, role_id });
  const [one, boss, two] = [await person('Một', plain), await person('Sếp', strong), await person('Hai', plain)];
  const rows = [one, boss, two, (await firm.admin.call('GET', `/account/${manager.accountId}`)).json()];
  const bulk = bulkOf(account);
  const done = await app.db.inTenant(firm.id, (trx) =>
    bulk.take(trx, by, { kind: 'set', set: { active: false } }, rows),
  );
  expect(done.changed).toHaveLength(2);
  expect(new Set(done.kept)).toEqual(
    new Set([
      {
        id: manager.accountId,
        name: 'nhan-su',
        reason: 'Bạn không thể tự ngừng hoặc xoá tài khoản của chính mình',
      },
      { id: boss.id, name: 'Sếp', reason: 'Bạn không có quyền thực hiện thao tác này' },
    ]),
  );
  const isActive = async ({ id }: { id: string }) => (await firm.admin.call('GET', `/account/${id}`)).json().active;
  expect(await Promise.all(rows.map(isActive))).toEqual([false, true, false, true]);

  // Taken back likewise: where the seats are others' by now, as many come back as there is room for.
  await seats(firm, 4);
  const back = await app.db.inTenant(firm.id, (trx) => bulk.undo(trx, by, done));
  expect(back).toEqual({ restored: 1, kept: 1 });
});

test('a file sets targets for nobody whose rows one does not see', async () => {
  const firm = await app.tenant('chi-tieu');
  const [near, far] = [await firm.person('gan'), await firm.person('xa')];
  const lead = await firm.person('truong-nhom', ['kpis.view', 'kpis.create']);
  const { id: department } = await add(firm, '/department', { name: 'Kinh doanh' });
  await app.db.inTenant(firm.id, async (trx) => {
    await trx
      .updateTable('account')
      .set({ department_id: department })
      .where('id', 'in', [near.accountId, lead.accountId])
      .execute();
    await trx.updateTable('role').set({ scope: 'department' }).where('name', '=', 'Vai trò của truong-nhom').execute();
  });
  const fields = ['kind', 'account_id', 'measure', 'month', 'target'];
  const lines = ['gan', 'xa'].map((name) => ['person', name, 'outbound', '2026-12', '100']);
  expect(await take(firm, await jobOf(firm, lead), importOf(kpi), fields, lines)).toEqual({
    taken: 1,
    bad: [[3, 'Nhân viên: Ngoài phạm vi dữ liệu của bạn']],
  });
  const { data } = (await firm.admin.call('GET', '/kpis')).json();
  expect(data.map((row: { account_id: string }) => row.account_id)).toEqual([near.accountId]);
  expect(far.accountId).not.toBe(near.accountId);
});

test('of two people of one name a file has to say which, by their e-mail', async () => {
  const firm = await app.tenant('trung-ten');
  const role_id = await roleIn(firm, 'Trực');
  const person = (name: string, email: string) => add(firm, '/account', { name, email, role_id });
  await person('Nguyễn Thị Hoa', 'hoa.kd@trung.vn');
  const second = await person('nguyễn  thị Hoa', 'hoa.cs@trung.vn');
  const only = await person('Trần Văn An', 'an@trung.vn');
  await add(firm, '/profile-status', { name: 'Mới', colour: '#2563eb' });
  const lines = [
    ['Khách một', '0987000001', 'Nguyễn Thị Hoa'],
    ['Khách hai', '0987000002', 'HOA.CS@trung.vn'],
    ['Khách ba', '0987000003', 'trần văn an'],
    ['Khách bốn', '0987000004', 'Không Ai'],
    ['Khách năm', '0987000005', ''],
  ];
  const by = await jobOf(firm, firm.admin);
  expect(await take(firm, by, importOf(customer), ['name', 'phone', 'user_id'], lines)).toEqual({
    taken: 3,
    bad: [
      [2, 'Nhân viên phụ trách: có 2 người tên “Nguyễn Thị Hoa”, hãy ghi email của người cần chọn'],
      [5, 'Nhân viên phụ trách: không có “Không Ai”'],
    ],
  });
  const { data } = (await firm.admin.call('GET', '/get-data-filter?sort=name')).json();
  expect(data.map((row: { name: string; user_id: string | null }) => [row.name, row.user_id])).toEqual([
    ['Khách ba', only.id],
    ['Khách hai', second.id],
    ['Khách năm', null],
  ]);
});
