import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { jobResult } from '../src/background/job-files.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import { type TestApp, type TestTenant, testApp } from '../testing/app.ts';
import { testImports } from '../testing/imports.ts';
import { storeCall, storeRecording } from '../testing/stored-calls.ts';
import { workerWithin } from '../testing/worker-within.ts';

/** What the law gives a customer over their data: to agree and to take it back, to have all of it, and to have it erased. */
let app: TestApp;
let demo: TestTenant;
let imports: ReturnType<typeof testImports>;
let worker: Awaited<ReturnType<typeof workerWithin>>;
let status: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  imports = testImports(app, demo);
  status = (await demo.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  worker = await startedWorker();
});

const startedWorker = () => workerWithin(app);

afterAll(async () => {
  await worker.close();
  await app.close();
});

const add = async (given: object) => (await demo.admin.call('POST', '/customer', { status, ...given })).json();
const privacy = async (id: string) => (await demo.admin.call('GET', `/customer/${id}/privacy`)).json();
const ask = async (id: string, kind: string) =>
  (await demo.admin.call('POST', `/customer/${id}/data-request`, { kind, note: 'qua điện thoại' })).json();
async function carriedOut(request: string) {
  const answer = await demo.admin.call('POST', `/data-request/${request}/carry-out`);
  expect(answer.statusCode).toBe(202);
  return imports.rested(answer.json().job_id);
}
const called = (e164: string, more: object = {}) =>
  storeCall(app.db, demo.id, { recording: {}, outside_number: e164, status: 'answered', ...more });

test('the ledger says who agreed to what and when; who refuses advertising is called for it no more', async () => {
  const { id } = await add({ name: 'Đồng ý', phone: '0987300001' });
  const note = (body: object) =>
    demo.admin.call('POST', `/customer/${id}/consent`, { purpose: 'marketing', way: 'call', ...body });
  expect((await note({ given: true, evidence: 'cuộc gọi sáng 21/11' })).statusCode).toBe(200);
  expect((await note({ given: false })).json()).toMatchObject({ given: false, evidence: '' });
  const kept = async () => (await demo.admin.call('GET', `/customer/${id}`)).json().do_not_call;
  expect(await kept()).toBe(true);
  expect((await privacy(id)).consents.map(({ given }: { given: boolean }) => given)).toEqual([false, true]);
  await note({ given: true });
  expect(await kept()).toBe(false);
  await note({ given: false, purpose: 'recording' });
  expect(await kept()).toBe(false);
  const refused = await demo.admin.call('POST', `/customer/${id}/consent`, { given: true });
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, ['purpose', 'way']]);
});

test('who refuses to be recorded is known to the switch by every number of theirs, and it hears of each change', async () => {
  const { id, ...row } = await add({ name: 'Không ghi âm', phone: '0987300021', phones: ['0987300022'] });
  const listener = new pg.Client({ connectionString: app.url });
  onTestFinished(() => listener.end());
  await listener.connect();
  let heard = 0;
  listener.on('notification', ({ payload = '' }) => {
    if (payload.includes('"plan-changed"')) heard += 1;
  });
  await listener.query('listen alo; listen so_far');
  const unrecorded = async () => {
    const { plan } = await loadTelephonyConfig(app.db.inTenant, demo.id);
    return Object.keys(plan.unrecorded ?? {}).filter((number) => number.startsWith('+8498730002'));
  };
  const note = (given: boolean, purpose = 'recording') =>
    demo.admin.call('POST', `/customer/${id}/consent`, { purpose, way: 'call', given });
  const hearing = async (act: () => Promise<unknown>): Promise<number> => {
    const before = heard;
    await act();
    // What was told before that has come when this has.
    const told = new Promise<void>((resolve) => {
      listener.on('notification', ({ channel }) => channel === 'so_far' && resolve());
    });
    await listener.query('notify so_far');
    await told;
    return heard - before;
  };
  const change = (fields: object) => demo.admin.call('PUT', `/customer/${id}`, { ...row, id, ...fields });
  expect(await hearing(() => change({ phones: ['0987300023'] }))).toBe(0);
  expect(await hearing(() => note(false, 'care'))).toBe(0);
  expect(await unrecorded()).toEqual([]);
  expect(await hearing(() => note(false))).toBe(1);
  expect(await unrecorded()).toEqual(['+84987300021', '+84987300023']);
  expect(await hearing(() => note(true))).toBe(1);
  expect(await unrecorded()).toEqual([]);
  await note(false);
  const { version } = (await demo.admin.call('GET', `/customer/${id}`)).json();
  expect(await hearing(() => change({ phones: [], version }))).toBeGreaterThan(0);
  expect(await unrecorded()).toEqual(['+84987300021']);
  expect(await hearing(() => demo.admin.call('DELETE', `/customer/${id}`))).toBeGreaterThan(0);
  expect(await unrecorded()).toEqual([]);
});

