import type { ServerResponse } from 'node:http';
import { inDepth, someOf } from '@alo/testing/in-depth';
import { Workbook } from '@cj-tech-master/excelts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import { sheetAddressOf } from '../src/features/sheets/google-sheet.ts';
import { startDueSyncs } from '../src/features/sheets/sheet-syncs.ts';
import type { TestApp, TestPerson, TestTenant } from '../testing/app.ts';
import { testSheets } from '../testing/google-sheets.ts';

type Sheets = Awaited<ReturnType<typeof testSheets>>;

/** Google Sheets that are read now and every so often, from a server that answers as Google does, on good days and on bad ones. */
let app: TestApp;
let demo: TestTenant;
let imports: Sheets['imports'];
let sheets: Sheets;
let host: string;
let asked: string[] = [];

type Answer = (response: ServerResponse) => unknown;
const csv =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text);
const to =
  (location: string): Answer =>
  (response) =>
    response.writeHead(307, { location }).end();
/** What is answered next, one after the other; the last one from then on. */
let answers: Answer[] = [];

const head = 'Họ và tên,SĐT,Ghi chú';
const sheet = [head, 'Trần Văn Một,0987200001,gọi sáng', 'Lê Thị Hai,987200002,', 'Sai,12,'].join('\n');

beforeAll(async () => {
  sheets = await testSheets((request, response) => {
    asked.push(request.url ?? '');
    const [next] = answers.length > 1 ? answers.splice(0, 1) : answers;
    next?.(response);
  });
  ({ app, demo, imports, host } = sheets);
});

afterAll(() => sheets.close());

beforeEach(() => {
  asked = [];
});

let made = 0;
async function source(given: object = {}): Promise<string> {
  made += 1;
  const { accountId: user_id } = demo.admin;
  const fields = {
    name: `Bảng ${made}`,
    kind: 'google-sheet',
    sheet_id: `bang-${made}`,
    sheet_name: '0',
    user_id,
  };
  return (await demo.admin.call('POST', '/data-source', { ...fields, ...given })).json().id;
}
const start = (id: string, body: object = {}, by: TestPerson = demo.admin) =>
  by.call('POST', `/data-source/${id}/sync`, body);
const state = async (id: string) => (await demo.admin.call('GET', `/data-source/${id}/sync`)).json();
async function sync(id: string, body: object = {}) {
  const { job_id: job } = (await start(id, body)).json();
  return imports.rested(job);
}
const mapping = { name: 0, phone: 1, note: 2 };

/** The first time: read, say what the columns mean, try it out, do it. */
async function synced(id: string, existing: 'skip' | 'update' = 'update') {
  const job = await sync(id);
  await imports.step(job.id, 'check', { mapping, existing });
  return imports.step(job.id, 'run');
}
const stored = async (search: string) =>
  (await demo.admin.call('GET', `/get-data-filter?search=${search}`)).json().data;

test.each([
  ['bang', 'Khách mới', '/spreadsheets/d/bang/export?format=xlsx', 'Khách mới'],
  ['2PACX-1vR', 'Khách mới', '/spreadsheets/d/e/2PACX-1vR/pub?output=xlsx', 'Khách mới'],
  [
    'https://docs.google.com/spreadsheets/d/1a-B_c/edit#gid=5',
    'gid=5',
    '/spreadsheets/d/1a-B_c/export?format=csv&gid=5',
    undefined,
  ],
  ['2PACX-1vR', '0', '/spreadsheets/d/e/2PACX-1vR/pub?output=csv&single=true&gid=0', undefined],
  ['../../admin?x=', '1', '/spreadsheets/d/..%2F..%2Fadmin%3Fx%3D/export?format=csv&gid=1', undefined],
])('the sheet %s %s is asked for where Google publishes it', (sheet_id, sheet_name, path, page) => {
  expect(sheetAddressOf({ sheet_id, sheet_name }, 'https://x')).toEqual({
    url: `https://x${path}`,
    ...(page !== undefined && { page }),
  });
});

