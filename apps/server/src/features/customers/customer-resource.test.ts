import { messages } from '@alo/contract';
import { maskPhone, parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** What is of customers alone: their numbers, how they are found, and whose they are. */
let app: TestApp;
let demo: TestTenant;
let status: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  status = (await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
});

afterAll(() => app.close());

const customer = (fields: object) => ({ name: 'Trần Thị Hoa', status, ...fields });
const add = (fields: object, by: TestPerson = demo.admin) => by.call('POST', '/customer', customer(fields));
const added = async (fields: object, by?: TestPerson) => (await add(fields, by)).json();
const save = (row: { id: string }, fields: object, by: TestPerson = demo.admin) =>
  by.call('PUT', `/customer/${row.id}`, { ...row, ...fields });
const list = async (query: Record<string, string>, by: TestPerson = demo.admin) =>
  (await by.call('GET', `/get-data-filter?${new URLSearchParams(query).toString()}`)).json();
const found = async (search: string, by?: TestPerson): Promise<string[]> =>
  (await list({ search, per_page: '100' }, by)).data.map(({ name }: { name: string }) => name);

test('name, phone and status must be there, and each says so', async () => {
  const answer = await demo.admin.call('POST', '/customer', { name: ' ', phone: '', status: null });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    422,
    { name: messages.required, phone: messages.required, status: messages.required },
  ]);
});

test.each([
  ['0845123456', '0845123456'],
  ['84845123456', '0845123456'],
  ['+84 (0)987 000 001', '0987000001'],
  ['0987.000.002', '0987000002'],
  ['84987000003', '0987000003'],
  ['0084987000004', '0987000004'],
  ['01681234567', '0381234567'],
  ["'0987000005", '0987000005'],
  ['０９８７０００００６', '0987000006'],
  ['02473000097', '02473000097'],
  ['19001234', '19001234'],
  ['1800 1091', '18001091'],
  ['+1 415 555 0100', '0014155550100'],
])('the number %s is kept once, as %s, however it is written', async (written, kept) => {
  const row = await added({ name: `Khách ${kept}`, phone: written });
  expect(row).toMatchObject({ phone: kept });
  const again = await add({ phone: kept });
  expect([again.statusCode, Object.keys(again.json().fields)]).toEqual([409, ['phone']]);
  await demo.admin.call('DELETE', `/customer/${row.id}`);
});

test('those whose name has the words are found apart from those who live in a street of that name', async () => {
  const rows = await Promise.all([
    added({ name: 'Lê Quang Minh', phone: '0987000021', address: 'Huế' }),
    added({ name: 'Phạm Thu Cúc', phone: '0987000022', address: '2 Quang Minh, Hà Nội' }),
    added({ name: 'Minh Đạo', phone: '0987000023', code: 'QUANG' }),
  ]);
  const names = async (query: Record<string, string>) =>
    (await list(query)).data.map(({ name }: { name: string }) => name).toSorted();
  expect(await names({ search: 'quang minh' })).toEqual(['Lê Quang Minh', 'Minh Đạo', 'Phạm Thu Cúc']);
  expect(await names({ search: 'quang minh', named: 'quang minh' })).toEqual(['Lê Quang Minh']);
  // One or two letters begin a word.
  expect(await names({ named: 'đạ' })).toEqual(['Minh Đạo']);
  for (const { id } of rows) await demo.admin.call('DELETE', `/customer/${id}`);
});

test.each(['', '12345', 'gọi sau', '9.87654E+08', '0123456', '090123456789', '0987***321', '0912', '113'])(
  'the number %s is none',
  async (written) => {
    const answer = await add({ phone: written });
    const words = written === '' ? messages.required : messages.phone;
    expect([answer.statusCode, answer.json().fields]).toEqual([422, { phone: words }]);
  },
);

test('a number that lost its 0 in a spreadsheet is no number with 84 in front', async () => {
  const row = await added({ name: 'Mất số 0', phone: '845999888' });
  expect(row.phone).toBe('0845999888');
});

test('somebody has several numbers, changes their order, and is found by each; nobody else takes one of them', async () => {
  const row = await added({ name: 'Nhiều số', phone: '0901000001', phones: ['0901000002', '02838123456'] });
  const swapped = (await save(row, { phone: '0901000002', phones: ['0901000001'] })).json();
  expect(swapped).toMatchObject({ phone: '0901000002', phones: ['0901000001'] });
  expect(await found('0901000001')).toEqual(['Nhiều số']);
  expect(await found('028 3812 3456')).toEqual([]);
  expect((await add({ phone: '84901000001' })).statusCode).toBe(409);
  const twice = await save(swapped, { phones: ['0901000002'] });
  expect(twice.json().fields).toEqual({ phones: 'Mỗi số chỉ ghi một lần' });
});

