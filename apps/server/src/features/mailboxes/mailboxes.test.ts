import type { DataAnswer } from '@alo/call-core';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall, storeCustomer, storeRecording } from '../../../testing/stored-calls.ts';
import { companyDataOf } from '../../compose/company-records.ts';
import { newId } from '../../kernel/new-id.ts';
import { letterWriter } from './tell-by-mail.ts';

let app: TestApp;
let demo: TestTenant;
let box: string;
const told: string[][] = [];

beforeAll(async () => {
  app = await testApp();
  app.bus.subscribe('messages-changed', (_, ids) => void told.push([...ids]));
});
afterAll(() => app.close());

beforeEach(async () => {
  demo = await app.tenant(`hop-thu-${newId().slice(-8)}`);
  ({ id: box } = (await demo.admin.call('POST', '//telephony/partner/voicemail-box', { name: 'Chung' })).json());
  told.length = 0;
});

const matches = async (stored: string | undefined, pin: string) => stored !== undefined && (await verify(stored, pin));
const companyData = () => companyDataOf({ db: app.db, bus: app.bus, matches });
const knock = (pin: string | null = null, own = true) =>
  companyData().ask(demo.id, { kind: 'open-box', box, pin, own });
const setPin = (pin: string | null) => demo.admin.call('PUT', `//telephony/partner/voicemail-box/${box}/pin`, { pin });
const shut = (why: string) => ({ kind: 'box-shut', why });
const idsIn = (tidings: DataAnswer) => (tidings.kind === 'box-open' ? tidings.messages.map(({ id }) => id) : tidings);
const message = async (startedAt = new Date()) =>
  storeCall(app.db, demo.id, {
    started_at: startedAt,
    status: 'voicemail',
    outside_number: '+84901234567',
    recording: { kind: 'message', voicemail_box_id: box, duration_ms: 7_000, started_at: startedAt },
  });
const change = (id: string, fields: object) =>
  demo.admin.call('PUT', `//telephony/partner/voicemail-box/${id}`, fields);

test('a box tells its messages with the file that calls play, and that somebody heard one on the screen', async () => {
  const [one, two] = [await message(), await message()];
  const opened = await knock();
  if (opened.kind !== 'box-open') throw new Error(opened.kind);
  expect(opened.messages).toHaveLength(2);
  expect(opened.messages.find(({ id }) => id === one.recordingId)).toMatchObject({
    file: `recordings/${demo.id}/${one.recordingId}.wav`,
    heard: false,
  });
  await storeRecording(app.files, demo.id, two.recordingId);
  await demo.admin.call('GET', `/histories-call/${two.id}/recording`);
  const again = await knock();
  expect(again.kind === 'box-open' && again.messages.filter(({ heard }) => heard).map(({ id }) => id)).toEqual([
    two.recordingId,
  ]);
});

test('what was heard or deleted by phone is so on the screen, in its counts, and for the next who listens', async () => {
  const [one, two] = [await message(), await message()];
  await companyData().keep(demo.id, { kind: 'message', message: one.recordingId, is: 'heard', by: '102' });
  await companyData().keep(demo.id, { kind: 'message', message: two.recordingId, is: 'deleted', by: '102' });
  expect(idsIn(await knock())).toEqual([one.recordingId]);
  expect(told).toEqual([[box], [box]]);
  const row = (await demo.admin.call('GET', `//telephony/partner/voicemail-box/${box}`)).json();
  expect(row).toMatchObject({ message_count: 1, new_count: 0 });
  const { data } = (await demo.admin.call('GET', `//telephony/partner/voicemail-box/${box}/messages`)).json();
  expect(data).toMatchObject([{ id: one.recordingId, heard: true, number: '0901234567', seconds: 7 }]);
});

