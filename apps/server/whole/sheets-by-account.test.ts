import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { TestApp, TestTenant } from '../testing/app.ts';
import { testSheets } from '../testing/google-sheets.ts';

type Sheets = Awaited<ReturnType<typeof testSheets>>;

/** Sheets that are shared with a service account, from a server that asks for the same proofs as Google does. */
let app: TestApp;
let demo: TestTenant;
let imports: Sheets['imports'];
let sheets: Sheets;
let host: string;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const client_email = 'alo@du-an.iam.gserviceaccount.com';
const keyFile = {
  type: 'service_account',
  project_id: 'du-an',
  private_key_id: 'k1',
  client_email,
  client_id: '1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  // What is written here is not where the proof is sent.
  token_uri: 'http://169.254.169.254/token',
};

const rows = [
  ['Họ và tên', 'SĐT', 'Ghi chú'],
  ['Trần Bảng Một', '0987600001', 'nói "nhanh", rồi\nđi'],
  // What is empty at the end of a row is not sent.
  ['Lê Bảng Hai', 987600002],
  ['Sai', '12'],
];

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
const json =
  (status: number, body: object): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const never: Answer = () => undefined;
const refusal = (status: number, message: string) => json(status, { error: { code: status, message } });

/** What goes wrong next, one thing for each request; as it should where there is nothing. */
let wrong: (Answer | undefined)[] = [];
let given: string[] = [];
let asked: string[] = [];

function answers(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', `http://${host}`);
  asked.push(decodeURIComponent(`${url.pathname}${url.search}`));
  const fault = wrong.shift();
  if (fault !== undefined) fault(request, response);
  else if (url.pathname === '/token') void grant(request, response);
  else sheet(url, request, response);
}

async function grant(request: IncomingMessage, response: ServerResponse) {
  const form = new URLSearchParams(await text(request));
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
    Buffer.from(signature, 'base64url'),
  );
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const now = Date.now() / 1_000;
  const isRight =
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    JSON.parse(Buffer.from(head, 'base64url').toString()).alg === 'RS256' &&
    said.iss === client_email &&
    said.aud === `http://${host}/token` &&
    said.scope === 'https://www.googleapis.com/auth/spreadsheets.readonly' &&
    Math.abs(said.iat - now) < 60 &&
    said.exp > now &&
    said.exp <= said.iat + 3_600;
  if (!isSigned || !isRight) return json(400, { error: 'invalid_grant' })(request, response);
  given.push(`ya29.${given.length}`);
  return json(200, { access_token: given.at(-1), expires_in: 3599, token_type: 'Bearer' })(request, response);
}

function sheet(url: URL, request: IncomingMessage, response: ServerResponse): unknown {
  if (request.headers.authorization !== `Bearer ${given.at(-1)}`)
    return refusal(401, 'Invalid Credentials')(request, response);
  const path = decodeURIComponent(url.pathname);
  if (!path.startsWith('/v4/spreadsheets/bang')) return refusal(404, 'not found')(request, response);
  if (!path.includes('/values/')) {
    const pages = [
      { sheetId: 0, title: 'Trang tính1' },
      { sheetId: 77, title: "Khách 'mới'" },
    ];
    return json(200, { sheets: pages.map((properties) => ({ properties })) })(request, response);
  }
  if (!path.endsWith("/values/'Khách ''mới'''")) return refusal(400, 'Unable to parse range')(request, response);
  return json(200, { range: 'x', majorDimension: 'ROWS', values: rows })(request, response);
}

beforeAll(async () => {
  sheets = await testSheets(answers);
  ({ app, demo, imports, host } = sheets);
});

afterAll(() => sheets.close());

beforeEach(() => {
  [wrong, given, asked] = [[], [], []];
});

let made = 0;
async function source(sheet_name = "Khách 'mới'", sheet_id = 'bang-1'): Promise<string> {
  made += 1;
  const { accountId: user_id } = demo.admin;
  const fields = { name: `Nguồn ${made}`, kind: 'google-sheet', sheet_id, sheet_name, user_id };
  return (await demo.admin.call('POST', '/data-source', fields)).json().id;
}
const keep = (id: string, key: unknown = keyFile) =>
  demo.admin.call('PUT', `/data-source/${id}/sheet-key`, { key: typeof key === 'string' ? key : JSON.stringify(key) });