test('a request has its deadline by law, may be put off once, and is closed with a reason', async () => {
  const { id } = await add({ name: 'Xin sửa', phone: '0987300002' });
  const request = await ask(id, 'correct');
  const days = (Date.parse(request.due_at) - Date.parse(request.received_at)) / 86_400_000;
  expect([request.state, Math.round(days)]).toEqual(['open', 10]);
  const post = (what: string, body: object) => demo.admin.call('POST', `/data-request/${request.id}/${what}`, body);
  expect((await post('extend', {})).statusCode).toBe(422);
  const later = (await post('extend', { note: 'cần giấy tờ' })).json();
  expect((Date.parse(later.due_at) - Date.parse(request.due_at)) / 86_400_000).toBe(15);
  expect((await post('extend', { note: 'nữa' })).statusCode).toBe(422);
  expect((await post('carry-out', {})).statusCode).toBe(422);
  expect((await post('close', { state: 'done', note: 'đã sửa địa chỉ' })).json()).toMatchObject({ state: 'done' });
  expect((await post('close', { state: 'done', note: 'x' })).statusCode).toBe(409);
});

test('the bell tells who can do something about it before a deadline comes, and when it is past', async () => {
  const { id } = await add({ name: 'Sắp hạn', phone: '0987300003' });
  const { id: request } = await ask(id, 'erase');
  const bell = async () =>
    (await demo.admin.call('GET', '/notifications'))
      .json()
      .data.filter((one: { kind: string }) => one.kind === 'data-request');
  const due = (at: string) =>
    app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('data_request')
        .set({ due_at: sql<Date>`now() + ${at}::interval` })
        .where('id', '=', request)
        .execute(),
    );
  expect(await bell()).toEqual([]);
  await due('2 days');
  expect(await bell()).toMatchObject([{ text: 'Xoá dữ liệu theo yêu cầu của Sắp hạn sắp đến hạn' }]);
  await due('-1 hour');
  expect(await bell()).toMatchObject([{ text: 'Xoá dữ liệu theo yêu cầu của Sắp hạn đã quá hạn' }]);
  await demo.admin.call('POST', `/data-request/${request}/close`, { state: 'refused', note: 'đang tranh chấp' });
  expect(await bell()).toEqual([]);
});

test('an archive has all that there is of the person, with their voice', async () => {
  const row = await add({ name: 'Xin bản sao', phone: '0987300004', note: 'thích màu đỏ' });
  await demo.admin.call('POST', `/customer/${row.id}/disposition`, {
    outcome: 'agreed',
    note: 'đã chốt',
    next_call_at: null,
  });
  const { recordingId } = await called('+84987300004');
  await storeRecording(app.files, demo.id, recordingId);
  await called('+84987300099');
  const { id } = await ask(row.id, 'export');
  const job = await carriedOut(id);
  expect([job.state, job.report, job.file_name]).toEqual([
    'done',
    { calls: 1, recordings: 1 },
    'du-lieu-khach-hang.zip',
  ]);
  const file = await app.files.find(jobResult(demo.id, job.id));
  const zip = (await buffer((await file?.read()) ?? Readable.from([]))).toString('latin1');
  expect(zip).toContain('du-lieu.json');
  expect(zip).toContain(`ghi-am/${recordingId}.wav`);
  expect((await demo.admin.call('GET', `/job/${job.id}/file`)).headers['content-type']).toBe('application/zip');
  expect((await privacy(row.id)).requests).toMatchObject([{ id, state: 'done' }]);
  const lan = await demo.person('lan', ['customer.view', 'customer.update', 'customer.export']);
  const { id: another } = await ask(row.id, 'export');
  expect((await lan.call('POST', `/data-request/${another}/carry-out`)).statusCode).toBe(403);
});