const pathOf = (id: string) => `//telephony/partner/voicemail-box/${box}/messages/${id}`;
const pageOf = async (by = demo.admin, query = '') => {
  const answer = await by.call('GET', `//telephony/partner/voicemail-box/${box}/messages${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const inTrail = () =>
  app.db.inTenant(demo.id, async (trx) => {
    const rows = await trx
      .selectFrom('audit')
      .where('subject', '=', 'call')
      .orderBy('at')
      .orderBy('id')
      .select(['action', 'account_id', 'subject_id'])
      .execute();
    return rows.map(({ action, account_id: by, subject_id: call }) => [action, by, call]);
  });

test('on the screen a message is marked as heard, or as if nobody had heard it, also where somebody has', async () => {
  const one = await message();
  await storeRecording(app.files, demo.id, one.recordingId);
  const heard = async () => (await pageOf()).data[0].heard;
  const mark = (is: boolean) => demo.admin.call('PUT', pathOf(one.recordingId), { heard: is });
  expect(await heard()).toBe(false);
  expect((await mark(true)).statusCode).toBe(200);
  expect(await heard()).toBe(true);
  // A second time is no news.
  await mark(true);
  await mark(false);
  expect(await heard()).toBe(false);
  const counts = async () => (await demo.admin.call('GET', `//telephony/partner/voicemail-box/${box}`)).json();
  expect(await counts()).toMatchObject({ message_count: 1, new_count: 1 });
  await demo.admin.call('GET', `/histories-call/${one.id}/recording`);
  expect([await heard(), (await counts()).new_count]).toEqual([true, 0]);
  await mark(false);
  // They listen to it once more soon afterwards, which is one listening in the trail.
  await demo.admin.call('GET', `/histories-call/${one.id}/recording`);
  expect(await heard()).toBe(true);
  const entry = (action: string) => [action, demo.admin.accountId, one.id];
  expect(await inTrail()).toEqual(
    ['mark-message', 'mark-message', 'listen', 'mark-message'].map((action) => entry(action)),
  );
  expect(told).toEqual(Array.from({ length: 5 }, () => [box]));
});

test('a message that is deleted on the screen is in no box any more, and its call keeps the recording', async () => {
  const [one, two] = [await message(), await message()];
  const bytes = await storeRecording(app.files, demo.id, one.recordingId);
  expect((await demo.admin.call('DELETE', pathOf(one.recordingId))).statusCode).toBe(200);
  await demo.admin.call('DELETE', pathOf(one.recordingId));
  expect((await pageOf()).data.map(({ id }: { id: string }) => id)).toEqual([two.recordingId]);
  expect(idsIn(await knock())).toEqual([two.recordingId]);
  const recording = await demo.admin.call('GET', `/histories-call/${one.id}/recording`);
  expect(recording.rawPayload.equals(bytes)).toBe(true);
  expect(await inTrail()).toEqual([
    ['delete-message', demo.admin.accountId, one.id],
    ['listen', demo.admin.accountId, one.id],
  ]);
});

test('all messages of a box are there, page by page, whatever comes and goes meanwhile', async () => {
  const ids: string[] = [];
  const began = Date.now() - 3_600_000;
  // Two of them came at the same moment, where one page ends and the next begins.
  for (let n = 0; n < 55; n += 1) ids.unshift((await message(new Date(began + (n === 4 ? 5 : n) * 1_000))).recordingId);
  const first = await pageOf();
  expect([first.data.length, first.more]).toEqual([50, true]);
  const last = first.data[49].id;
  await demo.admin.call('DELETE', pathOf(last));
  await message();
  const second = await pageOf(demo.admin, `?before=${last}`);
  expect(second.more).toBe(false);
  const shown = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect([shown.length, shown.toSorted()]).toEqual([55, ids.toSorted()]);
});