async function sync(id: string) {
  const { job_id: job } = (await demo.admin.call('POST', `/data-source/${id}/sync`, {})).json();
  return imports.rested(job);
}
const columns = ['Họ và tên', 'SĐT', 'Ghi chú'];

test('a sheet that is shared with the account is read with a signed proof, imported, and nothing of it is written twice', async () => {
  const id = await source();
  expect((await keep(id)).json()).toMatchObject({ client_email });
  const read = await sync(id);
  expect([read.state, read.error]).toEqual(['waiting', '']);
  await imports.step(read.id, 'check', { mapping: { name: 0, phone: 1, note: 2 }, existing: 'update' });
  const first = await imports.step(read.id, 'run');
  expect(first.counts).toEqual({ rows: 3, created: 2, changed: 0, same: 0, duplicate: 0, bad: 1 });
  const [one] = (await demo.admin.call('GET', '/get-data-filter?search=0987600001')).json().data;
  expect(one).toMatchObject({ name: 'Trần Bảng Một', note: 'nói "nhanh", rồi\nđi', data_source_id: id });
  expect((await sync(id)).report).toMatchObject({ counts: { created: 0, changed: 0, same: 2, bad: 1 } });
});

test('a page below its title is read by the same step as a file: its line of names, every cell as it is shown', async () => {
  const id = await source();
  await keep(id);
  const page = (...above: string[][]) =>
    json(200, {
      values: [
        ...above,
        ['Họ và tên', 'SĐT', 'Ghi chú'],
        ['Mười Một', '0987600011', '1.500.000 ₫'],
        ['Mười Hai', 987600012, '12,50%'],
        ['Mười Ba', '+84 987 600 013'],
      ],
    });
  wrong = [undefined, page(['DANH SÁCH KHÁCH HÀNG'], [])];
  const { id: job, report } = await sync(id);
  expect(report).toMatchObject({
    columns,
    reading: {
      heading: 3,
      notes: ['Bỏ qua 1 dòng nằm trên dòng tên cột.'],
      lines: [{ number: 1 }, { number: 3, cells: columns }, { number: 4 }, { number: 5 }, { number: 6 }],
    },
  });
  wrong = [];
  await imports.step(job, 'check', { mapping: { name: 0, phone: 1, note: 2 }, existing: 'update' });
  const done = await imports.step(job, 'run');
  expect([done.counts, done.problems]).toMatchObject([{ rows: 3, created: 3, bad: 0 }, []]);
  const stored = async (search: string) =>
    (await demo.admin.call('GET', `/get-data-filter?search=${search}`)).json().data;
  expect(await Promise.all(['0987600011', '0987600012', '0987600013'].map(stored))).toMatchObject([
    [{ name: 'Mười Một', note: '1.500.000 ₫' }],
    [{ name: 'Mười Hai', note: '12,50%' }],
    [{ name: 'Mười Ba' }],
  ]);
  // Somebody has put another line above it since.
  wrong = [undefined, page(['DANH SÁCH KHÁCH HÀNG'], ['Cập nhật 1/10'], [])];
  expect((await sync(id)).report).toMatchObject({ counts: { rows: 3, created: 0, same: 3 } });
});

test('a page that is named by its number is found by its name, and one that is not there is told of', async () => {
  const id = await source('gid=77', `https://docs.google.com/spreadsheets/d/bang-2/edit#gid=77`);
  await keep(id);
  expect((await sync(id)).report).toMatchObject({ columns });
  expect(asked).toEqual([
    '/token',
    '/v4/spreadsheets/bang-2?fields=sheets.properties(sheetId,title)',
    "/v4/spreadsheets/bang-2/values/'Khách ''mới'''?majorDimension=ROWS&valueRenderOption=FORMATTED_VALUE",
  ]);
  for (const name of ['gid=5', 'Trang khác']) {
    const other = await source(name);
    await keep(other);
    expect((await sync(other)).error).toBe('Không tìm thấy bảng tính hay trang tính này');
  }
});

