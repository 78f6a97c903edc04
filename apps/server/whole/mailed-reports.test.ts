import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callReports } from '../src/compose/job-kinds.ts';
import type { Trx } from '../src/db/database.ts';
import { callerOfAccount } from '../src/features/identity/account-callers.ts';
import { queueReport } from '../src/features/mailed-reports/queue-report.ts';
import { reportSender } from '../src/features/mailed-reports/send-reports.ts';
import type { Mail } from '../src/mail/mailer.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { storeCall } from '../testing/stored-calls.ts';
import { workerWithin } from '../testing/worker-within.ts';

let app: TestApp;
let demo: TestTenant;
let worker: { close(): Promise<void> };
const sent: Mail[] = [];
/** Whom the mail server does not take letters to. */
const refused = new Set<string>();

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  worker = await workerWithin(app, {
    mail: {
      keeps: true,
      async send(mail) {
        if (refused.has(mail.to)) throw new Error('550 no such person');
        sent.push(mail);
      },
    },
  });
});

afterAll(async () => {
  await worker.close();
  await app.close();
});

const make = async (body: object, by: TestPerson = demo.admin) => {
  const answer = await by.call('POST', '/mailed-report', {
    name: `Báo cáo ${crypto.randomUUID()}`,
    report: 'call-analysis',
    person_ids: [demo.admin.accountId],
    ...body,
  });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const rowOf = async (id: string) => (await demo.admin.call('GET', `/mailed-report/${id}`)).json();
const logOf = async (id: string) => (await demo.admin.call('GET', `/mailed-report/${id}/log`)).json().data;
const sendNow = (id: string, by: TestPerson = demo.admin) => by.call('POST', `/mailed-report/${id}/send`, {});
const lettersOf = ({ name }: { name: string }) => sent.filter(({ subject }) => subject.startsWith(`${name}:`));
/** As if its moment had come: the worker is told, as it is by the queue. */
const comesDue = (id: string, due = new Date(Date.now() - 1_000)) =>
  app.db.inTenant(demo.id, async (trx) => {
    await trx.updateTable('mailed_report').set({ due_at: due }).where('id', '=', id).execute();
    await queueReport(trx, id);
  });

const csvOf = (mail: Mail | undefined) => {
  const text = mail?.attachments?.[0]?.content.toString('utf8') ?? '';
  return text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(/[,;]/).map((cell) => cell.replace(/^"|"$/g, '')));
};
/** Yesterday at noon, by the clock of the company. */
const yesterday = (hour = 12) => {
  const day = new Date(Date.now() + 7 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  return { day, at: new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+07:00`) };
};

test('a report that is due is sent once, as a file whose figures are those of its page', async () => {
  for (const [hour, status] of [
    [9, 'answered'],
    [9, 'missed'],
    [15, 'answered'],
  ] as const) {
    await storeCall(app.db, demo.id, { started_at: yesterday(hour).at, status });
  }
  const { day } = yesterday();
  const asked = 'of=calls&by=hour&figure=inbound';
  const page = (await demo.admin.call('GET', `/report/call-analysis?${asked}&from=${day}&to=${day}`)).json();
  expect(page.total.values).toMatchObject({ inbound: 3, missed: 1 });

  const csv = await make({ filters: asked, format: 'csv', active: true, at_time: '08:00' });
  expect(csv.due_at).not.toBeNull();
  await comesDue(csv.id);
  await expect.poll(async () => (await logOf(csv.id)).map(({ state }: { state: string }) => state)).toEqual(['sent']);
  const [letter] = lettersOf(csv);
  expect(letter).toMatchObject({ to: 'admin@demo.local', text: expect.stringContaining(`“${csv.name}”`) });
  const [headings = [], ...lines] = csvOf(letter);
  const [total, missed, rate] = ['Gọi vào', 'Nhỡ', '(%)'].map((name) =>
    headings.findIndex((one) => one.includes(name)),
  );
  const shown = page.rows.map(({ name, values }: { name: string; values: Record<string, number | null> }) => [
    name,
    String(values['inbound']),
    String(values['missed']),
    values['answer_rate'] === null ? '' : String(values['answer_rate']),
  ]);
  const figures = lines.map((line) => [line[0], line[total ?? 0], line[missed ?? 0], line[rate ?? 0]]);
  expect(figures.slice(0, -1)).toEqual(shown);
  expect(figures.at(-1)?.slice(0, 3)).toEqual(['Tất cả', '3', '1']);

  // And as it is printed.
  const pdf = await make({ filters: asked, format: 'pdf', name: 'Giờ đông khách' });
  await sendNow(pdf.id);
  await expect.poll(() => lettersOf(pdf).length).toBe(1);
  const texts = pdfText(lettersOf(pdf)[0]?.attachments?.[0]?.content ?? Buffer.alloc(0));
  expect(texts).toEqual(expect.arrayContaining(['Giờ đông khách', 'Tất cả', '9h', '15h']));
  const nine = texts.indexOf('9h');
  const values = page.rows.find(({ name }: { name: string }) => name === '9h').values;
  expect(texts.slice(nine + 1, nine + 3)).toEqual([String(values.total), String(values.inbound)]);

  // When it is due next was said with the first, and nothing goes by itself until then.
  const { due_at: next, last_at: last } = await rowOf(csv.id);
  expect(Date.parse(next)).toBeGreaterThan(Date.now());
  expect(last).not.toBeNull();
  expect(lettersOf(csv)).toHaveLength(1);
});

test('what was found on the page is what is sent, whichever report it is', async () => {
  for (const report of [
    'history-by-department-team',
    'history-cdr-by-exten',
    'history-by-queue',
    'history-by-status',
    'history-by-quality',
  ]) {
    for (const format of ['pdf', 'xlsx', 'csv']) {
      const { id } = await make({ report, format });
      const answer = await demo.admin.call('GET', `/mailed-report/${id}/file`);
      expect([report, format, answer.statusCode]).toEqual([report, format, 200]);
      const isPdf = answer.rawPayload.subarray(0, 5).toString() === '%PDF-';
      expect([report, format, isPdf]).toEqual([report, format, format === 'pdf']);
    }
  }
  const crossed = await make({ filters: 'of=calls&by=hour&across=weekday&figure=inbound&against=previous' });
  const paper = await demo.admin.call('GET', `/mailed-report/${crossed.id}/file`);
  expect(pdfText(paper.rawPayload)).toEqual(expect.arrayContaining(['Mọi số liệu', '9h', 'Kỳ này']));
});

test('filters that the report does not know, and days that are not of the sending, are refused', async () => {
  const refusedFor = async (body: object) =>
    Object.keys(
      (await demo.admin.call('POST', '/mailed-report', { name: 'Sai', report: 'call-analysis', ...body })).json()
        .fields,
    );
  expect(await refusedFor({ filters: 'by=mau' })).toEqual(['filters']);
  expect(await refusedFor({ filters: 'khong_co=1' })).toEqual(['filters']);
  expect(await refusedFor({ filters: 'from=2026-01-01' })).toEqual(['filters']);
  expect(await refusedFor({ outside: 'khong phai' })).toEqual(['outside']);
});

test('whoever may not have a report as a file has it not sent either, and from whom it is taken sends it no more', async () => {
  const may = ['mailed-reports.view', 'mailed-reports.create', 'mailed-reports.update'] as const;
  const narrow = await demo.person('khong-xuat', [...may]);
  const body = { name: 'Của người không xuất được', report: 'call-analysis' };
  expect((await narrow.call('POST', '/mailed-report', body)).json().fields).toHaveProperty('report');

  const chief = await demo.person('truong-phong', [...may, 'history-by-department-team.export']);
  const report = await make({ active: true, person_ids: [chief.accountId] }, chief);
  expect(report.sender_name).toBe((await chief.call('GET', '/me')).json().name);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('role')
      .set({ permissions: [...may] })
      .where('name', '=', 'Vai trò của truong-phong')
      .execute(),
  );
  await comesDue(report.id);
  await expect
    .poll(() => rowOf(report.id))
    .toMatchObject({
      active: false,
      due_at: null,
      paused_why: expect.stringContaining('không còn quyền xuất'),
    });
  expect(await logOf(report.id)).toMatchObject([{ state: 'refused', letters: [] }]);
  expect(lettersOf(report)).toEqual([]);
  const bell = (await demo.admin.call('GET', '/notifications')).json().data;
  expect(bell.map(({ text }: { text: string }) => text).join()).toContain(`Báo cáo “${report.name}” đã dừng`);
  // Somebody who may takes it over by saving it.
  const { version, ...row } = await rowOf(report.id);
  const saved = await demo.admin.call('PUT', `/mailed-report/${report.id}`, { ...row, version, active: true });
  expect(saved.json()).toMatchObject({ active: true, paused_why: '' });
});

test('outside of the company a report goes only by whoever may send it there', async () => {
  const rights = ['mailed-reports.view', 'mailed-reports.create', 'mailed-reports.update'] as const;
  const inside = await demo.person('chi-trong-nha', [...rights, 'history-by-department-team.export']);
  const outside = 'ke.toan@doi-tac.example.vn, Giam.Doc@doi-tac.example.vn';
  const tried = await inside.call('POST', '/mailed-report', { name: 'Ra ngoài', report: 'call-analysis', outside });
  expect(tried.json().fields).toHaveProperty('outside');
  const report = await make({ outside });
  await sendNow(report.id);
  await expect
    .poll(() =>
      lettersOf(report)
        .map(({ to }) => to)
        .toSorted(),
    )
    .toEqual(['admin@demo.local', 'giam.doc@doi-tac.example.vn', 'ke.toan@doi-tac.example.vn']);
  // Whoever changes it takes it upon themselves.
  const { version, ...row } = await rowOf(report.id);
  const changed = await inside.call('PUT', `/mailed-report/${report.id}`, { ...row, version, note: 'Sửa' });
  expect(changed.json().fields).toHaveProperty('outside');
});

test('letters are of the day that the company may send', async () => {
  const report = await make({ outside: 'mot@doi-tac.example.vn' });
  const limit = (most: number | null) =>
    app.db.inTenant(demo.id, (trx) => trx.updateTable('tenant').set({ most_letters: most }).execute());
  const { letters } = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('tenant').select('letters').executeTakeFirstOrThrow(),
  );
  await limit(letters + 1);
  await sendNow(report.id);
  await expect.poll(async () => (await logOf(report.id))[0]?.state).toBe('failed');
  await limit(null);
  expect(lettersOf(report)).toHaveLength(1);
  const [{ letters: each }] = await logOf(report.id);
  expect(each.map(({ state }: { state: string }) => state).toSorted()).toEqual(['failed', 'sent']);
});

test('a letter that nobody takes is tried again, alone, and told of when it is given up', async () => {
  const report = await make({ outside: 'day.hop@doi-tac.example.vn' });
  refused.add('day.hop@doi-tac.example.vn');
  await sendNow(report.id);
  const tries = () =>
    app.db.inTenant(demo.id, (trx) =>
      trx
        .selectFrom('mailed_report_sending')
        .where('mailed_report_id', '=', report.id)
        .select(['tries', 'state'])
        .executeTakeFirst(),
    );
  for (let tried = 1; tried <= 4; tried += 1) {
    await expect.poll(tries).toMatchObject({ state: 'waiting', tries: tried });
    await app.db.inTenant(demo.id, async (trx) => {
      const past = new Date();
      await trx
        .updateTable('mailed_report_sending')
        .set({ next_at: past })
        .where('mailed_report_id', '=', report.id)
        .execute();
      await queueReport(trx, report.id);
    });
  }
  await expect.poll(tries).toMatchObject({ state: 'failed' });
  expect(lettersOf(report).map(({ to }) => to)).toEqual(['admin@demo.local']);
  const bell = (await demo.admin.call('GET', '/notifications')).json().data;
  expect(bell.map(({ text }: { text: string }) => text).join()).toContain(`“${report.name}” 1/2 thư không gửi được`);
});

test('whoever saves a report, or asks for it once more, keeps no letter waiting longer than it had to', async () => {
  // Due by itself half a day from now.
  const hour = new Date(Date.now() + (7 + 12) * 3_600_000).getUTCHours();
  const at_time = `${String(hour).padStart(2, '0')}:00`;
  const report = await make({ outside: 'cho.doi@doi-tac.example.vn', active: true, at_time });
  refused.add('cho.doi@doi-tac.example.vn');
  await sendNow(report.id);
  const queue = new pg.Client({ connectionString: app.url });
  await queue.connect();
  const looksAt = async (): Promise<Date | undefined> =>
    (
      await queue.query('select run_at from graphile_worker._private_jobs where key = $1 and locked_at is null', [
        `mailed-report ${report.id}`,
      ])
    ).rows[0]?.run_at;
  const sending = (trx: Trx) => trx.updateTable('mailed_report_sending').where('mailed_report_id', '=', report.id);
  const setNext = (trx: Trx, next_at: Date) => sending(trx).set({ next_at }).execute();
  await expect.poll(async () => (await logOf(report.id))[0]?.letters.length).toBe(2);
  await expect.poll(looksAt).toBeDefined();
  const again = await looksAt();
  expect(again?.getTime()).toBeLessThan(Date.now() + 60_000);
  const { version, ...row } = await rowOf(report.id);
  await demo.admin.call('PUT', `/mailed-report/${report.id}`, { ...row, version, note: 'Sửa' });
  expect(await looksAt()).toEqual(again);

  // A worker that says when it looks again, while somebody asks for it sooner.
  const sooner = new Date(Date.now() + 5_000_000);
  const later = new Date(Date.now() + 6_000_000);
  await app.db.inTenant(demo.id, (trx) => setNext(trx, later));
  const hasAsked = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const asking = app.db.inTenant(demo.id, async (trx) => {
    await setNext(trx, sooner);
    await queueReport(trx, report.id);
    hasAsked.resolve();
    await mayCommit.promise;
  });
  await hasAsked.promise;
  const worker = app.db.inTenant(demo.id, (trx) => queueReport(trx, report.id));
  const waits = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await queue.query(waits)).rowCount).toBeGreaterThan(0);
  mayCommit.resolve();
  await Promise.all([asking, worker]);
  expect(await looksAt()).toEqual(sooner);
  await queue.end();
});

test('workers that look at the same moment send it once, and one that died in the middle of a letter has sent it as far as anybody knows', async () => {
  const mine: Mail[] = [];
  const sender = reportSender({
    inTenant: app.db.inTenant,
    sendMail: async (mail) => void mine.push(mail),
    exportables: callReports,
    callerOf: callerOfAccount,
    onNotice: () => undefined,
    changed: () => undefined,
    log: { debug: () => undefined, warn: () => undefined, error: () => undefined },
  });
  // Of a company that the worker beside is not told of.
  const other = await app.tenant('nhieu-tho');
  const made = (
    await other.admin.call('POST', '/mailed-report', {
      name: 'Một lần',
      report: 'history-by-queue',
      format: 'csv',
      active: true,
      person_ids: [other.admin.accountId],
      outside: 'a@doi-tac.example.vn b@doi-tac.example.vn',
    })
  ).json();
  const due = new Date(Date.now() - 3 * 86_400_000);
  const setDue = () =>
    app.db.inTenant(other.id, (trx) =>
      trx.updateTable('mailed_report').set({ due_at: due }).where('id', '=', made.id).execute(),
    );
  const payload = { tenantId: other.id, reportId: made.id };
  await setDue();
  await Promise.all(Array.from({ length: 4 }, () => sender(payload)));
  await sender(payload);
  expect(mine.map(({ to }) => to).toSorted()).toHaveLength(3);
  const log = (await other.admin.call('GET', `/mailed-report/${made.id}/log`)).json().data;
  expect(log).toHaveLength(1);
  expect(log[0].why).toContain('lần trước đó bị lỡ');

  const again = (await other.admin.call('POST', `/mailed-report/${made.id}/send`, {})).json();
  await app.db.inTenant(other.id, (trx) =>
    trx
      .insertInto('mailed_report_letter')
      .values({
        id: crypto.randomUUID(),
        sending_id: again.sending_id,
        recipient: 'a@doi-tac.example.vn',
        state: 'trying',
        tried_at: new Date(Date.now() - 3_600_000),
      })
      .execute(),
  );
  await sender(payload);
  await expect
    .poll(async () => (await other.admin.call('GET', `/mailed-report/${made.id}/log`)).json().data[0])
    .toMatchObject({ state: 'failed', why: expect.stringContaining('Máy chủ dừng đúng lúc đang gửi') });
  expect(mine.filter(({ to }) => to === 'a@doi-tac.example.vn')).toHaveLength(1);
});

test('another company has neither the report nor its log nor its file', async () => {
  const report = await make({});
  const stranger = await app.tenant('nguoi-la');
  for (const [method, path] of [
    ['GET', 'log'],
    ['GET', 'file'],
    ['POST', 'send'],
  ] as const) {
    const answer = await stranger.admin.call(
      method,
      `/mailed-report/${report.id}/${path}`,
      method === 'POST' ? {} : undefined,
    );
    expect([path, answer.statusCode]).toEqual([path, 404]);
  }
});

test('a link shows a report as it was, to whoever has it and without signing in, until it expires or is withdrawn', async () => {
  const { day, at } = yesterday(10);
  await storeCall(app.db, demo.id, { started_at: at });
  const report = await make({ filters: 'of=calls&by=day&figure=total' });
  const made = (await demo.admin.call('POST', `/mailed-report/${report.id}/link`, { days: 2 })).json();
  const token = new URL(made.url).hash.slice(1);
  const open = (secret = token) =>
    app.http.inject({ method: 'POST', url: '/identity/report-link', payload: { token: secret } });
  const page = (await demo.admin.call('GET', `/report/call-analysis?of=calls&by=day&from=${day}&to=${day}`)).json();
  const before = (await open()).json();
  expect(before).toMatchObject({ name: report.name, company: 'Công ty demo' });
  expect(before.tables[0].total.slice(0, 2)).toEqual(['Tất cả', page.total.values.total]);

  // What happens after that changes nothing of it.
  await storeCall(app.db, demo.id, { started_at: at });
  expect((await open()).json().tables).toEqual(before.tables);

  const links = async () => (await demo.admin.call('GET', `/mailed-report/${report.id}/links`)).json().data;
  expect(await links()).toMatchObject([{ id: made.id, opened: 2, withdrawn_at: null }]);
  const stored = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('report_link').where('id', '=', made.id).selectAll().executeTakeFirstOrThrow(),
  );
  expect(JSON.stringify(stored)).not.toContain(token.split('.')[1]);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('subject_id', '=', report.id)
      .where('action', 'like', '%-report')
      .select('action')
      .execute(),
  );
  expect(trail.map(({ action }) => action).toSorted()).toEqual(['open-report', 'share-report']);

  expect((await open(`${token.slice(0, -1)}_`)).statusCode).toBe(410);
  expect((await open('khong-phai-lien-ket')).statusCode).toBe(410);
  expect((await demo.admin.call('DELETE', `/report-link/${made.id}`)).statusCode).toBe(200);
  expect((await open()).statusCode).toBe(410);

  const short = (await demo.admin.call('POST', `/mailed-report/${report.id}/link`, { days: 1 })).json();
  const shortToken = new URL(short.url).hash.slice(1);
  expect((await open(shortToken)).statusCode).toBe(200);
  app.clock.now += 86_400_001;
  expect((await open(shortToken)).statusCode).toBe(410);
  app.clock.now -= 86_400_001;
});

test('a link is made and withdrawn by whoever may send outside, and by no other company', async () => {
  const report = await make({});
  const inside = await demo.person('khong-chia-se', ['mailed-reports.view', 'history-by-department-team.export']);
  expect((await inside.call('POST', `/mailed-report/${report.id}/link`, {})).statusCode).toBe(403);
  const blind = await demo.person('khong-xem', ['mailed-reports.view', 'mailed-reports.send-outside']);
  expect((await blind.call('POST', `/mailed-report/${report.id}/link`, {})).statusCode).toBe(403);
  const { id } = (await demo.admin.call('POST', `/mailed-report/${report.id}/link`, {})).json();
  const stranger = await app.tenant('nguoi-la-khac');
  expect((await stranger.admin.call('DELETE', `/report-link/${id}`)).statusCode).toBe(404);
  expect((await stranger.admin.call('POST', `/mailed-report/${report.id}/link`, {})).statusCode).toBe(404);
});
