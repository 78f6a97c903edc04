import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { testImports } from '../../../testing/imports.ts';
import { testWorkers } from '../../../testing/workers.ts';

/** Files of customers as people have them: what is good is kept, what is not is told by its line. */
let app: TestApp;
let demo: TestTenant;
let imports: ReturnType<typeof testImports>;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  imports = testImports(app, demo);
  for (const name of ['Mới', 'Đã mua']) {
    const position = name === 'Mới' ? 1 : 2;
    await demo.admin.call('POST', '/profile-status', { name, colour: '#2563eb', position });
  }
  await demo.admin.call('POST', '/data-source', { name: 'Hội chợ' });
  await workers.start(app);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

const stored = async (search: string) =>
  (await demo.admin.call('GET', `/get-data-filter?search=${search}`)).json().data;

const traps = [
  'Tên khách hàng,Số điện thoại,SĐT phụ,Tình trạng hồ sơ,Nguồn dữ liệu,Ghi chú',
  'Số 84,84987000001,,Mới,,',
  'Mất số 0,987000002,,Mới,,',
  'Không phải 84,845123456,,Đã mua,Hội chợ,',
  'Mười một số,01681234567,,Mới,,',
  "Nháy đơn,'0987000005,,Mới,,",
  'Có dấu,+84 (0)987 000.006,"028 7100 0101; 0987000016",Mới,,',
  'Trùng trong tệp,0987000001,,Mới,,',
  'Excel,9.87654E+08,,Mới,,',
  'Bị che,0987***321,,Mới,,',
  'Thiếu số,0987,,Mới,,',
  'Phụ sai,0987000007,"0987000008, 12",Mới,,',
  ',0987000009,,Mới,,',
  'Tình trạng lạ,0987000010,,Không có,,',
  'Không nói,0987000011,,,,',
].join('\n');

test('of a file with every trap the good rows are kept, and each bad one is told by line and reason', async () => {
  const { id, report, done } = await imports.imported(traps);
  expect(report.mapping).toEqual({ name: 0, phone: 1, phones: 2, status: 3, data_source_id: 4, note: 5 });
  expect(done.counts).toEqual({ rows: 14, created: 7, changed: 0, same: 0, duplicate: 1, bad: 6 });
  expect(done.problems).toEqual([
    { row: 9, reason: 'Số điện thoại: Excel đã đổi số này thành dạng 9.8E+08, hãy định dạng cột là văn bản' },
    { row: 10, reason: 'Số điện thoại: số đã bị che, không thể lưu' },
    { row: 11, reason: 'Số điện thoại: Định dạng số điện thoại sai' },
    { row: 12, reason: 'SĐT phụ: 12: Định dạng số điện thoại sai' },
    { row: 13, reason: 'Tên khách hàng: Thông tin không được để trống' },
    { row: 14, reason: 'Tình trạng hồ sơ: không có “Không có”' },
  ]);
  expect(await stored('0381234567')).toMatchObject([{ name: 'Mười một số', phone: '0381234567' }]);
  expect(await stored('0845123456')).toMatchObject([{ is_status: 'Đã mua', is_datasource: 'Hội chợ' }]);
  expect(await stored('02871000101')).toMatchObject([{ phone: '0987000006', phones: ['02871000101', '0987000016'] }]);
  expect(await stored('0987000011')).toMatchObject([{ name: 'Không nói', is_status: 'Mới' }]);

  // The same file once more changes nothing: who is there is known by their number.
  const again = await imports.imported(traps);
  expect(again.done.counts).toMatchObject({ created: 0, changed: 0, same: 7, bad: 6 });

  const undone = await imports.step(id, 'undo');
  expect(undone.undone).toEqual({ removed: 7, restored: 0, kept: 0 });
  expect(await stored('0381234567')).toEqual([]);
});

test('a masked number in a file is never written over the one that is kept', async () => {
  const [{ id: status }] = (await demo.admin.call('GET', '/all-profile-status')).json().data;
  const add = { name: 'Giữ số', code: 'GS1', phone: '0987000321', status };
  expect((await demo.admin.call('POST', '/customer', add)).statusCode).toBe(200);
  const { done } = await imports.imported('Mã KH,Tên khách hàng,Số điện thoại,Địa chỉ\nGS1,Giữ số,098****321,Huế');
  expect(done.counts).toMatchObject({ bad: 1, changed: 0 });
  expect(await stored('GS1')).toMatchObject([{ phone: '0987000321', address: '' }]);
});