test('who may not hear calls or see numbers any more when the archive is made gets none', async () => {
  const may = ['customer.view', 'customer.update', 'customer.export', 'customer.full-phone'] as const;
  const mai = await demo.person('mai', [...may, 'call-history.listen']);
  const row = await add({ name: 'Xin bản sao sau', phone: '0987300014' });
  const { id } = await ask(row.id, 'export');
  await worker.close();
  const { job_id: jobId } = (await mai.call('POST', `/data-request/${id}/carry-out`)).json();
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('role')
      .set({ permissions: [...may] })
      .where('name', '=', 'Vai trò của mai')
      .execute(),
  );
  worker = await startedWorker();
  const job = async () => (await mai.call('GET', `/job/${jobId}`)).json();
  await expect.poll(async () => (await job()).state).toBe('failed');
  expect(await job()).toMatchObject({ error: 'Bạn không có quyền thực hiện thao tác này', file_name: null });
  expect((await privacy(row.id)).requests).toMatchObject([{ id, state: 'open' }]);
});

test('who is erased is nowhere any more: card, calls, voice, what was kept of them, and the card that was merged into theirs', async () => {
  const row = await add({ name: 'Phạm Xoá Sạch', phone: '0987300005', phones: ['0987300006'], email: 'xoa@sach.vn' });
  const other = await add({ name: 'Phạm Xoá Cũ', phone: '0987300007' });
  const merged = await demo.admin.call('POST', `/customer/${row.id}/merge`, {
    version: row.version,
    other: { id: other.id, version: other.version },
  });
  expect(merged.statusCode).toBe(200);
  await demo.admin.call('POST', `/customer/${row.id}/disposition`, {
    outcome: 'agreed',
    note: 'bí mật',
    next_call_at: null,
  });
  const calls = [
    await called('+84987300005'),
    await called('+84987300006', { direction: 'outbound', dialled: '0987300006' }),
  ];
  for (const { recordingId } of calls) await storeRecording(app.files, demo.id, recordingId);
  const held = await called('+84987300007');
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('call_hold').values({ id: crypto.randomUUID(), call_id: held.id, reason: 'tranh chấp' }).execute(),
  );
  const stranger = await called('+84987300098');
  const { id } = await ask(row.id, 'erase');
  const job = await carriedOut(id);
  expect([job.state, job.report]).toEqual(['done', { calls: 2, recordings: 2, held: 1 }]);

  expect((await demo.admin.call('GET', `/customer/${row.id}`)).statusCode).toBe(404);
  for (const { recordingId } of calls) {
    expect(await app.files.find({ area: 'recordings', tenantId: demo.id, name: `${recordingId}.wav` })).toBeUndefined();
  }
  const left = await app.db.inTenant(demo.id, async (trx) => {
    const texts: string[] = [];
    for (const table of [
      'customer',
      'customer_phone',
      'disposition',
      'consent',
      'customer_merge',
      'data_request',
      'call',
      'leg',
      'call_event',
      'job',
    ]) {
      const { rows } = await sql<{
        text: string;
      }>`select to_jsonb(its)::text as text from ${sql.table(table)} as its`.execute(trx);
      texts.push(
        ...rows
          .filter(({ text }) => /98730000[56]|Phạm Xoá|bí mật|xoa@sach/.test(text))
          .map(({ text }) => `${table} ${text}`),
      );
    }
    return texts;
  });
  expect(left).toEqual([]);
  const history = (await demo.admin.call('GET', '/histories-call?page_size=100')).json().data;
  const phones = new Map(history.map((call: { id: string; phone: string }) => [call.id, call.phone]));
  // What happened stays in the figures, what is held for a dispute stays as it is, and others are untouched.
  expect([calls.map((call) => phones.get(call.id)), phones.get(held.id), phones.get(stranger.id)]).toEqual([
    ['', ''],
    '0987300007',
    '0987300098',
  ]);
  const all = (await demo.admin.call('GET', '/data-requests')).json().data;
  expect(all.find((one: { id: string }) => one.id === id)).toMatchObject({
    state: 'done',
    customer_name: '',
    note: '',
  });
});

