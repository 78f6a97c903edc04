import { buffer } from 'node:stream/consumers';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { testImports } from '../../../testing/imports.ts';
import { bookOf, styles } from '../../../testing/workbooks.ts';
import { testWorkers } from '../../../testing/workers.ts';

/** Fields that a company has added to its customers: on the card, in the list, in a filter, in a search, in files. */
let app: TestApp;
let demo: TestTenant;
let imports: ReturnType<typeof testImports>;
const workers = testWorkers();
const fields: Record<'car' | 'points' | 'until' | 'card' | 'likes', string> = {
  car: '',
  points: '',
  until: '',
  card: '',
  likes: '',
};
let status: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  imports = testImports(app, demo);
  status = (await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  fields.car = await field({ name: 'Xe đang đi', kind: 'text', position: 1, on_popup: true });
  fields.points = await field({ name: 'Điểm', kind: 'number', position: 2 });
  fields.until = await field({ name: 'Hết hạn thẻ', kind: 'day', position: 3 });
  fields.card = await field({ name: 'Hạng thẻ', kind: 'one', choices: ['Vàng', 'Bạc'], position: 4, in_list: true });
  fields.likes = await field({
    name: 'Sở thích',
    kind: 'several',
    choices: ['Đá bóng', 'Câu cá', 'Nhạc'],
    position: 5,
  });
  await workers.start(app);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

const field = async (given: object): Promise<string> =>
  (await demo.admin.call('POST', '/customer-field', given)).json().id;
const save = async (id: string, given: object) => {
  const row = (await demo.admin.call('GET', `/customer/${id}`)).json();
  return demo.admin.call('PUT', `/customer/${id}`, { ...row, ...given });
};
let added = 0;
/** Each with a number of their own: not all that begin with 09 are given out. */
const add = (name: string, own: object) => {
  added += 1;
  return demo.admin.call('POST', '/customer', { name, status, own, phone: `0981${200_000 + added}` });
};
const names = async (query: Record<string, string>): Promise<string[]> =>
  (await demo.admin.call('GET', `/get-data-filter?${new URLSearchParams(query).toString()}`))
    .json()
    .data.map(({ name }: { name: string }) => name)
    .toSorted();
const sought = (own: object) => names({ own: JSON.stringify(own) });

test('what is filled in is kept by its kind, what is empty is not kept, and each mistake stands beside its field', async () => {
  const own = {
    [fields.car]: '  Vespa ',
    [fields.points]: 12.5,
    [fields.until]: '2027-01-31',
    [fields.card]: 'Vàng',
    [fields.likes]: ['Nhạc', 'Câu cá'],
  };
  const row = (await add('Đủ cả', own)).json();
  expect(row.own).toEqual({ ...own, [fields.car]: 'Vespa' });
  const emptied = await save(row.id, { own: { ...own, [fields.car]: '', [fields.until]: null, [fields.likes]: [] } });
  expect(emptied.json().own).toEqual({ [fields.points]: 12.5, [fields.card]: 'Vàng' });
  const refused = await add('Sai cả', {
    [fields.points]: 'nhiều',
    [fields.until]: '2027-02-31',
    [fields.card]: 'Kim cương',
    [fields.likes]: ['Nhạc', 'Ngủ'],
  });
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    {
      [`own.${fields.points}`]: 'Hãy nhập một số',
      [`own.${fields.until}`]: 'Ngày không hợp lệ',
      [`own.${fields.card}`]: 'Không có lựa chọn này',
      [`own.${fields.likes}`]: 'Không có lựa chọn này',
    },
  ]);
  // What is of no field of this company's is not kept, whoever sends it.
  const strange = await add('Lạ', { [crypto.randomUUID()]: 'x' });
  expect(strange.json().own).toEqual({});
});

test('lists are narrowed down by each kind of field, by several together, and as all that is found', async () => {
  await add('Lọc một', {
    [fields.points]: 3,
    [fields.until]: '2030-05-01',
    [fields.card]: 'Bạc',
    [fields.likes]: ['Nhạc'],
  });
  await add('Lọc hai', { [fields.points]: 30, [fields.until]: '2030-06-01', [fields.card]: 'Bạc', [fields.car]: 'SH' });
  await add('Lọc ba', { [fields.points]: 300, [fields.until]: '2030-07-01', [fields.likes]: ['Đá bóng', 'Nhạc'] });
  expect(await sought({ [fields.card]: { is: 'Bạc' } })).toEqual(['Lọc hai', 'Lọc một']);
  expect(await sought({ [fields.likes]: { is: 'Nhạc' }, [fields.points]: { from: 100 } })).toEqual(['Lọc ba']);
  expect(await sought({ [fields.points]: { from: 3, to: 30 }, [fields.card]: { is: 'Bạc' } })).toEqual([
    'Lọc hai',
    'Lọc một',
  ]);
  expect(await sought({ [fields.until]: { from: '2030-05-15', to: '2030-06-30' } })).toEqual(['Lọc hai']);
  expect(await sought({ [fields.car]: { is: 'SH' } })).toEqual(['Lọc hai']);
  const nonsense = await demo.admin.call('GET', '/get-data-filter?own=khong');
  expect([nonsense.statusCode, Object.keys(nonsense.json().fields)]).toEqual([400, ['own']]);
  const all = await demo.admin.call('POST', '/customers/set-all', {
    set: { do_not_call: true },
    wanted: { filters: { own: { [fields.card]: { is: 'Bạc' } } } },
  });
  expect((await imports.rested(all.json().job_id)).state).toBe('done');
  expect(await names({ do_not_call: '1' })).toEqual(['Lọc hai', 'Lọc một']);
});

