import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { publishEvents } from '../../../testing/publish-events.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import type { GoingOn } from '../../domain/calls-now.ts';
import { automationDriver } from './drive.ts';
import { pump } from './pump.ts';
import { tidyRuns } from './tidy-runs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const minute = 60_000;
let companies = 0;

/** A company of its own, with a template that the sandbox carries. */
async function company(template: object = {}) {
  companies += 1;
  const tenant = await app.tenant(`tu-dong-${companies}`);
  const make = async (path: string, body: object) => {
    const answer = await tenant.admin.call('POST', path, body);
    if (answer.statusCode !== 200) throw new Error(answer.payload);
    return answer.json();
  };
  const provider = await make('/message-provider', { name: 'Nhà mạng thử', channel: 'sms', url: '' });
  const written = { name: 'Xin lỗi', provider_id: provider.id, text: 'Xin lỗi {ten}', ...template };
  const templateId: string = (await make('/message-template', written)).id;
  const rule = (more: object) => ({
    name: `Nhỡ ${crypto.randomUUID()}`,
    active: true,
    trigger: 'call.missed',
    customer_hours: 0,
    actions: [{ kind: 'message', template_id: templateId }],
    ...more,
  });
  const log = async (id: string) =>
    (await tenant.admin.call('GET', `/automation/${id}/log?per_page=1000`)).json().data as {
      state: string;
      why: string;
      done: string[];
      at: string;
    }[];
  return { tenant, make, rule, log, templateId };
}

/** Looks when the test says so. */
const driverAt = (
  now: () => number,
  {
    goingOn = async () => ({ people: [], calls: [], queues: [] }),
    targetsBehind = async () => [],
  }: Partial<Pick<Parameters<typeof automationDriver>[0], 'targetsBehind'>> & { goingOn?: () => Promise<GoingOn> },
) =>
  automationDriver({
    db: app.db,
    bus: { subscribe: () => undefined },
    calls: { goingOn },
    disk: () => ({ state: 'ok', since: 0, words: '' }),
    targetsBehind,
    now,
    everyMs: 3_600_000,
    announce: async () => undefined,
    keepLetter: async () => async () => undefined,
    consoleUrl: () => 'https://alo.example',
    onNotice: () => undefined,
    onError: (error) => {
      throw error;
    },
  });

/** A customer who called so many minutes ago and whom nobody served; the events say so. */
async function missed({ id: tenant }: TestTenant, e164: string, minutesAgo: number) {
  const started_at = new Date(Date.now() - (minutesAgo + 1) * minute);
  const call = await storeCall(app.db, tenant, { status: 'missed', outside_number: e164, started_at });
  await publishEvents(app.db, tenant, [{ type: 'call.missed', call, detail: { status: 'missed' } }]);
  return call;
}

const messagesOf = async ({ admin }: TestTenant) => (await admin.call('GET', '/messages?per_page=1000')).json().data;

test('a missed call that nobody has returned after some minutes is a message and a task; one that was returned is neither', async () => {
  const { tenant, make, rule, log, templateId } = await company();
  const [late, served] = [
    await storeCustomer(app.db, tenant.id, { name: 'Chị Hoa', e164: '+84902000001' }),
    await storeCustomer(app.db, tenant.id, { name: 'Anh Bình', e164: '+84902000002' }),
  ];
  const { id } = await make(
    '/automation',
    rule({
      wait_minutes: 5,
      unless_reached: true,
      actions: [
        { kind: 'message', template_id: templateId },
        { kind: 'task', text: 'Gọi lại khách nhỡ', taker: 'owner', account_id: tenant.admin.accountId },
        { kind: 'bell', text: 'Chưa ai gọi lại' },
      ],
    }),
  );
  await missed(tenant, '+84902000001', 10);
  await missed(tenant, '+84902000002', 10);
  const returned = { direction: 'outbound', from_extension: '101', outside_number: '+84902000002' } as const;
  await storeCall(app.db, tenant.id, { ...returned, started_at: new Date(Date.now() - 8 * minute) });
  await missed(tenant, '+84902000001', 1);
  await app.automations.tick();

  const all = await log(id);
  expect(all.map(({ state }) => state).toSorted()).toEqual(['not', 'ran', 'waiting']);
  expect(all.find(({ state }) => state === 'not')?.why).toContain('Đã có người nói chuyện với khách');
  expect(all.find(({ state }) => state === 'ran')?.done).toEqual([
    'Đã xếp hàng tin nhắn',
    `Đã giao việc cho ${'admin'}`,
    'Đã rung chuông',
  ]);
  const sent = await messagesOf(tenant);
  expect(sent).toMatchObject([{ customer_id: late, text: 'Xin lỗi Chị Hoa', source: 'automation', sandbox: true }]);
  expect((await tenant.admin.call('GET', `/customer/${late}/tasks`)).json().data).toMatchObject([
    { text: 'Gọi lại khách nhỡ' },
  ]);
  expect((await tenant.admin.call('GET', `/customer/${served}/tasks`)).json().data).toEqual([]);
  const bell = (await tenant.admin.call('GET', '/notifications')).json().data;
  expect(bell.map(({ text }: { text: string }) => text)).toContain('Chưa ai gọi lại: Chị Hoa');
});

