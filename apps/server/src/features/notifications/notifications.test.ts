import type { NotificationItem } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

test('the bell rings for calls that rang here and that nobody took, until they have been seen', async () => {
  const lan = await demo.person('lan', [], '101');
  const ago = (minutes: number) => new Date(app.clock.now - minutes * 60_000);
  await storeCustomer(app.db, demo.id, { name: 'Chị Mai', e164: '+84901234567' });
  const missed = await storeCall(app.db, demo.id, {
    started_at: ago(10),
    status: 'missed',
    rang: [{ extension: '101' }],
  });
  await storeCall(app.db, demo.id, {
    started_at: ago(5),
    status: 'no_answer',
    direction: 'internal',
    outside_number: '',
    from_extension: '102',
    rang: [{ extension: '101' }],
  });
  await storeCall(app.db, demo.id, {
    started_at: ago(4),
    rang: [{ extension: '101' }, { extension: '102', answered: true }],
  });
  await storeCall(app.db, demo.id, { started_at: ago(3), status: 'missed', rang: [{ extension: '102' }] });
  // Who chose to be called back was not missed by anybody.
  await storeCall(app.db, demo.id, { started_at: ago(2), status: 'callback', rang: [{ extension: '101' }] });

  const bell = (await lan.call('GET', '/notifications')).json();
  expect(bell.unread).toBe(2);
  expect(bell.data.map(({ text }: { text: string }) => text)).toEqual([
    'Cuộc gọi nhỡ từ 102',
    'Cuộc gọi nhỡ từ Chị Mai',
  ]);
  expect(bell.data[1]).toMatchObject({ id: missed.id, call_id: missed.id, kind: 'missed-call', read: false });

  expect((await lan.call('PUT', '/notifications/read')).statusCode).toBe(200);
  app.clock.now += 1_000;
  await storeCall(app.db, demo.id, {
    started_at: new Date(app.clock.now),
    status: 'missed',
    rang: [{ extension: '101' }],
  });
  const later = (await lan.call('GET', '/notifications')).json();
  expect([later.unread, later.data.length]).toEqual([1, 3]);
  expect((await demo.admin.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
});

test('the bell tells who tried while one was busy, and not whom one has turned away oneself', async () => {
  const lan = await demo.person('lan-busy', [], '771');
  const hoa = await demo.person('hoa-busy', [], '773');
  const internal = { direction: 'internal', outside_number: '', from_extension: '773', dialled: '771' } as const;
  const at = (minutes: number) => new Date(app.clock.now - minutes * 60_000);
  await storeCall(app.db, demo.id, { ...internal, started_at: at(3), status: 'busy' });
  await storeCall(app.db, demo.id, { ...internal, started_at: at(2), status: 'busy', rang: [{ extension: '771' }] });
  await storeCall(app.db, demo.id, { ...internal, started_at: at(1), status: 'failed' });
  const told = async (person: TestPerson) => (await bellOf(person)).map(({ text, call_back }) => [text, call_back]);
  expect(await told(lan)).toEqual([
    ['Cuộc gọi nhỡ từ 773', '773'],
    ['Gọi khi bạn đang bận: 773', '773'],
  ]);
  expect(await told(hoa)).toEqual([]);
});

test('a disk that is full is told to those who can do something about it, until they have seen it', async () => {
  const lan = await demo.person('lan-2', []);
  app.disk.report = { state: 'full', since: app.clock.now - 1_000, words: 'Đĩa đã đầy.' };
  const bell = (await demo.admin.call('GET', '/notifications')).json();
  expect(bell).toMatchObject({
    unread: 1,
    data: [{ kind: 'disk', text: 'Đĩa đã đầy.', call_id: null, read: false }],
  });
  expect((await lan.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
  expect((await app.http.inject('/readyz')).json()).toMatchObject({ status: 'degraded', words: 'Đĩa đã đầy.' });
  await demo.admin.call('PUT', '/notifications/read');
  expect((await demo.admin.call('GET', '/notifications')).json()).toMatchObject({ unread: 0, data: [{ read: true }] });
  app.disk.report = { state: 'ok', since: app.clock.now, words: '' };
  expect((await demo.admin.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
});

const bellOf = async (person: TestPerson): Promise<NotificationItem[]> =>
  (await person.call('GET', '/notifications')).json().data;
const missed = (extension: string) =>
  storeCall(app.db, demo.id, { started_at: new Date(app.clock.now), status: 'missed', rang: [{ extension }] });

test('a missed call can be called back: by its number, or by the customer or the call where that is hidden', async () => {
  const [full, hidden] = [
    await demo.person('day-du', ['customer.full-phone'], '111'),
    await demo.person('che-so', [], '112'),
  ];
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const customer = await storeCustomer(app.db, demo.id, { name: 'Anh Tú', e164: '+84907654321' });
  const rang = [{ extension: '111' }, { extension: '112' }];
  const at = { started_at: new Date(app.clock.now), status: 'missed', rang } as const;
  await storeCall(app.db, demo.id, { ...at, outside_number: '+84907654321' });
  const stranger = await storeCall(app.db, demo.id, { ...at, outside_number: '+84908888888' });
  const backs = async (person: TestPerson) => (await bellOf(person)).map(({ call_back }) => call_back);
  expect(new Set(await backs(full))).toEqual(new Set(['0907654321', '0908888888']));
  expect(new Set(await backs(hidden))).toEqual(new Set([customer, `call/${stranger.id}`]));
  expect(JSON.stringify(await bellOf(hidden))).not.toContain('8888888');
});

test('a message in the own box rings once, and the call that left it is no missed one besides', async () => {
  const lan = await demo.person('hop-thu', [], '113');
  const box = newId();
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('extension')
      .values({ id: newId(), number: '113', name: 'Lan', otherwise_kind: 'voicemail', otherwise_value: box })
      .execute(),
  );
  const call = await storeCall(app.db, demo.id, {
    started_at: new Date(app.clock.now),
    status: 'voicemail',
    rang: [{ extension: '113' }],
    recording: { kind: 'message', voicemail_box_id: box, started_at: new Date(app.clock.now) },
  });
  expect(await bellOf(lan)).toMatchObject([{ kind: 'voicemail', call_id: call.id, read: false }]);
});

test('what became a missed call, or a message, after somebody has looked at the bell is new, however long it rang before', async () => {
  const lan = await demo.person('dang-reo', [], '115');
  const box = newId();
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('extension')
      .values({ id: newId(), number: '115', name: 'Lan', otherwise_kind: 'voicemail', otherwise_value: box })
      .execute(),
  );
  const [started_at, rang] = [new Date(app.clock.now), [{ extension: '115' }]];
  app.clock.now += 20_000;
  expect((await lan.call('PUT', '/notifications/read')).statusCode).toBe(200);
  app.clock.now += 20_000;
  const call = { started_at, rang, ended_at: new Date(app.clock.now) };
  const left = { kind: 'message', voicemail_box_id: box, started_at, duration_ms: 30_000 } as const;
  await storeCall(app.db, demo.id, { ...call, status: 'missed' });
  await storeCall(app.db, demo.id, { ...call, status: 'voicemail', recording: left });
  expect((await bellOf(lan)).map(({ kind, read }) => [kind, read])).toEqual([
    ['missed-call', false],
    ['voicemail', false],
  ]);
});

test('the day on which a licence ends is told by the clock of the company', async () => {
  const day = new Date(app.clock.now + 5 * 86_400_000).toISOString().slice(0, 10);
  const date_expired = new Date(`${day}T00:30:00+07:00`);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('feature')
      .values({ id: newId(), feature_name_data: ['survey'], date_expired })
      .execute(),
  );
  const words = (await bellOf(demo.admin)).map(({ text }) => text);
  expect(words).toContain(`Bản quyền Khảo sát sắp hết hạn ngày ${day.split('-').toReversed().join('/')}`);
});

test('whoever runs the company hears of licences that end, trunks that are away and jobs that are done, each by their rights', async () => {
  const carriers = await demo.person('duong-truyen', ['trunks.view']);
  const [trunk, job] = [newId(), newId()];
  const now = new Date(app.clock.now);
  await app.db.inTenant(demo.id, async (trx) => {
    await trx
      .insertInto('feature')
      .values({ id: newId(), feature_name_data: ['voice-otp'], date_expired: new Date(app.clock.now + 86_400_000) })
      .execute();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Viettel', host: 'sip.test' }).execute();
    await trx
      .insertInto('trunk_state')
      .values({ trunk_id: trunk, state: 'down', since: now, reason: 'không trả lời' })
      .execute();
    await trx
      .insertInto('job')
      .values({
        id: job,
        account_id: carriers.accountId,
        kind: 'export',
        title: 'Xuất đầu số',
        permission: 'numbers.export',
        input: '{}',
        report: '{}',
        state: 'done',
        finished_at: now,
        run: 1,
      })
      .execute();
    // Done by hand, and kept so that it can be taken back.
    await trx
      .insertInto('job')
      .values({
        id: newId(),
        account_id: carriers.accountId,
        kind: 'bulk',
        title: 'Xoá',
        permission: 'numbers.delete',
        input: '{}',
        report: '{}',
        state: 'done',
        finished_at: now,
      })
      .execute();
  });
  const words = async (person: TestPerson) => (await bellOf(person)).map(({ text }) => text);
  expect((await words(carriers)).toSorted()).toEqual([
    'Xuất đầu số: đã xong',
    'Đường truyền Viettel mất kết nối: không trả lời',
  ]);
  expect(await words(demo.admin)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Bản quyền Voice OTP sắp hết hạn ngày \d\d\/\d\d\/\d{4}$/),
      'Đường truyền Viettel mất kết nối: không trả lời',
    ]),
  );
  const nobody = await demo.person('khong-quyen', []);
  expect(await words(nobody)).toEqual([]);
});