inDepth('a file of Vietnamese Windows and one of UTF-16 are read as they were written', async () => {
  const lines = 'Tên khách hàng\tSố điện thoại\nNguyễn Đức Thịnh\t0987000701';
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines, 'utf16le')]);
  expect((await imports.imported(wide)).done.counts).toMatchObject({ created: 1, bad: 0 });
  expect(await stored('0987000701')).toMatchObject([{ name: 'Nguyễn Đức Thịnh' }]);
  // "Lê Hoà" with its grave accent apart, as that encoding has it.
  const old = Buffer.from([
    ...Buffer.from('T\xean kh\xe1ch h\xe0ng;S\xf4\xec \xf0i\xea\xf2n thoa\xf2i\nL\xea Ho\xe0;0987000702', 'latin1'),
  ]);
  const { id, report } = await imports.bring(old);
  expect(report.mapping).toMatchObject({ name: 0 });
  await imports.step(id, 'check', { mapping: { name: 0, phone: 1 }, existing: 'update' });
  await imports.step(id, 'run');
  expect(await stored('0987000702')).toMatchObject([{ name: 'Lê Hoà' }]);
});

/** TCVN3 letters of the words below, by hand. */
const tcvn3 = (text: string) => {
  const bytes: Readonly<Record<string, number>> = {
    ă: 0xa8,
    â: 0xa9,
    ê: 0xaa,
    ô: 0xab,
    ơ: 0xac,
    ư: 0xad,
    đ: 0xae,
    Đ: 0xa7,
    à: 0xb5,
    á: 0xb8,
    ạ: 0xb9,
    ầ: 0xc7,
    ị: 0xde,
    ọ: 0xe4,
    ố: 0xe8,
    ệ: 0xd6,
    ễ: 0xd4,
    ứ: 0xf8,
    ự: 0xf9,
    ú: 0xf3,
  };
  return Buffer.from(Array.from(text, (letter) => bytes[letter] ?? letter.charCodeAt(0)));
};

inDepth('a file of the old .VnTime fonts is read as it was meant, also where its first accents come late', async () => {
  const plain = Array.from({ length: 300 }, (_, n) => `Khach ${n},0983${String(n).padStart(6, '0')}`).join('\n');
  const old = tcvn3(`Ten,So\n${plain}\nNguyễn Đức Hà,0987000801\nTRầN THị Tú,0987000802`);
  const { id, report } = await imports.bring(old);
  expect(report.columns).toEqual(['Ten', 'So']);
  await imports.step(id, 'check', { mapping: { name: 0, phone: 1 }, existing: 'update' });
  await imports.step(id, 'run');
  expect([await stored('0987000801'), await stored('0987000802')]).toMatchObject([
    [{ name: 'Nguyễn Đức Hà' }],
    [{ name: 'TRẦN THỊ Tú' }],
  ]);
  // The same with the accents of Windows in the same place.
  const windows = Buffer.from(`Ten,So\n${plain}\nL\xea Ho\xe0 \xd0\xf4ng,0987000803`, 'latin1');
  const later = await imports.bring(windows);
  await imports.step(later.id, 'check', { mapping: { name: 0, phone: 1 }, existing: 'skip' });
  await imports.step(later.id, 'run');
  expect(await stored('0987000803')).toMatchObject([{ name: 'Lê Hoà Đông' }]);
});

test('of several numbers in a cell the first is the customer’s, the others stand beside it, and none that is kept goes', async () => {
  const add = { name: 'Có sẵn', code: 'NS1', phone: '0987000901', phones: ['0987000902'] };
  const [{ id: status }] = (await demo.admin.call('GET', '/all-profile-status')).json().data;
  expect((await demo.admin.call('POST', '/customer', { ...add, status })).statusCode).toBe(200);
  const lines = [
    'Mã KH,Tên khách hàng,Số điện thoại',
    'NS1,Có sẵn,0987000901 / 0987000903',
    'NS2,Hai số,"0987.000.904; 02871000104"',
    'NS3,Một phần,0987000905/nhà riêng',
  ];
  const { done } = await imports.imported(lines.join('\n'));
  expect(done.counts).toMatchObject({ created: 1, changed: 1, bad: 1 });
  expect(await stored('NS1')).toMatchObject([{ phone: '0987000901', phones: ['0987000902', '0987000903'] }]);
  expect(await stored('NS2')).toMatchObject([{ phone: '0987000904', phones: ['02871000104'] }]);
  // Beside a column of other numbers, too; and the same file once more is nothing new.
  const both = 'Mã KH,Tên khách hàng,Số điện thoại,SĐT phụ\nNS4,Ba số,0987000906|0987000907,0987000908';
  expect((await imports.imported(both)).done.counts).toMatchObject({ created: 1 });
  expect(await stored('NS4')).toMatchObject([{ phone: '0987000906', phones: ['0987000908', '0987000907'] }]);
  expect((await imports.imported(both)).done.counts).toMatchObject({ changed: 0, same: 1 });
});