const disabled = 'Google Sheets API has not been used in project 1 before or it is disabled.';
test.each<[string, (Answer | undefined)[], string]>([
  [
    'that is not shared with it',
    [undefined, refusal(403, 'The caller does not have permission')],
    `Bảng tính chưa được chia sẻ cho ${client_email}`,
  ],
  [
    'of a project that has not switched the API on',
    [undefined, refusal(403, disabled)],
    'Dự án của tài khoản dịch vụ chưa bật Google Sheets API',
  ],
  [
    'whose key was taken back',
    [json(400, { error: 'invalid_grant' })],
    'Google không nhận khoá của tài khoản dịch vụ: hãy tạo khoá mới và lưu lại',
  ],
  [
    'of a server that is busy twice',
    [undefined, refusal(429, 'Quota'), undefined, refusal(503, 'Try')],
    'Google đang bận, sẽ thử lại ở lần đồng bộ sau',
  ],
  ['whose token never comes', [never, never], 'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau'],
  [
    'whose rows never come',
    [undefined, never, undefined, never],
    'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau',
  ],
  [
    'that is no sheet',
    [undefined, json(200, { values: 'x' }), undefined, json(200, { values: 'x' })],
    'Không kết nối được tới Google, sẽ thử lại ở lần đồng bộ sau',
  ],
  ['that is too large', [undefined, json(200, { values: [['x'.repeat(200_000)]] })], 'Bảng tính quá lớn để đồng bộ'],
  [
    'that leads into our own network',
    [undefined, (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    'Địa chỉ phải bắt đầu bằng https://',
  ],
])('of a sheet %s nothing is written, and it is said why', async (_what, faults, why) => {
  const id = await source();
  await keep(id);
  wrong = faults;
  const read = () => sync(id);
  expect(await (faults.includes(never) ? sheets.withoutPatience(read) : read())).toMatchObject({
    state: 'failed',
    error: why,
  });
});

test('a token that has run out meanwhile is asked for anew', async () => {
  const id = await source();
  await keep(id);
  wrong = [undefined, refusal(401, 'Invalid Credentials')];
  expect((await sync(id)).report).toMatchObject({ columns });
  expect(given).toHaveLength(2);
});

test('a key is kept sealed, is shown to nobody, and only what is one is taken', async () => {
  const id = await source();
  const weak = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  for (const key of ['không phải', '{}', { ...keyFile, private_key: 'x' }, { ...keyFile, private_key: weak }]) {
    const answer = await keep(id, key);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['key']]);
  }
  const kept = await keep(id);
  expect([kept.statusCode, kept.payload.includes('PRIVATE')]).toEqual([200, false]);
  const [row] = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('sheet_key').where('data_source_id', '=', id).select('sealed').execute(),
  );
  expect(row?.sealed.includes('PRIVATE')).toBe(false);
  const { data } = (await demo.admin.call('GET', `/activity-user-tenant?subject=sheet_key&subject_id=${id}`)).json();
  const entry = (await demo.admin.call('GET', `/activity-user-tenant/${data[0].id}`)).json();
  expect(entry.after).toEqual({ client_email });
  const dropped = await demo.admin.call('DELETE', `/data-source/${id}/sheet-key`);
  expect(dropped.json()).toMatchObject({ client_email: null });
  await sync(id);
  expect(asked.every((path) => path.startsWith('/spreadsheets/'))).toBe(true);
});

test('only who may change sources and add customers gives a key, and to no other company’s', async () => {
  const id = await source();
  const body = { key: JSON.stringify(keyFile) };
  const lan = await demo.person('lan', ['data-sources.view', 'data-sources.update']);
  expect((await lan.call('PUT', `/data-source/${id}/sheet-key`, body)).statusCode).toBe(403);
  const stranger = await app.tenant('khac');
  expect((await stranger.admin.call('PUT', `/data-source/${id}/sheet-key`, body)).statusCode).toBe(404);
});