test('what a rehearsal says is what then happens on the same events', async () => {
  const { tenant, make, rule, log, templateId } = await company({ purpose: 'advertising', text: 'Ưu đãi cho {ten}' });
  // Ten in the morning there, so that the law's hours are open, and the day is the same for all of it.
  const east = ((10 - new Date().getUTCHours() + 36) % 24) - 12;
  const zone = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
  await app.db.inTenant(tenant.id, (trx) => trx.updateTable('tenant').set({ time_zone: zone }).execute());
  const numbers = Array.from({ length: 12 }, (_, at) => `+849030000${String(at).padStart(2, '0')}`);
  for (const [at, e164] of numbers.entries()) {
    const id = await storeCustomer(app.db, tenant.id, { name: `Khách ${at}`, e164 });
    if (at % 4 === 0) {
      await tenant.admin.call('POST', `/customer/${id}/consent`, { purpose: 'marketing', given: false, way: 'call' });
    }
  }
  const body = rule({
    wait_minutes: 2,
    unless_reached: true,
    customer_hours: 0,
    most_per_day: 25,
    actions: [{ kind: 'message', template_id: templateId }],
  });
  const { id } = await make('/automation', body);
  for (let n = 0; n < 40; n += 1) {
    const e164 = n % 7 === 0 ? `+8428382${String(10_000 + n)}` : (numbers[(n * 5) % numbers.length] ?? '');
    await missed(tenant, e164, 50 - n);
    if (n % 6 === 0) {
      const started_at = new Date(Date.now() - (50 - n) * minute + 30_000);
      await storeCall(app.db, tenant.id, {
        direction: 'outbound',
        from_extension: '101',
        outside_number: e164,
        started_at,
      });
    }
  }
  const rehearsed = (await tenant.admin.call('POST', '/automations/rehearse', body)).json();
  expect(rehearsed.impossible).toBeNull();
  await expect
    .poll(async () => {
      await app.automations.tick();
      return (await log(id)).filter(({ state }) => state !== 'waiting').length;
    })
    .toBe(40);
  const all = await log(id);
  const done = all.flatMap((one) => one.done);
  expect({
    happened: all.length,
    runs: all.filter(({ state }) => state === 'ran').length,
    messages: done.filter((words) => words.startsWith('Đã xếp hàng')).length,
    refused: done.filter((words) => words.startsWith('Không nhắn')).length,
  }).toEqual({
    happened: rehearsed.happened,
    runs: rehearsed.runs,
    messages: rehearsed.messages,
    refused: rehearsed.refused,
  });
  // All of it is in play.
  expect(Math.min(rehearsed.messages, rehearsed.refused, rehearsed.happened - rehearsed.runs)).toBeGreaterThan(0);
  expect((await messagesOf(tenant)).filter(({ state }: { state: string }) => state !== 'refused')).toHaveLength(
    rehearsed.messages,
  );
});