test('customers are found by a part of their name without accents, of their code and e-mail, and of their number', async () => {
  await added({ name: 'Đặng Đình Đức', code: 'VIP-77', email: 'duc@thu.vn', phone: '0938111222' });
  for (const search of [
    'dang dinh',
    'ĐỨC',
    'vip-77',
    'duc@thu',
    'duc@thu.v',
    ' Duc@Thu.vn',
    '0938111222',
    '+84 938 111 222',
    '938111',
    '0938.111',
  ]) {
    expect([search, await found(search)]).toEqual([search, ['Đặng Đình Đức']]);
  }
  expect(await found('dang khong-co')).toEqual([]);
});

test('whoever sees numbers masked finds a customer by the whole number only, and keeps it when they save', async () => {
  const row = await added({ name: 'Che Số', phone: '0977123456', phones: ['0977654321'] });
  const setting = (mode: number) =>
    demo.admin.call('PUT', '/update-system-setting', {
      hidden_phone_customer: 1,
      position_hidden_phone_customer: mode,
    });
  const masked = await demo.person('che-so', ['customer.view', 'customer.update', 'customer.create']);
  for (const mode of [1, 2]) {
    await setting(mode);
    const seen = (await masked.call('GET', `/customer/${row.id}`)).json();
    expect([seen.phone, seen.phones]).toEqual([maskPhone('0977123456', mode), [maskPhone('0977654321', mode)]]);
    expect(await found('097712', masked)).toEqual([]);
    expect(await found('0977123456', masked)).toEqual(['Che Số']);
    const saved = await save(seen, { address: `Số ${mode}` }, masked);
    expect([saved.statusCode, saved.json().phone]).toEqual([200, seen.phone]);
    const full = (await demo.admin.call('GET', `/customer/${row.id}`)).json();
    expect(full).toMatchObject({ phone: '0977123456', phones: ['0977654321'], address: `Số ${mode}` });
    // What is not shown so to them tells nothing of the number.
    for (const guess of ['09771234*6', '0977******', '*', maskPhone('0977123456', 3 - mode)]) {
      const answer = await save(saved.json(), { phone: guess }, masked);
      expect([guess, answer.statusCode, answer.json().fields]).toEqual([guess, 422, { phone: messages.phone }]);
    }
  }
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 0 });
});

test('the database shows and hides a number as the package of numbers does', async () => {
  const numbers = [
    '0901234567',
    '02471000101',
    '19001234',
    '18001091',
    '0014155550100',
    '0672123456',
    '6912345',
    '1991234',
  ];
  for (const written of numbers) {
    const read = parsePhone(written);
    if (!read.ok) throw new Error(`${written} is no number`);
    const { canonical, national } = read.phone;
    const { rows } = await app.db.inTenant(demo.id, (trx) =>
      sql`select national_number(${canonical}) as shown, masked_number(${national}, 1) as middle,
        masked_number(${national}, 2) as tail`.execute(trx),
    );
    expect(rows).toEqual([{ shown: national, middle: maskPhone(national, 1), tail: maskPhone(national, 2) }]);
  }
});