test('each person has rules of their own: what is off is not told, what is for the bell alone does not come up', async () => {
  const lan = await demo.person('luat', [], '121');
  await missed('121');
  const rules = (body: object) => lan.call('PUT', '/notifications/rules', body);
  expect((await lan.call('GET', '/notifications/rules')).json()).toEqual({
    rules: {},
    quiet: null,
    kinds: ['missed-call', 'voicemail', 'reminder', 'roster', 'job'],
  });
  expect(await bellOf(lan)).toMatchObject([{ on_screen: true }]);
  await rules({ rules: { 'missed-call': 'bell' }, quiet: null });
  expect(await bellOf(lan)).toMatchObject([{ on_screen: false, read: false }]);
  await rules({ rules: { 'missed-call': 'off' }, quiet: null });
  expect((await lan.call('GET', '/notifications')).json()).toEqual({ unread: 0, data: [] });
  // Somebody else's are their own.
  const minh = await demo.person('luat-khac', [], '121-2');
  expect((await minh.call('GET', '/notifications/rules')).json().rules).toEqual({});
  expect((await rules({ rules: { 'khong-co': 'off' }, quiet: null })).statusCode).toBe(422);
  expect((await rules({ rules: {}, quiet: { from: '25:00', to: '07:00', weekdays: [] } })).json().fields).toEqual({
    'quiet.from': 'Giờ không hợp lệ',
  });
});