test('a message names its customer to whoever sees them; who may hear marks it, who may change boxes deletes it, and no other company', async () => {
  const customer = await storeCustomer(app.db, demo.id, { name: 'Nguyễn Văn Đức', e164: '+84901234567' });
  const { recordingId } = await message();
  const hears = await demo.person('nghe', ['voicemail-boxes.view', 'call-history.listen', 'customer.view']);
  const looks = await demo.person('xem', ['voicemail-boxes.view', 'voicemail-boxes.update']);
  expect((await pageOf(hears)).data[0].customer).toEqual({ id: customer, name: 'Nguyễn Văn Đức' });
  expect((await pageOf(looks)).data[0].customer).toBeNull();
  await app.db.inTenant(demo.id, (trx) => trx.updateTable('role').set({ scope: 'own' }).execute());
  app.bus.publish('rights-changed', demo.id, [demo.id]);
  expect((await pageOf(hears)).data[0].customer).toBeNull();

  const statuses = async (by: typeof hears) => [
    (await by.call('PUT', pathOf(recordingId), { heard: true })).statusCode,
    (await by.call('DELETE', pathOf(recordingId))).statusCode,
  ];
  const other = await app.tenant(`la-${newId().slice(-8)}`);
  expect(await statuses(other.admin)).toEqual([404, 404]);
  expect(await statuses(hears)).toEqual([200, 403]);
  expect(await statuses(looks)).toEqual([403, 200]);
  const elsewhere = (await demo.admin.call('POST', '//telephony/partner/voicemail-box', { name: 'Khác' })).json().id;
  const wrong = `//telephony/partner/voicemail-box/${elsewhere}/messages/${recordingId}`;
  expect((await demo.admin.call('DELETE', wrong)).statusCode).toBe(404);
});

test('a message of another company is nobody’s to mark', async () => {
  const other = await app.tenant(`khac-${newId().slice(-8)}`);
  const { recordingId } = await message();
  await companyData().keep(other.id, { kind: 'message', message: recordingId, is: 'deleted', by: '101' });
  expect(idsIn(await knock())).toEqual([recordingId]);
  expect(await companyData().ask(other.id, { kind: 'open-box', box, pin: null, own: true })).toEqual(shut('closed'));
});

test('a box without a PIN opens for its own phone only', async () => {
  expect(await knock(null, true)).toMatchObject({ kind: 'box-open' });
  expect(await knock(null, false)).toEqual(shut('closed'));
  expect(await companyData().ask(demo.id, { kind: 'open-box', box: 'nothing', pin: null, own: true })).toEqual(
    shut('closed'),
  );
});

test('a PIN is asked for, kept as a hash, and the right one opens', async () => {
  expect((await setPin('4711')).json()).toEqual({ has_pin: true });
  expect(await knock()).toEqual(shut('needs-pin'));
  expect(await knock('4712')).toEqual(shut('wrong-pin'));
  expect(await knock('4711', false)).toMatchObject({ kind: 'box-open' });
  const stored = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('voicemail_box').selectAll().execute());
  expect(stored[0]?.pin_hash).toMatch(/^\$argon2id\$/);
  expect(stored[0]?.pin_misses).toBe(0);
  expect(
    JSON.stringify((await demo.admin.call('GET', `//telephony/partner/voicemail-box/${box}`)).json()),
  ).not.toContain('argon2');
  await setPin(null);
  expect(await knock()).toMatchObject({ kind: 'box-open' });
});

test('five wrong ones shut the box for a while, also for the right one, however many come at once', async () => {
  await setPin('4711');
  const some = () => Promise.all([knock('0001'), knock('0002'), knock('0003')]);
  const answers = [...(await some()), ...(await some())];
  expect(answers.filter((told) => told.kind === 'box-shut' && told.why === 'wrong-pin')).toHaveLength(4);
  expect(await knock('4711')).toEqual(shut('blocked'));
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('voicemail_box')
      .set({ pin_blocked_until: new Date(Date.now() - 1_000) })
      .execute(),
  );
  expect(await knock('0000')).toEqual(shut('wrong-pin'));
  expect(await knock('4711')).toMatchObject({ kind: 'box-open' });
});

test.each(['123', '1111', '12a4', '1234567890123'])('%s is no PIN', async (pin) => {
  expect((await setPin(pin)).statusCode).toBe(422);
});

test('a PIN is set by whoever may change boxes, and by nobody else', async () => {
  const reader = await demo.person('lan', ['voicemail-boxes.view']);
  const answer = await reader.call('PUT', `//telephony/partner/voicemail-box/${box}/pin`, { pin: '4711' });
  expect(answer.statusCode).toBe(403);
});

const letters = () => app.letters.filter(({ subject }) => subject.includes('Lời nhắn mới'));
const tellOf = async (count: number) => {
  app.bus.publish('messages-left', demo.id, []);
  await expect.poll(() => letters().length).toBe(count);
};

