import { type ImportReport, importReport, type Job, type Permission } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { Workbook } from '@cj-tech-master/excelts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { postFile } from '../testing/imports.ts';
import { zipOf } from '../testing/table-files.ts';
import { testWorkers } from '../testing/workers.ts';

let app: TestApp;
let demo: TestTenant;
const workers = testWorkers();

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterEach(async () => {
  await workers.kill(1);
});

afterAll(async () => {
  await workers.kill();
  await app.close();
});

async function bring(by: TestPerson, subject: string, name: string, content: string | Buffer) {
  if (workers.count === 0) await workers.start(app);
  return postFile(app, by, '/api/demo/imports', { subject, name, content });
}

const seen = async (id: string, by = demo.admin): Promise<Job> => (await by.call('GET', `/job/${id}`)).json();

/** Waits until the job asks, or has ended. */
async function settled(id: string, by = demo.admin): Promise<{ job: Job; report: ImportReport }> {
  await expect.poll(async () => (await seen(id, by)).state).not.toMatch(/queued|running/);
  const job = await seen(id, by);
  return { job, report: importReport.parse({ subject: '', step: 'read', file_name: '', ...job.report }) };
}

async function read(subject: string, name: string, content: string | Buffer) {
  const answer = await bring(demo.admin, subject, name, content);
  expect(answer.statusCode).toBe(202);
  const { job_id: id } = answer.json();
  return { id, ...(await settled(id)) };
}

async function step(id: string, path: 'check' | 'run' | 'undo', body: object = {}) {
  const answer = await demo.admin.call('POST', `/import/${id}/${path}`, body);
  expect([path, answer.statusCode, answer.payload]).toEqual([path, 202, expect.anything()]);
  return settled(id);
}

const branches = () =>
  app.db.inTenant(demo.id, (trx) => trx.selectFrom('branch').select(['name', 'code', 'phone', 'note']).execute());

