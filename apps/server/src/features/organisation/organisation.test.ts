import { Workbook } from '@cj-tech-master/excelts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let admin: TestTenant['admin'];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  admin = demo.admin;
});

afterAll(() => app.close());

const add = async (path: string, body: object, by = admin) => {
  const answer = await by.call('POST', path, body);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const listed = async (path: string) => (await admin.call('GET', path)).json();
const names = async (path: string) => (await listed(path)).data.map(({ name }: { name: string }) => name);

test('a department is added, read, changed and deleted, and the trail has every step', async () => {
  const branch = await add('/branch', { name: 'Hà Nội' });
  const made = await add('/department', { name: ' Kinh doanh ', branch_id: branch.id });
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Kinh doanh',
    code: '',
    note: '',
    branch_id: branch.id,
    branch_name: 'Hà Nội',
    leader_ids: [],
    leader_names: [],
    people_ids: [],
    team_count: 0,
    account_count: 0,
    version: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect((await admin.call('GET', `/department/${made.id}`)).json()).toEqual(made);

  const change = { ...made, name: 'Bán hàng', branch_id: null };
  const changed = (await admin.call('PUT', `/department/${made.id}`, change)).json();
  expect(changed).toMatchObject({ name: 'Bán hàng', branch_name: null, version: 2 });

  const stale = await admin.call('PUT', `/department/${made.id}`, { ...made, name: 'Muộn' });
  expect([stale.statusCode, stale.json().code, stale.json().current]).toEqual([409, 'conflict', changed]);

  expect((await admin.call('DELETE', `/department/${made.id}`)).statusCode).toBe(200);
  expect((await admin.call('DELETE', `/department/${made.id}`)).statusCode).toBe(404);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', made.id)
      .select(['action', 'account_id', 'before', 'after'])
      .orderBy('at')
      .execute(),
  );
  expect(trail).toMatchObject([
    { action: 'create', account_id: admin.accountId, before: null, after: { name: 'Kinh doanh' } },
    { action: 'update', before: { name: 'Kinh doanh' }, after: { name: 'Bán hàng' } },
    { action: 'delete', before: { name: 'Bán hàng' }, after: null },
  ]);
});

test('a list searches without accents, filters, sorts as Vietnamese does, and comes in pages of ten', async () => {
  const branch = await add('/branch', { name: 'Đà Nẵng' });
  for (const name of ['Ưu đãi', 'An ninh', 'Ẩm thực', 'Đào tạo', 'Dịch vụ', 'Ban giám đốc']) {
    await add('/department', { name, note: 'tìm', branch_id: name.startsWith('D') ? branch.id : null });
  }
  for (let n = 1; n <= 12; n += 1) await add('/department', { name: `Tổ số ${n}`, code: `T${n}` });

  expect(await names('/departments?search=tim&sort=name')).toEqual([
    'An ninh',
    'Ẩm thực',
    'Ban giám đốc',
    'Dịch vụ',
    'Đào tạo',
    'Ưu đãi',
  ]);
  expect(await names('/departments?search=dao')).toEqual(['Đào tạo']);
  expect(await names('/departments?search=ĐÀO')).toEqual(['Đào tạo']);
  expect(await names('/departments?search=da+nang')).toEqual(['Dịch vụ']);
  expect(await names(`/departments?branch_id=${branch.id}`)).toEqual(['Dịch vụ']);
  expect(await names('/departments?search=100%25')).toEqual([]);
  expect(await names('/departments?search=_')).toEqual([]);

  const first = await listed('/departments?search=to+so&sort=-name');
  expect([first.data.length, first.total, first.total_capped]).toEqual([10, 12, false]);
  const second = await listed('/departments?search=to+so&sort=-name&page=2');
  expect(second.data).toHaveLength(2);
  expect((await listed('/departments?per_page=9999999')).total).toBe(18);
  expect((await listed('/departments?page=100000000&per_page=9999999')).data).toEqual([]);

  for (const bad of ['sort=password', 'sort=tenant_id', 'sort=name;drop', 'page=0', 'branch_id=x']) {
    expect((await admin.call('GET', `/departments?${bad}`)).statusCode).toBe(400);
  }
});

