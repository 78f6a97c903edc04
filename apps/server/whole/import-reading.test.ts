import { inDepth } from '@alo/testing/in-depth';
import { Workbook } from '@cj-tech-master/excelts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { testImports } from '../testing/imports.ts';
import { testWorkers } from '../testing/workers.ts';

/** What a file means is found out, told, and put right by whoever brings it. */
let app: TestApp;
let demo: TestTenant;
let imports: ReturnType<typeof testImports>;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  imports = testImports(app, demo, 'branchs');
  await workers.start(app);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

const names = async () =>
  (await app.db.inTenant(demo.id, (trx) => trx.selectFrom('branch').select('name').execute())).map(({ name }) => name);

test('a list below its title, typed with the fonts of VNI, is understood and told as what it is', async () => {
  const lines = ['DANH SAÙCH CHI NHAÙNH', '', 'Teân chi nhaùnh;Maõ', 'Ñaø Naüng;DN', 'Caàn Thô;CT'];
  const { id, report } = await imports.bring(Buffer.from(lines.join('\r\n'), 'latin1'), 'chi-nhanh.csv');
  expect(report.reading).toMatchObject({
    kind: 'text',
    encoding: 'windows-1252',
    letters: 'vni',
    separator: ';',
    heading: 3,
    lines: [
      { number: 1, cells: ['DANH SÁCH CHI NHÁNH', ''] },
      { number: 3, cells: ['Tên chi nhánh', 'Mã'] },
      { number: 4, cells: ['Đà Nẵng', 'DN'] },
      { number: 5, cells: ['Cần Thơ', 'CT'] },
    ],
    notes: ['Đã đổi chữ VNI (VNI-Times) sang Unicode.', 'Bỏ qua 1 dòng nằm trên dòng tên cột.'],
    doubts: [],
  });
  expect([report.columns, report.mapping]).toEqual([['Tên chi nhánh', 'Mã'], { name: 0, code: 1 }]);
  await imports.step(id, 'check', { mapping: report.mapping, existing: 'skip' });
  const done = await imports.step(id, 'run');
  expect(done.counts).toMatchObject({ rows: 2, created: 2, bad: 0 });
  expect(await names()).toEqual(expect.arrayContaining(['Đà Nẵng', 'Cần Thơ']));
});

inDepth(
  'of a workbook another page and another line of names can be chosen, and the run reads what was chosen',
  async () => {
    const book = new Workbook();
    book.addWorksheet('Hướng dẫn').addRows([['Xem trang sau'], ['Cảm ơn']]);
    book.addWorksheet('Dữ liệu').addRows([
      ['Ký hiệu', 'Nơi'],
      ['mã số', 'Tên chi nhánh'],
      ['VT', 'Vũng Tàu'],
      ['QN', 'Quy Nhơn'],
    ]);
    const { id, report } = await imports.bring(Buffer.from(await book.xlsx.writeBuffer()), 'trang.xlsx');
    expect(report.reading).toMatchObject({ kind: 'workbook', pages: ['Hướng dẫn', 'Dữ liệu'], page: 'Hướng dẫn' });
    expect(report.reading?.notes).toContain('Tệp có 2 trang, chỉ trang “Hướng dẫn” được nhập.');

    const other = await imports.step(id, 'read', { page: 'Dữ liệu', heading: 1 });
    expect([other.columns, other.sample[0]]).toEqual([
      ['Ký hiệu', 'Nơi'],
      ['mã số', 'Tên chi nhánh'],
    ]);
    const chosen = await imports.step(id, 'read', { page: 'Dữ liệu' });
    expect([chosen.reading?.heading, chosen.columns, chosen.mapping]).toEqual([
      2,
      ['mã số', 'Tên chi nhánh'],
      { name: 1 },
    ]);
    // What cannot be is said, and nobody has to bring the file once more.
    const missing = await imports.step(id, 'read', { page: 'Dữ liệu', heading: 40 });
    expect([missing.way, missing.reading?.page, missing.reading?.doubts[0]]).toEqual([
      {},
      'Hướng dẫn',
      'Không đọc được như vừa chọn: dòng 40 trống hoặc không có. Tệp được đọc như lúc đầu.',
    ]);
    expect((await imports.step(id, 'read', { page: 'Trang 9' })).reading?.doubts[0]).toContain(
      'không có trang “Trang 9”',
    );
  },
);

test('lines without names are columns by their places, and none of them is lost', async () => {
  const { id, report } = await imports.bring('Phú Quốc,PQ,02973846000\nĐà Lạt,DL,02633822000\n');
  expect([report.reading?.heading, report.columns]).toEqual([0, ['Cột 1', 'Cột 2', 'Cột 3']]);
  await imports.step(id, 'check', { mapping: { name: 0, code: 1, phone: 2 }, existing: 'skip' });
  const done = await imports.step(id, 'run');
  expect([done.counts, done.problems]).toMatchObject([{ rows: 2, created: 2 }, []]);
  expect(await names()).toEqual(expect.arrayContaining(['Phú Quốc', 'Đà Lạt']));
});

test('what a save has destroyed is named, for nobody can bring it back', async () => {
  const { report } = await imports.bring('Tên chi nhánh;Mã\nNguy?n Trãi;NT\n??ng ?a;DD\n');
  expect(report.reading?.doubts).toEqual([expect.stringContaining('đã mất dấu tiếng Việt')]);
});

test('a separator and an encoding that are said go before what is found', async () => {
  const { id, report } = await imports.bring(Buffer.from('Tên chi nhánh|Mã\nHuế; Vinh|HV\n'), 'la.csv');
  expect(report.reading).toMatchObject({ separator: '|', encoding: 'utf-8' });
  const said = await imports.step(id, 'read', { separator: ';', encoding: 'windows-1252', heading: 1 });
  expect(said.reading).toMatchObject({ separator: ';', encoding: 'windows-1252', letters: 'twice' });
  expect(said.sample[0]?.[1]).toBe(' Vinh|HV');
});

inDepth('an import that is tried out can be read otherwise, one that is done cannot, nor anybody else’s', async () => {
  const { id, report } = await imports.bring('Tên chi nhánh;Mã\nSa Pa;SP\n');
  await imports.step(id, 'check', { mapping: report.mapping, existing: 'skip' });
  expect((await imports.step(id, 'read', {})).step).toBe('read');
  const early = await demo.admin.call('POST', `/import/${id}/run`, {});
  expect(early.statusCode).toBe(409);
  await imports.step(id, 'check', { mapping: report.mapping, existing: 'skip' });
  await imports.step(id, 'run');
  expect((await demo.admin.call('POST', `/import/${id}/read`, {})).statusCode).toBe(409);
  expect((await demo.admin.call('POST', `/import/${id}/read`, { encoding: 'ebcdic' })).statusCode).toBe(422);
});