test('a file is read, tried out, imported, and taken back', async () => {
  await demo.admin.call('POST', '/branch', { name: 'Hà Nội', code: 'HN', note: 'cũ' });
  await demo.admin.call('POST', '/branch', { name: 'Huế', code: 'HUE' });
  const file = [
    'Tên chi nhánh;Mã;Số điện thoại;Ghi chú;Màu',
    'hà  nội;HN;;mới;đỏ',
    'Huế;HUE;;;xanh',
    'Đà Nẵng;DN;0901234567;;',
    'Đà Nẵng;DN;0901234567;;',
    ';KHONG-TEN;;;',
    '"Cần Thơ";CT;12;;',
  ].join('\r\n');
  const { id, job, report } = await read('branchs', 'chi-nhanh.csv', `\uFEFF${file}`);
  expect(job).toMatchObject({ state: 'waiting', title: 'Nhập chi nhánh', kind: 'import' });
  expect(report.columns).toEqual(['Tên chi nhánh', 'Mã', 'Số điện thoại', 'Ghi chú', 'Màu']);
  expect(report.mapping).toEqual({ name: 0, code: 1, phone: 2, note: 3 });
  expect(report.sample[0]).toEqual(['hà  nội', 'HN', '', 'mới', 'đỏ']);

  const tried = await step(id, 'check', { mapping: report.mapping, existing: 'update' });
  expect(tried.report.counts).toEqual({ rows: 6, created: 1, changed: 1, same: 1, duplicate: 1, bad: 2 });
  expect(tried.report.problems).toEqual([
    { row: 6, reason: 'Tên chi nhánh: Thông tin không được để trống' },
    { row: 7, reason: 'Số điện thoại: Định dạng số điện thoại sai' },
  ]);
  expect(await branches()).toHaveLength(2);

  const done = await step(id, 'run');
  expect(done.job.state).toBe('done');
  expect(done.report.counts).toEqual(tried.report.counts);
  expect(await branches()).toEqual(
    expect.arrayContaining([
      { name: 'hà nội', code: 'HN', phone: '', note: 'mới' },
      { name: 'Đà Nẵng', code: 'DN', phone: '0901234567', note: '' },
    ]),
  );
  const bad = (await demo.admin.call('GET', `/job/${id}/file`)).payload.trim().split('\r\n');
  expect(bad[0]).toBe('Tên chi nhánh,Mã,Số điện thoại,Ghi chú,Màu,Dòng,Lỗi');
  expect(bad[2]).toBe('Cần Thơ,CT,12,,,7,Số điện thoại: Định dạng số điện thoại sai');

  const { report: after } = await step(id, 'undo');
  expect(after.undone).toEqual({ removed: 1, restored: 1, kept: 0 });
  expect(await branches()).toEqual(expect.arrayContaining([{ name: 'Hà Nội', code: 'HN', phone: '', note: 'cũ' }]));
  expect(await branches()).toHaveLength(2);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', 'in', ['import', 'undo-import'])
      .select(['action', 'subject'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );
  expect(trail).toEqual([
    { action: 'import', subject: 'branch' },
    { action: 'undo-import', subject: 'branch' },
  ]);
});

test('a workbook brings references by their names, and numbers that lost their nought', async () => {
  const workbook = new Workbook();
  const page = workbook.addWorksheet('Phòng');
  page.addRow(['Mã', 'Tên phòng ban', 'Chi nhánh', 'Ghi chú']);
  page.addRow(['KD', 'Kinh doanh', 'HUẾ', new Date('2026-03-02T10:00:00Z')]);
  page.addRow([7, 'Số bảy', '', true]);
  page.addRow([]);
  page.addRow(['X', 'Lạc', 'Không có', '']);
  const { id, report } = await read('departments', 'phong.xlsx', Buffer.from(await workbook.xlsx.writeBuffer()));
  expect(report.mapping).toEqual({ name: 1, code: 0, branch_id: 2, note: 3 });
  const { report: done } = await step(id, 'check', { mapping: report.mapping, existing: 'skip' }).then(() =>
    step(id, 'run'),
  );
  expect(done.counts).toMatchObject({ rows: 3, created: 2, bad: 1 });
  expect(done.problems).toEqual([{ row: 5, reason: 'Chi nhánh: không có “Không có”' }]);
  const { data } = (await demo.admin.call('GET', '/departments?sort=name')).json();
  expect(data).toMatchObject([
    { name: 'Kinh doanh', branch_name: 'Huế', note: '02/03/2026 10:00' },
    { name: 'Số bảy', code: '7', branch_name: null },
  ]);

  const phones = new Workbook();
  const second = phones.addWorksheet('Một');
  second.addRow(['Tên chi nhánh', 'Số điện thoại']);
  second.addRow(['Vinh', 901234567]);
  const again = await read('branchs', 'x.xlsx', Buffer.from(await phones.xlsx.writeBuffer()));
  await step(again.id, 'check', { mapping: again.report.mapping, existing: 'skip' });
  await step(again.id, 'run');
  expect(await branches()).toContainEqual({ name: 'Vinh', code: '', phone: '0901234567', note: '' });
});

inDepth('a workbook of a Mac, which counts its days from 1904, has the days that it shows', async () => {
  const workbook = new Workbook();
  workbook.properties.date1904 = true;
  const page = workbook.addWorksheet('Phòng');
  page.addRow(['Tên phòng ban', 'Ghi chú']);
  page.addRow(['Từ máy Mac', new Date('2026-03-02T10:00:00Z')]);
  const { report } = await read('departments', 'mac.xlsx', Buffer.from(await workbook.xlsx.writeBuffer()));
  expect(report.sample).toEqual([['Từ máy Mac', '02/03/2026 10:00']]);
});

inDepth('rows that a spreadsheet has emptied are none, as text with separators, too', async () => {
  const lines = ['\uFEFF;', 'Tên chi nhánh;Ghi chú', 'Nam Định;a', ';', ';', '"";', 'Thái Bình;b', ';'];
  const { id, report } = await read('branchs', 'trong.csv', lines.join('\r\n'));
  expect([report.columns, report.sample]).toEqual([
    ['Tên chi nhánh', 'Ghi chú'],
    [
      ['Nam Định', 'a'],
      ['Thái Bình', 'b'],
    ],
  ]);
  const { report: tried } = await step(id, 'check', { mapping: report.mapping, existing: 'skip' });
  expect(tried.counts).toMatchObject({ rows: 2, created: 2, bad: 0 });
});

inDepth('a first line that tells Excel the separator is no heading', async () => {
  const { report } = await read('branchs', 'sep.csv', '\uFEFFsep=;\r\nTên chi nhánh;Ghi chú\r\nSóc Trăng;"a, b; c"');
  expect([report.columns, report.sample]).toEqual([['Tên chi nhánh', 'Ghi chú'], [['Sóc Trăng', 'a, b; c']]]);
});

test('what is exported comes back as it was, also what a spreadsheet would have run', async () => {
  const notes = { 'Hải Dương': '- Khách quen\n- Hay gọi tối', 'Hưng Yên': '=1+1', 'Hà Nam': "'nháy" };
  for (const [name, note] of Object.entries(notes)) await demo.admin.call('POST', '/branch', { name, note });
  const file = await demo.admin.call('GET', '/branchs/export?format=csv');
  expect(file.payload).toContain(`"'- Khách quen`);
  const { id, report } = await read('branchs', 'xuat.csv', file.payload);
  const { report: tried } = await step(id, 'check', { mapping: report.mapping, existing: 'update' });
  expect(tried.counts).toMatchObject({ created: 0, changed: 0, bad: 0 });
});

inDepth('columns that were given a meaning once have it again, in any encoding of Vietnamese', async () => {
  const first = await read('data-sources', 'a.csv', 'Nguồn gì,Ký hiệu\nFacebook,FB\n');
  expect(first.report.mapping).toEqual({});
  const missing = await demo.admin.call('POST', `/import/${first.id}/check`, {
    mapping: { code: 1 },
    existing: 'skip',
  });
  expect([missing.statusCode, missing.json().fields]).toEqual([
    422,
    { 'mapping.name': 'Thông tin không được để trống' },
  ]);
  await step(first.id, 'check', { mapping: { name: 0, code: 1 }, existing: 'skip' });
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Ký hiệu\tNguồn gì\nZL\tZa lô\n', 'utf16le')]);
  const second = await read('data-sources', 'b.csv', utf16);
  expect(second.report.mapping).toEqual({ name: 1, code: 0 });
  // "Tiếng" as Windows-1258 has it: letters, then their accents.
  const old = Buffer.concat([Buffer.from('Nguon,x\n'), Buffer.from('5469EAEC6E672C78', 'hex')]);
  const third = await read('data-sources', 'c.csv', old);
  expect(third.report.sample[0]?.[0]?.normalize('NFC')).toBe('Tiếng');
});

inDepth('kill -9 in the middle of an import doubles nothing and loses nothing', async () => {
  const lines = Array.from({ length: 6_000 }, (_, n) => `Nguồn ${n},N${n}`);
  const { id, report } = await read('data-sources', 'nhieu.csv', `Tên nguồn dữ liệu,Mã\n${lines.join('\n')}`);
  await step(id, 'check', { mapping: { name: 0, code: 1, ...report.mapping }, existing: 'skip' });
  expect((await demo.admin.call('POST', `/import/${id}/run`)).statusCode).toBe(202);
  await expect.poll(async () => (await seen(id)).done, { interval: 5 }).toBeGreaterThan(0);
  await workers.kill();
  const stopped = await seen(id);
  expect(stopped).toMatchObject({ state: 'running' });
  expect(stopped.done).toBeLessThan(6_000);
  await workers.start(app);
  const { job, report: done } = await settled(id);
  expect(job.state).toBe('done');
  expect(done.counts).toEqual({ rows: 6_000, created: 6_000, changed: 0, same: 0, duplicate: 0, bad: 0 });
  const { count } = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('data_source')
      .where('name', 'like', 'Nguồn %')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  );
  expect(count).toBe(6_000);
});