test('names are unique in a company however they are written, and the field is told', async () => {
  await add('/branch', { name: 'Cần Thơ', code: 'CT' });
  const same = await admin.call('POST', '/branch', { name: 'cần thơ' });
  expect([same.statusCode, same.json().code, Object.keys(same.json().fields)]).toEqual([409, 'duplicate', ['name']]);
  const code = await admin.call('POST', '/branch', { name: 'Sóc Trăng', code: 'ct' });
  expect(Object.keys(code.json().fields)).toEqual(['code']);
  await add('/branch', { name: 'Cần Thơ' }, other.admin);

  expect((await add('/department', { name: '\u200B Đào\u00A0  tạo viên\uFEFF ' })).name).toBe('Đào tạo viên');
  for (const alike of [
    'Đào  tạo viên',
    'đào tạo\u00A0viên',
    'Ðào tạo viên',
    'Đào tạo vi\u200Bên',
    'Đ\u0061\u0300o tạo viên',
  ]) {
    expect((await admin.call('POST', '/department', { name: alike })).json().fields).toHaveProperty('name');
  }
  expect((await add('/department', { name: 'Dao tao vien' })).name).toBe('Dao tao vien');
});

test('what a list does not know is refused by its name', async () => {
  for (const [query, name] of [
    ['colour=red', 'colour'],
    ['page[]=1', 'page[]'],
    ['tenant_id=1', 'tenant_id'],
  ]) {
    const answer = await admin.call('GET', `/departments?${query}`);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [name]]);
  }
});

test('a delete that quotes an old version is refused, and ten at once are one delete', async () => {
  const { id } = await add('/branch', { name: 'Sắp xoá' });
  await admin.call('PUT', `/branch/${id}`, { name: 'Đã đổi', version: 1 });
  const stale = await admin.call('DELETE', `/branch/${id}?version=1`);
  expect([stale.statusCode, stale.json().code, stale.json().current.name]).toEqual([409, 'conflict', 'Đã đổi']);
  const many = await admin.call('POST', '/branchs/delete', { rows: [{ id, version: 1 }] });
  expect(many.json()).toEqual({ deleted: [], refused: [{ id, code: 'conflict', used_by: [] }], undo: null });
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call('DELETE', `/branch/${id}?version=2`)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(answers.filter(({ statusCode }) => statusCode === 404)).toHaveLength(9);
});

test('a project has members, numbers and a period, and is found by who works on it', async () => {
  const [lan, minh] = [await demo.person('lan'), await demo.person('minh')];
  const starts = { name: 'Tết 2027', starts_on: '2027-01-01', member_ids: [minh.accountId, lan.accountId] };
  const made = await add('/project', { ...starts, ends_on: '2027-01-01', status: 'running' });
  expect(made).toMatchObject({ ...starts, ends_on: '2027-01-01', number_ids: [], member_names: ['minh', 'lan'] });
  await add('/project', { name: 'Không ai' });
  const found = async (query: string) => (await listed(`/projects?${query}`)).data.map(({ id }: { id: string }) => id);
  expect(await found(`member_id=${lan.accountId}`)).toEqual([made.id]);
  expect(await found(`member_id=${admin.accountId}`)).toEqual([]);
  expect(await found('status=running')).toEqual([made.id]);

  const backwards = await admin.call('POST', '/project', { ...starts, name: 'Ngược', ends_on: '2026-12-31' });
  expect([backwards.statusCode, Object.keys(backwards.json().fields)]).toEqual([422, ['ends_on']]);
  const stranger = await admin.call('POST', '/project', { name: 'Lạ', member_ids: [other.admin.accountId] });
  expect([stranger.statusCode, stranger.json().fields]).toEqual([
    422,
    { member_ids: 'Lựa chọn này không còn tồn tại' },
  ]);

  const change = { ...made, member_ids: [lan.accountId], starts_on: null };
  const changed = (await admin.call('PUT', `/project/${made.id}`, change)).json();
  expect(changed).toMatchObject({ member_names: ['lan'], starts_on: null, version: 2 });
  const csv = (await admin.call('GET', '/projects/export?format=csv&status=running')).payload.split('\r\n');
  expect(csv[1]).toMatch(/^Tết 2027,,Đang chạy,,2027-01-01,lan,,,/);
  expect((await admin.call('DELETE', `/project/${made.id}?version=2`)).statusCode).toBe(200);
});