test('a search finds what was written into a field, accents aside; a changed value is found by the new words only', async () => {
  const { id } = (await add('Tìm tôi', { [fields.car]: 'Mazda đỏ' })).json();
  expect(await names({ search: 'mazda do' })).toEqual(['Tìm tôi']);
  await save(id, { own: { [fields.car]: 'Kia xanh' } });
  expect([await names({ search: 'mazda' }), await names({ search: 'kia xanh' })]).toEqual([[], ['Tìm tôi']]);
  expect(await sought({ [fields.car]: { is: 'Mazda đỏ' } })).toEqual([]);
  await demo.admin.call('DELETE', `/customer/${id}`);
  expect(await sought({ [fields.car]: { is: 'Kia xanh' } })).toEqual([]);
});

test('a file fills them in by their names, keeps what it does not name, and tells each bad cell', async () => {
  const lines = [
    'Tên khách hàng,Số điện thoại,Điểm,Hết hạn thẻ,hạng thẻ,Sở thích,Xe đang đi',
    'Tệp một,0987100001,"1.234,5",31/12/2028,vàng,câu cá; nhạc,Wave',
    'Tệp hai,0987100002,nhiều,,,,',
    'Tệp ba,0987100003,,31/02/2028,,,',
    'Tệp bốn,0987100004,,,Đồng,,',
    'Tệp năm,0987100005,,,,"Nhạc, Ngủ",',
  ];
  const { done } = await imports.imported(lines.join('\n'));
  expect(done.counts).toMatchObject({ created: 1, bad: 4 });
  expect(done.problems).toEqual([
    { row: 3, reason: 'Điểm: Hãy nhập một số' },
    { row: 4, reason: 'Hết hạn thẻ: Ngày không hợp lệ' },
    { row: 5, reason: 'Hạng thẻ: không có “Đồng”' },
    { row: 6, reason: 'Sở thích: không có “Nhạc, Ngủ”' },
  ]);
  const kept = async () => (await demo.admin.call('GET', '/get-data-filter?search=0987100001')).json().data[0].own;
  const all = {
    [fields.points]: 1234.5,
    [fields.until]: '2028-12-31',
    [fields.card]: 'Vàng',
    [fields.likes]: ['Câu cá', 'Nhạc'],
    [fields.car]: 'Wave',
  };
  expect(await kept()).toEqual(all);
  const again = await imports.imported('Tên khách hàng,Số điện thoại,Điểm\nTệp một,0987100001,7\n');
  expect([again.done.counts, await kept()]).toEqual([
    { rows: 1, created: 0, changed: 1, same: 0, duplicate: 0, bad: 0 },
    { ...all, [fields.points]: 7 },
  ]);
  await imports.step(again.id, 'undo');
  expect(await kept()).toEqual(all);
});

inDepth('a workbook fills texts in as a person sees them, and numbers and phones as they are', async () => {
  const headings = ['Tên khách hàng', 'Số điện thoại', 'Ghi chú', 'Điểm', 'Xe đang đi'];
  const money = (number: number) => ({ number, style: styles.money });
  const file = await bookOf({ texts: 'shared', places: true }, [
    headings.map((text) => ({ text })),
    [{ text: 'Sổ một' }, money(987_100_201), money(1_500_000), money(1_500_000.4), money(250_000)],
    [
      { text: 'Sổ hai' },
      { number: 987_100_202 },
      { number: 0.125, style: styles.percent },
      { number: 0.125, style: styles.percent },
      { number: 250_000 },
    ],
    [money(2_000), { text: 'không có' }, money(1_500), money(1_500), money(1_500)],
  ]);
  const { id, report } = await imports.bring(await buffer(await file.read()), 'so.xlsx');
  expect(report.reading?.lines.map(({ cells }) => cells)).toEqual([
    headings,
    ['Sổ một', '987,100,201 VND', '1,500,000 VND', '1,500,000 VND', '250,000 VND'],
    ['Sổ hai', '987100202', '13%', '13%', '250000'],
    ['2,000 VND', 'không có', '1,500 VND', '1,500 VND', '1,500 VND'],
  ]);
  await imports.step(id, 'check', { mapping: report.mapping, existing: 'update' });
  expect((await imports.step(id, 'run')).counts).toMatchObject({ created: 2, bad: 1 });
  const kept = async (name: string) =>
    (await demo.admin.call('GET', `/get-data-filter?search=${encodeURIComponent(name)}`)).json().data;
  expect(await kept('Sổ một')).toMatchObject([
    {
      phone: '0987100201',
      note: '1,500,000 VND',
      own: { [fields.points]: 1_500_000.4, [fields.car]: '250,000 VND' },
    },
  ]);
  expect(await kept('Sổ hai')).toMatchObject([
    { phone: '0987100202', note: '13%', own: { [fields.points]: 12.5, [fields.car]: '250000' } },
  ]);
});