const parts = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
};
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

inDepth('of a workbook the first page that is shown is read: lists of a template stand on hidden ones', async () => {
  const page = (text: string) => sheet(`<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`.repeat(2));
  const pages = [
    '<sheet name="ds" sheetId="1" state="veryHidden" r:id="r1"/>',
    '<sheet name="a" sheetId="2" r:id="r2"/>',
  ];
  const { report } = await read(
    'branchs',
    'mau.xlsx',
    await zipOf({
      'xl/workbook.xml': `<workbook><sheets>${pages.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/>
        <Relationship Id="r2" Target="worksheets/two.xml"/></Relationships>`,
      'xl/worksheets/one.xml': page('Tỉnh thành'),
      'xl/worksheets/two.xml': page('Tên chi nhánh'),
    }),
  );
  expect(report.columns).toEqual(['Tên chi nhánh']);
});

test('files that are made to do harm are refused at once, in words', async () => {
  const cell = '<row><c t="inlineStr"><is><t>Tên</t></is></c></row>';
  const hostile: Record<string, [string | Buffer, RegExp]> = {
    'bomb.xlsx': [await zipOf({ ...parts, 'xl/worksheets/s.xml': sheet(cell.repeat(400_000)) }), /bung ra quá lớn/],
    'dtd.xlsx': [
      await zipOf({ ...parts, 'xl/worksheets/s.xml': `<!DOCTYPE x [<!ENTITY a "b">]>${sheet(cell)}` }),
      /không an toàn/,
    ],
    'wide.xlsx': [
      await zipOf({ ...parts, 'xl/worksheets/s.xml': sheet('<row><c r="XFD1"><v>1</v></c></row>') }),
      /quá nhiều cột/,
    ],
    'many.xlsx': [
      await zipOf(Object.fromEntries(Array.from({ length: 2_100 }, (_, n) => [`part${n}`, '']))),
      /quá nhiều phần/,
    ],
    'not.xlsx': [await zipOf({ 'readme.txt': 'x' }), /không phải là bảng tính/],
    'cut.xlsx': [(await zipOf({ ...parts, 'xl/worksheets/s.xml': sheet(cell) })).subarray(0, 100), /bị hỏng/],
    'old.xls': [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /đời cũ/],
    'picture.csv': [Buffer.from([137, 80, 78, 71, 0, 0, 1]), /không phải là bảng tính/],
    'endless.csv': [`"${'x'.repeat(400_000)}`, /không đọc được/],
    'empty.csv': ['', /trống/],
  };
  for (const [name, [content, words]] of Object.entries(hostile)) {
    const { job } = await read('branchs', name, content);
    expect([name, job.state, job.error]).toEqual([name, 'failed', expect.stringMatching(words)]);
  }
});