inDepth(
  'of a page that is named every cell is taken as it stands there, whatever the others of its column are',
  async () => {
    const book = new Workbook();
    book.addWorksheet('Trang đầu').addRows([['không phải trang này']]);
    // Google's CSV of a named page leaves out the text among numbers.
    const rows = [
      ['Một', 987_200_051, 'a'],
      ['Hai', '0987200052', 'b'],
      ['Ba', '+84 987 200 053', 7],
    ];
    book.addWorksheet('Khách mới').addRows([head.split(','), ...rows]);
    const bytes = Buffer.from(await book.xlsx.writeBuffer());
    answers = [
      (response) =>
        response
          .writeHead(200, { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
          .end(bytes),
    ];
    const id = await source({ sheet_name: 'Khách mới' });
    const done = await synced(id);
    expect(done.counts).toMatchObject({ rows: 3, created: 3, bad: 0 });
    expect(asked.at(-1)).toContain('/export?format=xlsx');
    expect(await Promise.all(['0987200051', '0987200052', '0987200053'].map(stored))).toMatchObject([
      [{ name: 'Một' }],
      [{ name: 'Hai' }],
      [{ name: 'Ba', note: '7' }],
    ]);
    expect((await sync(id)).report).toMatchObject({ counts: { rows: 3, created: 0, same: 3 } });

    const gone = await source({ sheet_name: 'Khách cũ' });
    expect((await sync(gone)).state).toBe('failed');
    expect(await state(gone)).toMatchObject({
      last_error: 'Bảng tính không có trang “Khách cũ”, chỉ có: Trang đầu, Khách mới',
    });
  },
);

test('the first time its columns are mapped and tried out, then one press reads it, and nothing is written twice', async () => {
  answers = [csv(sheet)];
  const id = await source();
  expect(await state(id)).toMatchObject({ is_mapped: false, last_at: null });
  const first = await synced(id);
  expect(first.counts).toEqual({ rows: 3, created: 2, changed: 0, same: 0, duplicate: 0, bad: 1 });
  expect(await stored('0987200002')).toMatchObject([
    { name: 'Lê Thị Hai', data_source_id: id, user_id: demo.admin.accountId, is_status: 'Mới' },
  ]);
  const again = await sync(id);
  expect([again.state, again.report]).toMatchObject([
    'done',
    { step: 'run', counts: { rows: 3, created: 0, changed: 0, same: 2, bad: 1 } },
  ]);
  // Of rows that could not be taken there is a file, as of any import.
  expect(again.file_name).toMatch(/\.csv$/);
  expect(await state(id)).toMatchObject({ is_mapped: true, last_error: '', last_counts: { same: 2 }, going_on: false });
  answers = [csv([`STT,SĐT,Ghi chú,${head.split(',')[0]}`, '1,0987200001,đã mua,Trần Văn Một'].join('\n'))];
  const moved = await sync(id);
  expect(moved.report).toMatchObject({ counts: { created: 0, changed: 1 } });
  expect(await stored('0987200001')).toMatchObject([{ note: 'đã mua', data_source_id: id }]);
  const undone = await imports.step(moved.id, 'undo');
  expect([undone.undone, (await stored('0987200001'))[0].note]).toEqual([
    { removed: 0, restored: 1, kept: 0 },
    'gọi sáng',
  ]);
});

inDepth('of two columns with the same heading the one that was chosen is read every time', async () => {
  const row = (nth: number) => csv(`Họ và tên,SĐT,SĐT\nHai số ${nth},098720${nth}091,098720${nth}092`);
  answers = [row(3)];
  const id = await source();
  const job = await sync(id);
  await imports.step(job.id, 'check', { mapping: { name: 0, phone: 1 }, existing: 'update' });
  await imports.step(job.id, 'run');
  answers = [row(4)];
  await sync(id);
  expect((await stored('Hai số')).map(({ phone }: { phone: string }) => phone).toSorted()).toEqual([
    '0987203091',
    '0987204091',
  ]);
});

test('a redirect within Google is followed, one to our own network is not', async () => {
  answers = [to(`http://${host}/noi-khac`), csv(sheet)];
  const id = await source({ sheet_name: 'gid=7' });
  expect(await sync(id)).toMatchObject({ state: 'waiting', report: { columns: ['Họ và tên', 'SĐT', 'Ghi chú'] } });
  expect(asked).toEqual([expect.stringContaining('/export?format=csv&gid=7'), '/noi-khac']);
  for (const inside of [
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:1/',
    'https://10.0.0.1/',
    '//[::1]/',
  ]) {
    answers = [to(inside)];
    const refused = await sync(await source());
    expect([inside, refused.state, refused.error]).toEqual([inside, 'failed', expect.stringMatching(/địa chỉ|https/i)]);
  }
  answers = [to(`http://${host}/mai`)];
  expect((await sync(await source())).error).toBe('Bị chuyển qua lại quá nhiều lần');
});

const html: Answer = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Đăng nhập');
const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code).end();
const half: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000000' });
  response.write(sheet, () => response.destroy());
};
const never: Answer = () => undefined;
const drop: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/csv' });
  response.write('a');
};