test('a team and a department say who leads them and who belongs to them; each belongs to one', async () => {
  const [hoa, tuan] = [await demo.person('hoa'), await demo.person('tuan')];
  const [sales, care] = [
    await add('/department', {
      name: 'Bán lẻ',
      leader_ids: [hoa.accountId],
      people_ids: [hoa.accountId, tuan.accountId],
    }),
    await add('/department', { name: 'Chăm sóc' }),
  ];
  expect([sales.leader_names, new Set(sales.people_ids)]).toEqual([['hoa'], new Set([hoa.accountId, tuan.accountId])]);
  const team = await add('/team', { name: 'Ca tối', department_id: care.id, people_ids: [tuan.accountId] });
  const person = async (id: string) => (await admin.call('GET', `/account/${id}`)).json();
  expect(await person(tuan.accountId)).toMatchObject({ team_name: 'Ca tối', department_name: 'Chăm sóc' });
  expect((await admin.call('GET', `/department/${sales.id}`)).json().people_ids).toEqual([hoa.accountId]);

  // The department has lost somebody since it was read: whoever saves it as it was does not take them back unseen.
  const stale = await admin.call('PUT', `/department/${sales.id}`, { ...sales, note: 'Cũ' });
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'conflict']);
  // Who says nothing of its people leaves them.
  const { people_ids: _, ...rest } = (await admin.call('GET', `/team/${team.id}`)).json();
  expect((await admin.call('PUT', `/team/${team.id}`, rest)).json().people_ids).toEqual([tuan.accountId]);

  const planner = await demo.person('nguoi-lap-nhom', ['teams.view', 'teams.update']);
  const open = (await admin.call('GET', `/team/${team.id}`)).json();
  const refused = await planner.call('PUT', `/team/${team.id}`, { ...open, people_ids: [] });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['people_ids']]);
  expect((await planner.call('PUT', `/team/${team.id}`, { ...open, note: 'x' })).statusCode).toBe(200);
  const foreign = await admin.call('POST', '/team', {
    name: 'Lạ',
    department_id: care.id,
    people_ids: [other.admin.accountId],
  });
  expect([foreign.statusCode, Object.keys(foreign.json().fields)]).toEqual([422, ['people_ids']]);

  const now = (await admin.call('GET', `/team/${team.id}`)).json();
  expect((await admin.call('PUT', `/team/${team.id}`, { ...now, people_ids: [] })).statusCode).toBe(200);
  expect(await person(tuan.accountId)).toMatchObject({ team_name: null, department_name: 'Chăm sóc' });
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', tuan.accountId)
      .select(['action', 'after'])
      .orderBy('at')
      .execute(),
  );
  expect(trail.slice(-3)).toEqual([
    { action: 'update', after: { department_id: sales.id } },
    { action: 'update', after: { team_id: team.id } },
    { action: 'update', after: { team_id: null } },
  ]);
  expect((await admin.call('DELETE', `/department/${sales.id}`)).json().used_by).toMatchObject([{ kind: 'Tài khoản' }]);
});

test('pickers of another base compare the company that they name with the token', async () => {
  const numbers = (code: string) => admin.call('GET', `//telephony/partner/number/all/${code}`);
  expect((await numbers('demo')).json()).toEqual({ data: [] });
  expect((await numbers('DEMO')).statusCode).toBe(200);
  for (const code of ['khac', 'khong-co', '%00']) {
    expect([code, (await numbers(code)).json().code]).toEqual([code, 'not_found']);
  }
});

test('what is in use is not deleted, and says what uses it', async () => {
  const department = await add('/department', { name: 'Có nhóm' });
  const free = await add('/department', { name: 'Không nhóm' });
  const team = await add('/team', { name: 'Nhóm A', department_id: department.id });
  expect(team.department_name).toBe('Có nhóm');
  const refused = await admin.call('DELETE', `/department/${department.id}`);
  const usedBy = [{ kind: 'Nhóm làm việc', name: 'Nhóm A', id: team.id }];
  expect([refused.statusCode, refused.json().code, refused.json().used_by]).toEqual([409, 'in_use', usedBy]);

  const foreign = await add('/department', { name: 'Của người khác' }, other.admin);
  const many = await admin.call('POST', '/departments/delete', { rows: [department, free, foreign] });
  expect(many.json()).toEqual({
    deleted: [free.id],
    refused: [{ id: department.id, code: 'in_use', used_by: usedBy }],
    undo: expect.any(String),
  });
  expect((await other.admin.call('GET', `/department/${foreign.id}`)).statusCode).toBe(200);
});

test('a reference into another company is refused beside the field, like one to nothing', async () => {
  const foreign = await add('/branch', { name: 'Của họ' }, other.admin);
  for (const branch_id of [foreign.id, crypto.randomUUID()]) {
    const answer = await admin.call('POST', '/department', { name: 'Lạc', branch_id });
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { branch_id: 'Lựa chọn này không còn tồn tại' }]);
  }
  const wrong = await admin.call('POST', '/team', { name: '' });
  expect(wrong.json().fields).toEqual({
    name: 'Thông tin không được để trống',
    department_id: 'Thông tin không được để trống',
  });
});