test('a letter tells of a message once to each address, with a link or with the recording', async () => {
  const before = letters().length;
  const row = (await change(box, { name: 'Chung', version: 1, notify_emails: ['a@x.vn', 'b@x.vn'] })).json();
  const { id, recordingId } = await message();
  await storeRecording(app.files, demo.id, recordingId);
  await tellOf(before + 2);
  expect(letters().slice(before)).toMatchObject([{ to: 'a@x.vn' }, { to: 'b@x.vn' }]);
  expect(letters().at(-1)?.text).toContain(`/call-history?id=${id}`);
  expect(letters().at(-1)?.text).toContain('0901234567');
  expect(letters().at(-1)?.attachments).toBeUndefined();

  await change(box, { name: 'Chung', version: row.version, notify_emails: ['a@x.vn'], notify_with: 'recording' });
  const second = await message();
  const bytes = await storeRecording(app.files, demo.id, second.recordingId);
  await tellOf(before + 3);
  expect(letters().at(-1)?.attachments).toMatchObject([{ filename: 'loi-nhan.wav', contentType: 'audio/wav' }]);
  expect(letters().at(-1)?.attachments?.[0]?.content.equals(bytes)).toBe(true);
});

test('a company that hides its customers’ numbers hides them in letters', async () => {
  const before = letters().length;
  await change(box, { name: 'Chung', version: 1, notify_emails: ['a@x.vn'] });
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('system_setting').values({ hidden_phone_customer: 1, position_hidden_phone_customer: 1 }).execute(),
  );
  await message();
  await tellOf(before + 1);
  expect(letters().at(-1)?.text).not.toContain('0901234567');
});

test('whose letter no mail server took is written to again, later, and nobody else', async () => {
  const refused = new Set(['b@x.vn']);
  const told: string[] = [];
  const faults: unknown[] = [];
  const write = letterWriter({
    db: app.db,
    files: app.files,
    consoleUrl: () => 'http://localhost',
    send: async ({ to }) => {
      if (refused.has(to)) throw new Error(`${to} is refused`);
      told.push(to);
    },
    onError: (error) => faults.push(error),
  });
  const timePasses = () =>
    app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('voicemail_message')
        .set({ mail_due_at: new Date(0) })
        .execute(),
    );
  await change(box, { name: 'Chung', version: 1, notify_emails: ['a@x.vn', 'b@x.vn', 'c@x.vn'] });
  await message();
  expect(await write(demo.id)).toBeCloseTo(300_000, -4);
  expect([told.toSorted(), faults.length]).toEqual([['a@x.vn', 'c@x.vn'], 1]);
  // Other calls are written meanwhile.
  expect(await write(demo.id)).toBeNull();
  await timePasses();
  expect(await write(demo.id)).toBeCloseTo(600_000, -4);
  expect([told.length, faults.length]).toEqual([2, 2]);

  refused.clear();
  await timePasses();
  expect(await write(demo.id)).toBeNull();
  expect(told.slice(2)).toEqual(['b@x.vn']);
  await timePasses();
  expect(await write(demo.id)).toBeNull();
  expect(told).toHaveLength(3);
});

test('a mail server that hangs does not keep the server from ending', async () => {
  let hangs = 0;
  const other = await testApp({
    sendMail: async () => {
      hangs += 1;
      await new Promise(() => undefined);
    },
  });
  const company = await other.tenant('treo');
  const made = await company.admin.call('POST', '//telephony/partner/voicemail-box', {
    name: 'Chung',
    notify_emails: ['a@x.vn', 'b@x.vn'],
  });
  await storeCall(other.db, company.id, {
    started_at: new Date(),
    status: 'voicemail',
    outside_number: '+84901234567',
    recording: { kind: 'message', voicemail_box_id: made.json().id, duration_ms: 7_000, started_at: new Date() },
  });
  other.bus.publish('messages-left', company.id, []);
  await expect.poll(() => hangs).toBe(1);
  await other.close();
  expect(hangs).toBe(1);
});