/** Rows of any table, the queue of jobs included, that have it. */
async function whereIs(what: RegExp): Promise<string[]> {
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query<{ text: string }>(`select to_jsonb(its)::text as text from ${name} as its`);
      found.push(...rows.filter(({ text }) => what.test(text)).map(({ text }) => `${name} ${text}`));
    }
    return found;
  } finally {
    await owner.end();
  }
}

test('neither name nor number of who is erased stands anywhere in the database, and the trail is proved as before', async () => {
  const others = 'Người Ở Lại,0987399009,o.lai@x.vn';
  const first = await imports.imported(
    `Tên khách hàng,Số điện thoại,Email\nĐoàn Biến Mất,0987399001,bien.mat@x.vn\n${others}\n`,
  );
  // The second import keeps what they were before.
  await imports.imported(
    `Tên khách hàng,Số điện thoại,Ghi chú\nĐoàn Thị Biến Mất,0987399001,hai\nNgười Ở Lại,0987399009,hai\n`,
  );
  const [row] = (await demo.admin.call('GET', '/get-data-filter?search=0987399001')).json().data;
  const other = await add({ name: 'Biến Mất Cũ', phone: '0987399002' });
  const updated = (await demo.admin.call('PUT', `/customer/${row.id}`, { ...row, note: 'Gọi 0987.399.001' })).json();
  await demo.admin.call('POST', `/customer/${row.id}/merge`, {
    version: updated.version,
    other: { id: other.id, version: other.version },
  });
  const post = (path: string, body: object) => demo.admin.call('POST', path, body);
  await post(`/customer/${row.id}/disposition`, { outcome: 'agreed', note: 'Chị Biến Mất đồng ý', next_call_at: null });
  const consent = { purpose: 'care', way: 'call', given: true, evidence: 'lời Đoàn Biến Mất' };
  await post(`/customer/${row.id}/consent`, consent);
  await post(`/customer/${row.id}/task`, { title: 'Gọi Biến Mất', due_at: null, account_id: null });
  const category = (await post('/survey-category', { name: 'Sau mua hàng' })).json().id;
  const question = { name: 'Anh/chị là ai?', kind: 'text', category_id: category };
  const questionId = (await post('/survey-question', question)).json().id;
  const survey = { name: 'Hỏi lại', status: 'running', question_ids: [questionId] };
  const surveyId = (await post('/survey-campaign', survey)).json().id;
  const answered = await demo.admin.call('PUT', `/survey-campaign/${surveyId}/response`, {
    customer_id: row.id,
    version: null,
    outcome: 'answered',
    answers: { [questionId]: 'cô giáo ở Vĩnh Tuy' },
  });
  expect(answered.statusCode).toBe(200);
  await post('/create-histories-call', { phone: '0987399001' });
  const bulk = await post('/customers/set-all', { wanted: { ids: [row.id] }, set: { do_not_call: true } });
  await imports.rested(bulk.json().job_id);
  await demo.admin.call('GET', '/customers/export?format=csv&search=0987399001');
  await called('+84987399001');
  const missed = await called('+84987399001', { status: 'missed', answered_at: null });
  await post(`/calls-to-return/${missed.id}/claim`, {});
  expect((await post(`/calls-to-return/${missed.id}/close`, { reason: 'Biến Mất không nghe' })).statusCode).toBe(200);
  await called('+84987399002', { direction: 'outbound', dialled: '0987399002' });
  // Rows that the database refused.
  const aside = join(app.filesFolder, 'set-aside', `${demo.id}.ndjson`);
  await mkdir(dirname(aside), { recursive: true });
  await writeFile(aside, '{"number":"+84987399001"}\n{"number":"+84987399009"}\n{"dialled":"0987399002"}\n');
  const listener = new pg.Client({ connectionString: app.url });
  onTestFinished(() => listener.end());
  await listener.connect();
  const heard: string[] = [];
  listener.on('notification', ({ payload = '' }) => heard.push(payload));
  await listener.query('listen alo');
  const traces = /98739900[12]|0987\.399|bi[eế]n.m[aấ]t|vĩnh tuy/i;
  expect((await whereIs(traces)).length).toBeGreaterThan(10);

  const { id } = await ask(row.id, 'erase');
  expect((await carriedOut(id)).state).toBe('done');
  expect(await whereIs(traces)).toEqual([]);
  expect((await readFile(aside, 'utf8')).split('\n').map((line) => line.trim())).toEqual([
    '',
    '{"number":"+84987399009"}',
    '',
    '',
  ]);
  await expect.poll(() => heard.filter((text) => text.includes('"calls-erased"')).length).toBe(1);
  // Others in the same entries are still there.
  expect((await whereIs(/987399009/)).some((text) => text.startsWith('public.audit'))).toBe(true);
  expect(first.done.counts).toMatchObject({ created: 2 });
  const { rows: faults } = await app.db.inTenant(demo.id, (trx) => sql`select * from audit_faults()`.execute(trx));
  expect(faults).toEqual([]);
});