test('a list is narrowed down by when its customers were talked with, and when they came', async () => {
  const other = await app.tenant('loc');
  const own = (await other.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  const days = { 'Hôm qua': 1, 'Tuần trước': 10, 'Tháng trước': 40, 'Năm ngoái': 200 };
  const phones = Object.keys(days).map((name, n) => [name, `090200000${n}`] as const);
  for (const [name, phone] of [...phones, ['Chưa gọi', '0902000009'] as const]) {
    await other.admin.call('POST', '/customer', { name, phone, status: own });
  }
  for (const [name, phone] of phones) {
    await storeCall(app.db, other.id, {
      outside_number: phone.replace('0', '+84'),
      started_at: new Date(Date.now() - days[name as keyof typeof days] * 86_400_000),
    });
  }
  const by = async (query: Record<string, string>) =>
    (await list(query, other.admin)).data.map(({ name }: { name: string }) => name).toSorted();
  expect(await by({ last_contact: 'within-7' })).toEqual(['Hôm qua']);
  expect(await by({ last_contact: 'within-30' })).toEqual(['Hôm qua', 'Tuần trước']);
  expect(await by({ last_contact: 'not-30' })).toEqual(['Chưa gọi', 'Năm ngoái', 'Tháng trước']);
  expect(await by({ last_contact: 'not-90' })).toEqual(['Chưa gọi', 'Năm ngoái']);
  expect(await by({ last_contact: 'never' })).toEqual(['Chưa gọi']);
  expect(await by({ last_contact: 'not-20' })).toEqual(['Chưa gọi', 'Năm ngoái', 'Tháng trước']);
  expect(await by({ last_contact: 'not-20', search: 'nam ngoai' })).toEqual(['Năm ngoái']);
  expect(await by({ last_contact: 'not-365', status: own })).toEqual(['Chưa gọi']);
  const nonsense = await other.admin.call('GET', '/get-data-filter?last_contact=not-0');
  expect(nonsense.statusCode).toBe(400);
  expect(await by({ created_to: '2020-01-01' })).toEqual([]);
  expect(await by({ status: own })).toHaveLength(5);
  const [newest] = (await list({ search: 'Hôm qua' }, other.admin)).data;
  expect(Date.now() - Date.parse(newest.last_call_at)).toBeLessThan(2 * 86_400_000);
});

test('when somebody was called last follows their numbers: of who is added after the call, of a number that is added, and of none', async () => {
  const contact = async (id: string) => {
    const row = (await demo.admin.call('GET', `/customer/${id}`)).json();
    return row.last_call_at === null ? null : new Date(row.last_call_at).getTime();
  };
  const [first, second] = [Date.UTC(2026, 3, 1), Date.UTC(2026, 4, 1)];
  const calledAt = (outside_number: string, at: number) =>
    storeCall(app.db, demo.id, { outside_number, started_at: new Date(at) });
  await calledAt('+84905000001', first);
  const row = await added({ name: 'Gọi trước khi có hồ sơ', phone: '0905000001' });
  expect(await contact(row.id)).toBe(first);
  await calledAt('+84905000002', second);
  expect(await contact(row.id)).toBe(first);
  const both = (await save(row, { phones: ['0905000002'] })).json();
  expect(await contact(row.id)).toBe(second);
  // A call that is written late was before all the same.
  await calledAt('+84905000001', first + 1_000);
  expect(await contact(row.id)).toBe(second);
  await save(both, { phones: [] });
  expect(await contact(row.id)).toBe(first + 1_000);
});

test('each filter finds its own: status, source, project, owner, department, days of creation, who refuses advertising, several together', async () => {
  const company = await app.tenant('moi-loc');
  const make = async (path: string, body: object) => String((await company.admin.call('POST', path, body)).json().id);
  const [fresh, warm] = [
    await make('/profile-status', { name: 'Mới', colour: '#2563eb' }),
    await make('/profile-status', { name: 'Ấm', colour: '#2563eb' }),
  ];
  const source = await make('/data-source', { name: 'Hội chợ' });
  const project = await make('/project', { name: 'Căn hộ' });
  const branch = await make('/branch', { name: 'Sài Gòn' });
  const department = await make('/department', { name: 'Bán hàng', branch_id: branch });
  const { accountId: owner } = company.admin;
  await app.db.inTenant(company.id, (trx) =>
    trx.updateTable('account').set({ department_id: department }).where('id', '=', owner).execute(),
  );
  const rows = {
    Ấm: { status: warm },
    'Từ hội chợ': { data_source_id: source },
    'Của dự án': { project_id: project, data_source_id: source },
    'Của tôi': { user_id: owner },
    'Từ chối': { do_not_call: true },
  };
  for (const [at, [name, given]] of Object.entries(rows).entries()) {
    await make('/customer', { name, phone: `090600000${at}`, status: fresh, ...given });
  }
  const by = async (query: Record<string, string>) =>
    (await list(query, company.admin)).data.map(({ name }: { name: string }) => name).toSorted();
  expect(await by({ status: warm })).toEqual(['Ấm']);
  expect(await by({ data_source_id: source })).toEqual(['Của dự án', 'Từ hội chợ']);
  expect(await by({ project_id: project })).toEqual(['Của dự án']);
  expect(await by({ user_id: owner })).toEqual(['Của tôi']);
  expect(await by({ department_id: department })).toEqual(['Của tôi']);
  expect(await by({ do_not_call: '1' })).toEqual(['Từ chối']);
  expect(await by({ do_not_call: '0', status: fresh })).toHaveLength(3);
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
  expect(await by({ created_from: today, created_to: today })).toHaveLength(5);
  expect(await by({ created_from: '2099-01-01' })).toEqual([]);
  expect(await by({ data_source_id: source, project_id: project, last_contact: 'never' })).toEqual(['Của dự án']);
});

test('of more than are counted one sees the newest who were not called, and of few exactly those', async () => {
  const company = await app.tenant('dong');
  const [common, rare] = await Promise.all(
    ['Mới', 'Hiếm'].map(async (name) => {
      const made = await company.admin.call('POST', '/profile-status', { name, colour: '#2563eb' });
      return String(made.json().id);
    }),
  );
  await app.db.inTenant(company.id, (trx) =>
    sql`insert into customer (id, name, numbers, status, created_at)
      select gen_random_uuid(), 'Khách ' || n, array['+849' || lpad(n::text, 8, '0')],
        case when n % 1000 = 0 then ${rare}::uuid else ${common}::uuid end, now() - n * interval '1 minute'
      from generate_series(1, 10300) as n`.execute(trx),
  );
  for (const n of [1, 2, 200, 5_000]) {
    const outside_number = `+849${String(n).padStart(8, '0')}`;
    await storeCall(app.db, company.id, { outside_number, started_at: new Date(Date.now() - 3 * 86_400_000) });
  }
  const asked = async (query: Record<string, string>) => {
    const { data, total, total_capped } = await list({ per_page: '3', ...query }, company.admin);
    return { names: data.map(({ name }: { name: string }) => name), total, total_capped };
  };
  const capped = { total: 10_000, total_capped: true };
  expect(await asked({ last_contact: 'never' })).toEqual({ names: ['Khách 3', 'Khách 4', 'Khách 5'], ...capped });
  expect(await asked({ last_contact: 'not-2', page: '2' })).toEqual({
    names: ['Khách 4', 'Khách 5', 'Khách 6'],
    ...capped,
  });
  expect(await asked({ last_contact: 'within-7' })).toEqual({
    names: ['Khách 1', 'Khách 2', 'Khách 200'],
    total: 4,
    total_capped: false,
  });
  expect(await asked({ last_contact: 'within-7', sort: 'name', page: '2' })).toEqual({
    names: ['Khách 5000'],
    total: 4,
    total_capped: false,
  });
  const few = { names: ['Khách 1000', 'Khách 2000', 'Khách 3000'], total: 9, total_capped: false };
  expect(await asked({ last_contact: 'never', status: rare ?? '' })).toEqual(few);
  expect(await asked({ last_contact: 'never', search: 'khach', status: rare ?? '' })).toMatchObject({
    names: few.names,
  });
});

test('who sees only their own customers is given the ones that they add, and meets nobody else’s', async () => {
  const agent = await demo.person('chi-cua-minh', ['customer.view', 'customer.create', 'customer.update'], '105');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('role')
      .set({ scope: 'own' })
      .where('id', 'in', trx.selectFrom('account').where('id', '=', agent.accountId).select('role_id'))
      .execute(),
  );
  const theirs = await added({ name: 'Của người khác', phone: '0903000001', user_id: demo.admin.accountId });
  const mine = await added({ name: 'Của tôi', phone: '0903000002' }, agent);
  expect(mine.user_id).toBe(agent.accountId);
  expect((await list({}, agent)).data.map(({ name }: { name: string }) => name)).toEqual(['Của tôi']);
  expect(await found('0903000001', agent)).toEqual([]);
  expect((await save(theirs, { name: 'Lấy' }, agent)).statusCode).toBe(404);
  // Who calls is shown to whoever talks with them, and to no other: a number that is typed tells nothing.
  const card = async (phone: string) => (await agent.call('GET', `/customer-by-phone?phone=${phone}`)).json();
  expect(await card('0903000001')).toMatchObject({ customer: null, matches: [], tasks: [], may_follow: true });
  expect(await card('0903000002')).toMatchObject({ customer: { name: 'Của tôi' }, may_follow: true });
  await storeCall(app.db, demo.id, { outside_number: '+84903000001', rang: [{ extension: '105', answered: true }] });
  expect(await card('0903000001')).toMatchObject({
    customer: { name: 'Của người khác', is_status: 'Mới' },
    may_follow: false,
  });
});

test('a status, a source and a project that customers have are not deleted under them', async () => {
  const answer = await demo.admin.call('DELETE', `/profile-status/${status}`);
  expect([answer.statusCode, answer.json().used_by[0].kind]).toEqual([409, 'Khách hàng']);
});

test('a deleted customer frees the number', async () => {
  const row = await added({ name: 'Sẽ xoá', phone: '0904000001' });
  expect((await demo.admin.call('DELETE', `/customer/${row.id}`)).statusCode).toBe(200);
  expect((await add({ phone: '0904000001' })).statusCode).toBe(200);
});