test.each(
  someOf<[string, Answer, string]>(1, [
    [
      'that is not shared',
      html,
      'Bảng tính chưa được chia sẻ: hãy cho “Bất kỳ ai có đường liên kết” xem, hoặc dùng tài khoản dịch vụ',
    ],
    ['that never comes', never, 'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau'],
    ['that has lost a column', csv('Họ và tên,Ghi chú\nMột,hai\n'), 'Bảng tính không còn cột “SĐT”'],
    ['that is not there', status(404), 'Không tìm thấy bảng tính hay trang tính này'],
    ['of a server that is busy', status(429), 'Google đang bận, sẽ thử lại ở lần đồng bộ sau'],
    ['of a server that breaks', status(503), 'Google đang bận, sẽ thử lại ở lần đồng bộ sau'],
    ['that ends half-way', half, 'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau'],
    ['that never ends', drop, 'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau'],
    ['that is too large', csv('x'.repeat(200_000)), 'Bảng tính quá lớn để đồng bộ'],
    ['that is empty', csv(''), 'Tệp trống'],
  ]),
)('of a sheet %s nothing is written, and it is said why', async (_what, answer, why) => {
  answers = [csv(`${head}\nĐã có,0987200050,\n`)];
  const id = await source();
  await synced(id);
  answers = [answer];
  const before = (await stored('0987200050'))[0].version;
  const isNever = answer === never || answer === drop;
  const read = () => sync(id);
  expect(await (isNever ? sheets.withoutPatience(read) : read())).toMatchObject({ state: 'failed', error: why });
  expect(await state(id)).toMatchObject({ last_error: why, last_counts: null, is_mapped: true });
  expect((await stored('0987200050'))[0].version).toBe(before);
});

inDepth('of a sheet that cannot be kept, because the disk is full, it is said where the sheet is, too', async () => {
  answers = [csv(`${head}\nĐầy đĩa,0987200080,\n`)];
  const id = await source();
  await synced(id);
  sheets.disk.isFull = true;
  const { error } = await sync(id);
  sheets.disk.isFull = false;
  expect(error).not.toBe('');
  expect(await state(id)).toMatchObject({ last_error: error, last_counts: null, going_on: false });
});

inDepth('a server that was busy for a moment is asked once more', async () => {
  answers = [status(500), csv(sheet)];
  expect((await sync(await source())).state).toBe('waiting');
  expect(asked).toHaveLength(2);
});