test('each event is looked at once and in order, however often whoever looks dies in the middle', async () => {
  const { tenant, make, rule, log } = await company();
  const { id } = await make('/automation', rule({ actions: [{ kind: 'bell', text: 'Nhỡ' }], most_per_day: 5_000 }));
  const calls = 120;
  for (let n = 0; n < calls; n += 1) await missed(tenant, `+84904${String(100_000 + n)}`, 1);
  const quiet = { announce: async () => undefined, onNotice: () => undefined, onError: () => undefined };
  const moment = {
    ...quiet,
    keepLetter: async () => async () => undefined,
    consoleUrl: () => 'https://alo.example',
    tenantId: tenant.id,
    timeZone: 'Asia/Ho_Chi_Minh',
    now: Date.now(),
    targetsBehind: async () => [],
  };
  // The connection is cut as a process that is killed cuts it: after the work, before its end.
  for (let death = 0; death < 3; death += 1) {
    const dies = app.db.inTenant(tenant.id, async (trx) => {
      await pump(trx, moment);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await expect(dies).rejects.toThrow();
    expect(await log(id)).toHaveLength(0);
  }
  // Two at once are as one.
  await Promise.all(
    [1, 2].map(async () => {
      while (await app.db.inTenant(tenant.id, (trx) => pump(trx, moment)));
    }),
  );
  await expect.poll(async () => (await log(id)).length).toBe(calls);
  const { rows } = await app.db.inTenant(tenant.id, (trx) =>
    sql<{ key: string }>`select key from automation_run where automation_id = ${id} order by id`.execute(trx),
  );
  const numbers = rows.map(({ key }) => Number(key.replace('event/', '')));
  expect(new Set(numbers).size).toBe(calls);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('two automations that set each other off stop after three', async () => {
  const { tenant, make, rule, log } = await company();
  const status = async (name: string) => (await make('/profile-status', { name })).id as string;
  const [one, two] = [await status('Một'), await status('Hai')];
  const customer = await storeCustomer(app.db, tenant.id, { name: 'Vòng', e164: '+84905000001' });
  const flips = (from: string, to: string) =>
    rule({ trigger: 'customer.status', status_id: from, actions: [{ kind: 'status', to_status_id: to }] });
  const ids = [(await make('/automation', flips(one, two))).id, (await make('/automation', flips(two, one))).id];
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('customer').set({ status: one }).where('id', '=', customer).execute(),
  );
  await expect
    .poll(async () => {
      await app.automations.tick();
      const whys = (await Promise.all(ids.map(log))).flat().map(({ why }) => why);
      return whys.some((why) => why.includes('gọi nhau'));
    })
    .toBe(true);
  await app.automations.tick();
  const ran = (await Promise.all(ids.map(log))).flat().filter(({ state }) => state === 'ran');
  expect(ran).toHaveLength(4);
});

test('a queue in which too many wait for some minutes rings once, and again when it was better meanwhile', async () => {
  const { tenant, make, rule, log } = await company();
  const queue = { id: 'q', name: 'Bán hàng', members: [], callbacks: 0, ready: 0, busy: 0, away: 0, levelSeconds: 20 };
  let waiting = 9;
  let now = Date.now();
  const goingOn = async (): Promise<GoingOn> => ({
    people: [],
    calls: [],
    queues: [{ ...queue, waiting, longestSince: null }],
  });
  const { id } = await make(
    '/automation',
    rule({ trigger: 'queue.waiting', level: 5, for_minutes: 2, actions: [{ kind: 'bell', text: 'Quá đông' }] }),
  );
  const driver = driverAt(() => now, { goingOn });
  const minuteLater = async () => {
    now += minute;
    await app.db.inTenant(tenant.id, (trx) => sql`update automation set look_at = now()`.execute(trx));
    await driver.tick();
  };
  for (let n = 0; n < 5; n += 1) await minuteLater();
  expect(await log(id)).toMatchObject([{ state: 'ran', done: ['Đã rung chuông'] }]);
  waiting = 1;
  await minuteLater();
  waiting = 9;
  for (let n = 0; n < 4; n += 1) await minuteLater();
  expect(await log(id)).toHaveLength(2);
  const bell = (await tenant.admin.call('GET', '/notifications')).json().data;
  expect(bell[0].text).toBe('Quá đông: 9 khách đang chờ ở Bán hàng');
  driver.close();
});

test('customers that come set it off, whoever brings them, and at its time whoever is behind their targets is named once', async () => {
  const { tenant, make, rule, log } = await company();
  const task = { kind: 'task', text: 'Gọi khách mới', taker: 'person', account_id: tenant.admin.accountId };
  const source = await make('/data-source', { name: 'Bảng tính', kind: 'manual' });
  const { id } = await make(
    '/automation',
    rule({ trigger: 'customer.added', data_source_id: source.id, actions: [task] }),
  );
  const behind = await make(
    '/automation',
    rule({ trigger: 'kpi.behind', at_time: '16:00', actions: [{ kind: 'bell', text: 'Chậm KPI' }] }),
  );
  const { id: status } = await make('/profile-status', { name: 'Mới', color: 'blue' });
  await make('/customer', { name: 'Chị Hoa', phone: '0902000071', status, data_source_id: source.id });
  await make('/customer', { name: 'Anh Bình', phone: '0902000072', status });
  let now = Date.now();
  let targets = [{ name: 'Lan', measure: 'Cuộc đã nghe', percent: 12.5 }];
  const driver = driverAt(() => now, { targetsBehind: async () => targets });
  const itsTime = async () => {
    now += minute;
    await app.db.inTenant(tenant.id, (trx) => sql`update automation set look_at = now()`.execute(trx));
    await driver.tick();
  };
  // The first time it is only set.
  await itsTime();
  expect(await log(id)).toMatchObject([
    { state: 'not', why: 'Khách không khớp điều kiện' },
    { state: 'ran', done: ['Đã giao việc cho admin'] },
  ]);
  expect(await log(behind.id)).toEqual([]);
  await itsTime();
  targets = [];
  await itsTime();
  expect(await log(behind.id)).toMatchObject([{ state: 'ran', done: ['Đã rung chuông'] }]);
  const bell = (await tenant.admin.call('GET', '/notifications')).json().data;
  expect(bell[0].text).toBe('Chậm KPI: Chậm tiến độ Lan: Cuộc đã nghe 12,5 %');
  driver.close();
});

test('what happened before it was switched on, or in another company, is none of its business; nothing is done without a customer', async () => {
  const { tenant, make, rule, log } = await company();
  const other = await company();
  await missed(tenant, '+84906000001', 1);
  const { id } = await make('/automation', rule({}));
  await missed(other.tenant, '+84906000002', 1);
  await app.automations.tick();
  expect(await log(id)).toEqual([]);
  const wrong = await tenant.admin.call('POST', '/automation', rule({ trigger: 'clock', at_time: '08:00' }));
  expect([wrong.statusCode, wrong.json().fields.actions]).toEqual([422, expect.stringContaining('không có khách')]);
  const { statusCode } = await other.tenant.admin.call('GET', `/automation/${id}/log`);
  expect(statusCode).toBe(404);
});

test('letters of automations are of the day’s letters, and what they did is kept for sixty days', async () => {
  const { tenant, make, rule, log } = await company();
  await app.db.inTenant(tenant.id, (trx) => trx.updateTable('tenant').set({ most_letters: 1 }).execute());
  const mail = { kind: 'mail', account_id: tenant.admin.accountId, text: 'Có cuộc nhỡ' };
  const { id } = await make('/automation', rule({ actions: [mail, mail] }));
  await missed(tenant, '+84907000001', 1);
  await app.automations.tick();
  const [ran] = await log(id);
  expect(ran?.done).toEqual([expect.stringMatching(/^Đã gửi/), expect.stringContaining('hết số thư được cấp')]);

  const age = (days: number) =>
    app.db.inTenant(tenant.id, (trx) =>
      sql`update automation_run set at = now() - make_interval(days => ${days})`.execute(trx),
    );
  await age(59);
  await tidyRuns(app.db);
  expect(await log(id)).toHaveLength(1);
  await age(61);
  await tidyRuns(app.db);
  expect(await log(id)).toEqual([]);
});