test('whoever may not add rows may not import them, and another’s import is not there', async () => {
  const viewer = await demo.person('chi-xem', ['branchs.view', 'branchs.update']);
  expect((await bring(viewer, 'branchs', 'a.csv', 'Tên chi nhánh\nA')).statusCode).toBe(403);
  expect((await bring(demo.admin, 'call-history', 'a.csv', 'x')).statusCode).toBe(422);
  const { id } = await read('branchs', 'a.csv', 'Tên chi nhánh\nA');
  const creator = await demo.person('chi-them', ['branchs.create']);
  for (const path of ['check', 'run', 'undo']) {
    const answer = await creator.call('POST', `/import/${id}/${path}`, { mapping: { name: 0 }, existing: 'skip' });
    expect(answer.statusCode).toBe(404);
  }
  expect((await demo.admin.call('POST', `/import/${id}/run`)).statusCode).toBe(409);
  expect((await demo.admin.call('POST', `/import/${id}/undo`)).statusCode).toBe(409);
});

test('whoever may not change rows any more changes none by an import that was tried out before', async () => {
  await demo.admin.call('POST', '/branch', { name: 'Giữ nguyên', note: 'cũ' });
  const editor = await demo.person('sua-va-them', ['branchs.create', 'branchs.update']);
  const hold = async (permissions: Permission[]) => {
    await app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('role').set({ permissions }).where('name', '=', 'Vai trò của sua-va-them').execute(),
    );
    app.bus.publish('rights-changed', demo.id, [editor.accountId]);
  };
  const { job_id: id } = (await bring(editor, 'branchs', 'a.csv', 'Tên chi nhánh,Ghi chú\nGiữ nguyên,mới')).json();
  await settled(id, editor);
  await editor.call('POST', `/import/${id}/check`, { mapping: { name: 0, note: 1 }, existing: 'update' });
  expect((await settled(id, editor)).report.counts).toMatchObject({ changed: 1 });
  const run = async () => (await editor.call('POST', `/import/${id}/run`)).statusCode;
  await hold(['branchs.create']);
  expect(await run()).toBe(403);
  // It was asked for in time, and no worker was free until the right was gone.
  await hold(['branchs.create', 'branchs.update']);
  await workers.kill();
  expect(await run()).toBe(202);
  await hold(['branchs.create']);
  await workers.start(app);
  expect((await settled(id, editor)).job).toMatchObject({
    state: 'failed',
    error: 'Bạn không có quyền thực hiện thao tác này',
  });
  expect(await branches()).toContainEqual({ name: 'Giữ nguyên', code: '', phone: '', note: 'cũ' });
});