test('by its schedule it is read as whoever asked for that, and not while it is being read', async () => {
  answers = [csv(`${head}\nTheo lịch,0987200060,\n`)];
  const id = await source();
  const early = await demo.admin.call('PUT', `/data-source/${id}/sync`, { every_minutes: 60, existing: 'skip' });
  expect([early.statusCode, Object.keys(early.json().fields)]).toEqual([422, ['every_minutes']]);
  await synced(id);
  const kept = await demo.admin.call('PUT', `/data-source/${id}/sync`, { every_minutes: 30, existing: 'skip' });
  expect(kept.json()).toMatchObject({ every_minutes: 30, existing: 'skip' });
  const due = () => startDueSyncs(app.db, callerOfAccount);
  const jobs = async () => (await demo.admin.call('GET', '/jobs')).json().data.length;
  const before = await jobs();
  await due();
  expect(await jobs()).toBe(before);
  const nextAt = async () => Date.parse((await state(id)).next_at);
  const overdue = async (minutes: number) => {
    await app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('sheet_sync')
        .set({ next_at: sql<Date>`now() - make_interval(mins => ${minutes})` })
        .where('data_source_id', '=', id)
        .execute(),
    );
    return nextAt();
  };
  const dueAt = await overdue(1);
  answers = [csv(`${head}\nTheo lịch,0987200060,đổi\nMới hơn,0987200061,\n`)];
  // Two workers look at once: one of them begins it.
  await Promise.all([due(), due()]);
  await expect.poll(async () => (await state(id)).last_counts).toMatchObject({ created: 1, same: 1 });
  expect([await jobs(), await stored('0987200060')]).toMatchObject([before + 1, [{ note: '' }]]);
  // From when it was due, not from when somebody looked: what is read once a day does not wander through the day.
  expect(await nextAt()).toBe(dueAt + 30 * 60_000);

  const held: ServerResponse[] = [];
  answers = [(response) => void held.push(response)];
  const { job_id: running } = (await start(id)).json();
  expect((await start(id)).statusCode).toBe(409);
  const longAgo = await overdue(95);
  await due();
  expect([await jobs(), await nextAt()]).toEqual([before + 2, longAgo + 120 * 60_000]);
  await expect.poll(() => held.length).toBe(1);
  answers = [status(404)];
  held[0]?.writeHead(404).end();
  await imports.rested(running);
});

test.each(
  someOf(1, [
    ['skip', [], 'quyền thêm khách hàng'],
    ['update', ['customer.create'], 'quyền sửa khách hàng'],
  ] as const),
)(
  'a schedule (%s) of somebody who has lost the right for it reads nothing, and it is said where the sheet is',
  async (existing, left, lost) => {
    const name = `het-quyen-${existing}`;
    const number = (nth: number) => `09872${existing === 'skip' ? 1 : 2}007${nth}`;
    answers = [csv(`${head}\nCòn quyền,${number(0)},\n`)];
    const id = await source();
    await synced(id);
    const rights = ['data-sources.view', 'data-sources.update', 'customer.create', 'customer.update'] as const;
    const lan = await demo.person(name, rights);
    const kept = await lan.call('PUT', `/data-source/${id}/sync`, { every_minutes: 30, existing });
    expect(kept.statusCode).toBe(200);
    await app.db.inTenant(demo.id, async (trx) => {
      const permissions = ['data-sources.view', 'data-sources.update', ...left];
      await trx.updateTable('role').set({ permissions }).where('name', '=', `Vai trò của ${name}`).execute();
      const next_at = sql<Date>`now() - interval '1 minute'`;
      await trx.updateTable('sheet_sync').set({ next_at }).where('data_source_id', '=', id).execute();
    });
    answers = [csv(`${head}\nHết quyền,${number(1)},\n`)];
    await startDueSyncs(app.db, callerOfAccount);
    expect(await state(id)).toMatchObject({
      going_on: false,
      last_counts: null,
      last_error: `Người hẹn lịch không còn ${lost}: hãy lưu lại lịch đồng bộ`,
    });
    expect(await stored(number(1))).toEqual([]);
  },
);

inDepth('nobody has customers changed by a schedule who may not change them', async () => {
  answers = [csv(`${head}\nKhông sửa,0987200090,\n`)];
  const id = await source();
  await synced(id);
  const lan = await demo.person('chi-them', ['data-sources.view', 'data-sources.update', 'customer.create']);
  const keep = (existing: string) => lan.call('PUT', `/data-source/${id}/sync`, { every_minutes: 30, existing });
  const refused = await keep('update');
  expect([refused.statusCode, refused.json().fields]).toEqual([422, { existing: 'Bạn không có quyền sửa khách hàng' }]);
  expect((await keep('skip')).statusCode).toBe(200);
});

test('only who may change sources and add customers syncs; a source that is no sheet cannot be', async () => {
  const id = await source();
  const lan = await demo.person('lan', ['data-sources.view', 'data-sources.update']);
  expect((await start(id, {}, lan)).statusCode).toBe(403);
  const other = await source({ kind: 'manual', sheet_id: '', sheet_name: '', user_id: null });
  expect((await start(other)).statusCode).toBe(404);
  const stranger = await app.tenant('khac');
  expect((await start(id, {}, stranger.admin)).statusCode).toBe(404);
});