test('an export has a column for each, behind the others and in their order', async () => {
  await add('Xuất ra', { [fields.card]: 'Vàng', [fields.likes]: ['Nhạc', 'Đá bóng'], [fields.points]: 8 });
  const { payload } = await demo.admin.call('GET', '/customers/export?format=csv&search=Xu%E1%BA%A5t');
  const [head = '', line = ''] = payload.split('\r\n');
  expect(head).toMatch(/Ngày tạo,Xe đang đi,Điểm,Hết hạn thẻ,Hạng thẻ,Sở thích$/);
  expect(line).toMatch(/,,8,,Vàng,"Nhạc, Đá bóng"$/);
});

inDepth(
  'what is exported of them comes back as it was: choices with a comma in them, numbers with three decimals',
  async () => {
    const tastes = await field({
      name: 'Khẩu vị',
      kind: 'several',
      choices: ['Sữa', 'Sữa, bơ', 'bơ', 'Mặn; ngọt'],
      position: 6,
    });
    const weight = await field({ name: 'Cân nặng', kind: 'number', position: 7 });
    const own = [
      { [tastes]: ['Sữa, bơ', 'Mặn; ngọt'], [weight]: 1.234 },
      { [tastes]: ['bơ', 'Sữa'], [weight]: 0.125 },
      { [tastes]: ['Sữa, bơ', 'bơ'], [weight]: -12.5 },
    ];
    for (const [nth, one] of own.entries()) expect((await add(`Khứ hồi ${nth}`, one)).statusCode).toBe(200);
    const { payload } = await demo.admin.call(
      'GET',
      `/customers/export?format=csv&search=${encodeURIComponent('Khứ hồi')}`,
    );
    const { done } = await imports.imported(payload);
    expect(done.counts).toMatchObject({ rows: 3, same: 3, bad: 0 });
    const files = ['"Sữa, bơ, Sữa"', '"sữa,  BƠ; sữa"', '"Sữa, bơ, "'];
    const lines = files.map((cell, nth) => `Khứ hồi lại,098730001${nth},${cell},"1.234,5"`);
    await imports.imported(['Tên khách hàng,Số điện thoại,Khẩu vị,Cân nặng', ...lines].join('\n'));
    const { data } = (
      await demo.admin.call('GET', `/get-data-filter?search=${encodeURIComponent('Khứ hồi lại')}`)
    ).json();
    const both = { [tastes]: ['Sữa, bơ', 'Sữa'], [weight]: 1234.5 };
    expect(data.map((row: { own: object }) => row.own)).toEqual(
      expect.arrayContaining([both, { ...both, [tastes]: ['Sữa, bơ'] }]),
    );
    for (const id of [tastes, weight]) await demo.admin.call('DELETE', `/customer-field/${id}`);
  },
);

test('a kind stays once somebody has a value; a choice that is taken away stays where it is until another is chosen', async () => {
  const id = await field({ name: 'Khu vực', kind: 'one', choices: ['Bắc', 'Nam'] });
  const row = async () => (await demo.admin.call('GET', `/customer-field/${id}`)).json();
  const change = async (given: object) =>
    demo.admin.call('PUT', `/customer-field/${id}`, { ...(await row()), ...given });
  expect((await change({ kind: 'several' })).statusCode).toBe(200);
  expect((await change({ kind: 'one' })).statusCode).toBe(200);
  const { id: whose } = (await add('Ở Bắc', { [id]: 'Bắc' })).json();
  const refused = await change({ kind: 'text' });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['kind']]);
  expect((await change({ choices: ['Nam'] })).statusCode).toBe(200);
  expect((await save(whose, { note: 'gọi buổi sáng', own: { [id]: 'Bắc' } })).json().own).toEqual({ [id]: 'Bắc' });
  expect((await add('Cũng Bắc', { [id]: 'Bắc' })).statusCode).toBe(422);
  // A field that is gone is shown nowhere; what was in it goes with the next save.
  expect((await demo.admin.call('DELETE', `/customer-field/${id}`)).statusCode).toBe(200);
  expect((await save(whose, { note: 'không gọi nữa' })).json().own).toEqual({});
});

test('whoever works with customers knows the fields, in the order of the company; only administrators change them', async () => {
  const lan = await demo.person('lan', ['customer.view']);
  const { data } = (await lan.call('GET', '/all-customer-field')).json();
  expect(data.map(({ name }: { name: string }) => name)).toEqual([
    'Xe đang đi',
    'Điểm',
    'Hết hạn thẻ',
    'Hạng thẻ',
    'Sở thích',
  ]);
  expect(data[3]).toMatchObject({ kind: 'one', choices: ['Vàng', 'Bạc'], in_list: true, on_popup: false });
  expect((await lan.call('POST', '/customer-field', { name: 'Của tôi' })).statusCode).toBe(403);
});