test('what was agreed by either card is of both once they are one, and of each again when that is taken back', async () => {
  const kept = await add({ name: 'Gộp ý', phone: '0987300040' });
  const other = await add({ name: 'Gộp ý', phone: '0987300041' });
  await demo.admin.call('POST', `/customer/${other.id}/consent`, { purpose: 'care', way: 'web', given: true });
  const merged = await demo.admin.call('POST', `/customer/${kept.id}/merge`, {
    version: kept.version,
    other: { id: other.id, version: other.version },
  });
  expect((await privacy(kept.id)).consents).toMatchObject([{ purpose: 'care' }]);
  const undone = await demo.admin.call('POST', `/customer-merge/${merged.json().merge_id}/undo`);
  expect(undone.statusCode).toBe(200);
  expect([(await privacy(kept.id)).consents.length, (await privacy(other.id)).consents.length]).toEqual([0, 1]);
});

const merge = (kept: { id: string; version: number }, other: { id: string; version: number }) =>
  demo.admin.call('POST', `/customer/${kept.id}/merge`, {
    version: kept.version,
    other: { id: other.id, version: other.version },
  });

test('what somebody has asked for by law is asked for by the one card that is made of theirs, and is done there', async () => {
  const kept = await add({ name: 'Hỏi luật', phone: '0987300050' });
  const other = await add({ name: 'Hỏi luật cũ', phone: '0987300051' });
  const { id } = await ask(other.id, 'erase');
  const first = await merge(kept, other);
  expect((await privacy(kept.id)).requests).toMatchObject([{ id, state: 'open', customer_name: 'Hỏi luật' }]);
  const undone = await demo.admin.call('POST', `/customer-merge/${first.json().merge_id}/undo`);
  const again = undone.json();
  expect([(await privacy(kept.id)).requests, (await privacy(other.id)).requests]).toMatchObject([[], [{ id }]]);

  expect((await merge(again.customer, again.other)).statusCode).toBe(200);
  await called('+84987300051');
  expect(await carriedOut(id)).toMatchObject({ state: 'done', report: { calls: 1 } });
  expect((await demo.admin.call('GET', `/customer/${kept.id}`)).statusCode).toBe(404);
});

test('a request of somebody whose card was deleted cannot be carried out, and is closed by hand', async () => {
  const row = await add({ name: 'Đã xoá thẻ', phone: '0987300052' });
  const { id } = await ask(row.id, 'erase');
  await demo.admin.call('DELETE', `/customer/${row.id}`);
  expect((await demo.admin.call('POST', `/data-request/${id}/carry-out`)).statusCode).toBe(404);
  const closed = await demo.admin.call('POST', `/data-request/${id}/close`, { state: 'done', note: 'đã xoá thẻ' });
  expect([closed.statusCode, closed.json()]).toMatchObject([200, { state: 'done' }]);
});