inDepth('columns with the same heading, and without one, are told apart, and known again', async () => {
  const file = (one: string) => `Tên nguồn,Tên nguồn,,\nKhông phải,Nguồn ${one},K${one},x`;
  const first = await read('data-sources', 'a.csv', file('một'));
  expect(first.report.columns).toEqual(['Tên nguồn', 'Tên nguồn (2)', 'Cột 3', 'Cột 4']);
  await step(first.id, 'check', { mapping: { name: 1, code: 2 }, existing: 'skip' });
  expect((await read('data-sources', 'b.csv', file('hai'))).report.mapping).toEqual({ name: 1, code: 2 });
});

test('who has lost the right to give a role does not give it back by taking an import back', async () => {
  const { role_id: top } = (await demo.admin.call('GET', `/account/${demo.admin.accountId}`)).json();
  const [clerk, manager] = await Promise.all(
    [
      { name: 'Trực', permissions: [], scope: 'own' },
      { name: 'Nhân sự', permissions: ['accounts.view', 'accounts.create', 'accounts.update'], scope: 'all' },
    ].map(async (role) => (await demo.admin.call('POST', '/role', role)).json()),
  );
  await demo.admin.call('POST', '/account', { name: 'Sếp cũ', email: 'sep@x.vn', role_id: top });
  const { id, report } = await read('accounts', 'nhan-vien.csv', '\uFEFFEmail;Họ tên;Vai trò\r\nsep@x.vn;Sếp cũ;Trực');
  await step(id, 'check', { mapping: report.mapping, existing: 'update' });
  expect((await step(id, 'run')).report.counts?.changed).toBe(1);

  const beRole = async (role_id: string) => {
    const set = { role_id };
    await app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('account').set(set).where('id', '=', demo.admin.accountId).execute(),
    );
    app.bus.publish('rights-changed', demo.id, [demo.admin.accountId]);
  };
  await beRole(manager.id);
  expect((await step(id, 'undo')).report.undone).toEqual({ removed: 0, restored: 0, kept: 1 });
  const [boss] = (await demo.admin.call('GET', '/accounts?search=sep@x.vn')).json().data;
  expect(boss.role_id).toBe(clerk.id);
  await beRole(top);
});