test('an export is a spreadsheet of all that was found, and runs no formula', async () => {
  await add('/branch', { name: '=HYPERLINK("http://x")', note: 'xuất', phone: '0901234567', address: 'Số 1; "góc"' });
  const csv = await admin.call('GET', '/branchs/export?format=csv&search=xuat');
  expect((await admin.call('GET', '/branches/export?format=csv&search=xuat')).payload).toBe(csv.payload);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toMatch(
    /^attachment; filename="Chi_nhanh_[\d-]+\.csv"; filename\*=UTF-8''Chi%20nh/,
  );
  const [head, line] = csv.payload.split('\r\n');
  expect(head).toBe('\uFEFFTên chi nhánh,Mã,Địa chỉ,Số điện thoại,Số phòng ban,Ghi chú,Ngày tạo');
  expect(line).toMatch(
    /^"'=HYPERLINK\(""http:\/\/x""\)",,"Số 1; ""góc""",0901234567,0,xuất,\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/,
  );

  const xlsx = await admin.call('GET', '/branchs/export?format=xlsx&search=xuat');
  const workbook = new Workbook();
  await workbook.xlsx.load(xlsx.rawPayload);
  const page = workbook.getWorksheet('Chi nhánh');
  expect(page?.getRow(2).getCell(1).value).toBe('=HYPERLINK("http://x")');
  expect(page?.getRow(2).getCell(4).value).toBe('0901234567');
  expect(page?.getRow(2).getCell(7).value).toBeInstanceOf(Date);

  const viewer = await demo.person('nguoi-xem', ['branchs.view']);
  expect((await viewer.call('GET', '/branchs/export?format=csv')).statusCode).toBe(403);
});

test('pickers get every name', async () => {
  const { data } = await listed('/all-department');
  expect(data.length).toBe((await listed('/departments?per_page=1000')).total);
  expect((await listed('/all-team')).data.map(({ name }: { name: string }) => name)).toEqual(['Ca tối', 'Nhóm A']);
});

test('the tree of a company is whole however many it has, and shows nobody what they may not see', async () => {
  const firm = await app.tenant('cong-ty-lon');
  const department = await add('/department', { name: 'Tổng đài', branch_id: null }, firm.admin);
  const team = await add('/team', { name: 'Ca sáng', department_id: department.id }, firm.admin);
  await app.db.inTenant(firm.id, async (trx) => {
    const { role_id } = await trx.selectFrom('account').select('role_id').executeTakeFirstOrThrow();
    const person = (nth: number) => ({
      id: crypto.randomUUID(),
      email: `n${nth}@x.vn`,
      name: `Người ${String(nth).padStart(4, '0')}`,
      role_id,
      password_hash: '',
      department_id: department.id,
      team_id: nth < 1_500 ? team.id : null,
    });
    const all = Array.from({ length: 2_000 }, (_, nth) => person(nth));
    for (let from = 0; from < all.length; from += 500) {
      await trx
        .insertInto('account')
        .values(all.slice(from, from + 500))
        .execute();
    }
    const more = Array.from({ length: 1_200 }, (_, nth) => ({
      id: crypto.randomUUID(),
      name: `Nhóm ${nth}`,
      department_id: department.id,
    }));
    await trx.insertInto('team').values(more).execute();
  });
  const tree = (await firm.admin.call('GET', '/organisation')).json();
  expect([tree.teams.length, tree.departments.length, tree.people]).toEqual([1_201, 1, 1]);
  expect(tree.departments[0].people).toBe(500);
  expect(tree.teams.find(({ id }: { id: string }) => id === team.id).people).toBe(1_500);
  const people = async (query: string) => (await firm.admin.call('GET', `/organisation/people?${query}`)).json();
  const last = await people(`team_id=${team.id}&per_page=100&page=15`);
  expect([last.total, last.data.at(-1).name]).toEqual([1_500, 'Người 1499']);
  expect((await people(`department_id=${department.id}`)).data[0].name).toBe('Người 1500');
  expect((await people('')).total).toBe(1);

  const clerk = await firm.person('chi-phong-ban', ['departments.view']);
  const seen = (await clerk.call('GET', '/organisation')).json();
  expect([seen.teams, seen.branches, seen.people, seen.departments[0].people]).toEqual([[], [], 0, 0]);
  expect((await clerk.call('GET', '/organisation/people')).statusCode).toBe(403);
});