test('what is refused, or made one card of two, before a worker comes to it is not erased', async () => {
  const [refused, kept, other] = [
    await add({ name: 'Rút lại', phone: '0987300053' }),
    await add({ name: 'Gộp rồi', phone: '0987300054' }),
    await add({ name: 'Gộp đi', phone: '0987300055' }),
  ];
  const requests = [await ask(refused.id, 'erase'), await ask(other.id, 'erase')];
  await worker.close();
  const jobs: string[] = [];
  for (const { id } of requests) {
    jobs.push((await demo.admin.call('POST', `/data-request/${id}/carry-out`)).json().job_id);
  }
  const close = { state: 'refused', note: 'khách rút lại yêu cầu' };
  expect((await demo.admin.call('POST', `/data-request/${requests[0].id}/close`, close)).statusCode).toBe(200);
  expect((await merge(kept, other)).statusCode).toBe(200);
  worker = await startedWorker();
  const [first = '', second = ''] = jobs;
  expect([await imports.rested(first), await imports.rested(second)]).toMatchObject([
    { state: 'failed', error: 'Yêu cầu này vừa được đóng' },
    { state: 'failed', error: 'Hồ sơ vừa được gộp với hồ sơ khác, hãy thực hiện lại yêu cầu' },
  ]);
  expect((await demo.admin.call('GET', `/customer/${refused.id}`)).json()).toMatchObject({ name: 'Rút lại' });
  expect((await privacy(refused.id)).requests).toMatchObject([{ state: 'refused' }]);
  expect((await privacy(kept.id)).requests).toMatchObject([{ id: requests[1].id, state: 'open' }]);
});

test('nobody is erased in the middle of a call, and only by who may delete customers', async () => {
  const row = await add({ name: 'Đang gọi', phone: '0987300010' });
  const call = await called('+84987300010', { status: 'in_progress' });
  const { id } = await ask(row.id, 'erase');
  const lan = await demo.person('hoa', ['customer.view', 'customer.update', 'customer.export']);
  expect((await lan.call('POST', `/data-request/${id}/carry-out`)).statusCode).toBe(403);
  expect(await carriedOut(id)).toMatchObject({
    state: 'failed',
    error: 'Khách đang trong một cuộc gọi, hãy thử lại sau',
  });
  expect((await demo.admin.call('GET', `/customer/${row.id}`)).statusCode).toBe(200);
  expect(call.id).not.toBe('');
});

test('a customer who is deleted comes back with what was kept of them; an import that is taken back leaves who was worked with', async () => {
  const row = await add({ name: 'Xoá nhầm', phone: '0987300020' });
  const kept = { outcome: 'agreed', note: 'nhớ giữ', next_call_at: null };
  await demo.admin.call('POST', `/customer/${row.id}/disposition`, kept);
  await demo.admin.call('POST', `/customer/${row.id}/consent`, { purpose: 'care', way: 'web', given: true });
  const call = await called('+84987300029');
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('call_customer').values({ call_id: call.id, customer_id: row.id }).execute(),
  );
  const started = await demo.admin.call('POST', '/customers/delete-all', { wanted: { ids: [row.id] } });
  const job = await imports.rested(started.json().job_id);
  expect((await demo.admin.call('GET', `/customer/${row.id}`)).statusCode).toBe(404);
  expect((await demo.admin.call('POST', `/bulk/${job.id}/undo`)).statusCode).toBe(202);
  await imports.rested(job.id);
  const timeline = (await demo.admin.call('GET', `/customer/${row.id}/timeline`)).json().data;
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'disposition' }));
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: 'call', call: expect.objectContaining({ id: call.id }) }),
  );
  expect((await privacy(row.id)).consents).toMatchObject([{ purpose: 'care', given: true }]);

  const { id } = await imports.imported('Tên khách hàng,Số điện thoại\nNhập một,0987300031\nNhập hai,0987300032\n');
  const [worked] = (await demo.admin.call('GET', '/get-data-filter?search=0987300031')).json().data;
  await demo.admin.call('POST', `/customer/${worked.id}/disposition`, kept);
  expect((await imports.step(id, 'undo')).undone).toEqual({ removed: 1, restored: 0, kept: 1 });
  expect((await demo.admin.call('GET', `/customer/${worked.id}`)).statusCode).toBe(200);
});