test('in quiet hours nothing comes up, and the bell keeps it', async () => {
  const lan = await demo.person('yen', [], '131');
  await missed('131');
  // From midnight to midnight: always.
  const quiet = { from: '00:00', to: '00:00', weekdays: [] };
  expect((await lan.call('PUT', '/notifications/rules', { rules: {}, quiet })).json().quiet).toEqual(quiet);
  expect(await bellOf(lan)).toMatchObject([{ on_screen: false, read: false }]);
});

test('a console is told at once when there is something for its person, and nobody else’s is', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const [lan, minh] = [await demo.person('song-1', [], '141'), await demo.person('song-2', [], '142')];
  const listeners = [await listenLive(app, lan, ['me']), await listenLive(app, minh, ['me'])];
  const heard = () => listeners.map(({ events }) => events.map(({ type }) => type));
  const { id } = await missed('141');
  for (const listener of app.listeners) listener.onWritten?.(demo.id, [id]);
  await expect.poll(heard).toEqual([['notified'], []]);
  const job = newId();
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('job')
      .values({
        id: job,
        account_id: minh.accountId,
        kind: 'export',
        title: 'Xuất',
        permission: 'numbers.export',
        input: '{}',
        report: '{}',
        state: 'done',
        finished_at: new Date(app.clock.now),
        run: 1,
      })
      .execute(),
  );
  app.bus.publish('job-changed', demo.id, [job]);
  await expect.poll(() => heard()[1]?.toSorted()).toEqual(['job-changed', 'notified']);
  for (const { socket } of listeners) socket.terminate();
});
