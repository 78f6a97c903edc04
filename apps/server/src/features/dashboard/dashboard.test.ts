import type { ContactId } from '@alo/call-core';
import type { QueueOutcome } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { endOf, presenceOf, whyPaused } from '../../domain/presence.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;
const at = (local: string) => new Date(`${local}+07:00`);
const queue = newId();
const stay = (outcome: QueueOutcome, seconds: number) => ({ queue_id: queue, outcome, wait_ms: seconds * 1_000 });

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  await demo.person('lan', [], '101');
  await demo.person('minh', [], '102');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('queue')
      .values({ id: queue, name: 'Chăm sóc', service_level_seconds: 20, short_abandon_seconds: 5 })
      .execute(),
  );
  app.setPhone('101', { contacts: [{ id: 'a' as ContactId, asleep: false }] }); // engines name contacts
  const call = (started: string, fields: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(app.db, demo.id, { started_at: at(started), ...fields });

  // Monday a week before: one call before noon, one after it, one the evening before.
  await call('2026-03-01T23:59:59');
  await call('2026-03-02T11:00:00', { stays: [stay('answered', 10)] });
  await call('2026-03-02T13:00:00', { stays: [stay('abandoned', 10)] });
  // The Monday itself.
  await call('2026-03-09T00:00:00', {
    wait_ms: 6_000,
    talk_ms: 30_000,
    rang: [{ extension: '101', answered: true }],
    stays: [stay('answered', 5)],
  });
  await call('2026-03-09T09:10:00', { status: 'missed', rang: [{ extension: '101' }, { extension: '102' }] });
  await call('2026-03-09T09:20:00', { status: 'abandoned', wait_ms: 2_000, stays: [stay('abandoned', 1)] });
  await call('2026-03-09T09:30:00', {
    status: 'abandoned',
    wait_ms: 20_000,
    rang: [{ extension: '102' }],
    stays: [stay('abandoned', 19)],
  });
  await call('2026-03-09T10:30:00', { status: 'callback', wait_ms: 40_000 });
  await call('2026-03-09T10:00:00', { direction: 'outbound', from_extension: '102', to_extension: '' });
  await call('2026-03-09T11:59:00', { status: 'in_progress' });
  await call('2026-03-09T08:00:00', { status: 'blocked' });
  app.clock.now = at('2026-03-09T12:00:00').getTime();
});

afterAll(() => app.close());

test('the day’s figures stand beside the same weekday a week before, up to the same time', async () => {
  const viewer = await demo.person('quan-ly', ['dashboard.view']);
  const board = (await viewer.call('GET', '/dashboard')).json();
  expect([board.date, board.updated_at]).toEqual(['2026-03-09', '2026-03-09T05:00:00.000Z']);
  const value = Object.fromEntries(
    board.figures.map((figure: { key: string; value: number; before: number }) => [
      figure.key,
      [figure.value, figure.before],
    ]),
  );
  expect(value).toEqual({
    total: [8, 1],
    inbound: [7, 1],
    'answer-rate': [20, 100],
    // Of two in the queue, besides one who had only dialled wrongly, one was answered in time.
    'service-level': [50, 100],
    missed: [1, 0],
    abandoned: [2, 0],
    // One of two gave up at once: (2 − 1) ÷ (5 − 1). Who is to be called back did not give up.
    'abandon-rate': [25, 0],
    callback: [1, 0],
    wait: [6, 10],
    outbound: [1, 0],
    talk: [40, 50],
    online: [1, null],
  });
  expect(board.figures[0]).toMatchObject({
    unit: 'calls',
    calls: { from: '2026-03-09', to: '2026-03-09', purpose: 'counted' },
  });
  expect(board.hours).toHaveLength(24);
  expect(board.hours[9]).toEqual({ hour: 9, answered: 0, unanswered: 3, before: 0 });
  expect(board.hours[11]).toEqual({ hour: 11, answered: 0, unanswered: 0, before: 1 });
  expect(board.agents).toEqual([
    {
      extension: '101',
      name: 'lan',
      state: 'ready',
      note: '',
      until: null,
      answered: 1,
      rang_unanswered: 1,
      talk_seconds: 30,
    },
    {
      extension: '102',
      name: 'minh',
      state: 'offline',
      note: '',
      until: null,
      answered: 1,
      rang_unanswered: 2,
      talk_seconds: 50,
    },
  ]);
});

test('calls that were turned away for want of room stand there on a day that has any', async () => {
  const office = await app.tenant('qua-tai');
  const refused = at('2026-03-09T10:00:00');
  const turnedAway = { direction: 'inbound', status: 'failed', started_at: refused, ended_at: refused } as const;
  await storeCall(app.db, office.id, { ...turnedAway, cause: 'limit' });
  await storeCall(app.db, office.id, { ...turnedAway, cause: 'congestion' });
  // Taken in, and lost later.
  await storeCall(app.db, office.id, { ...turnedAway, cause: 'congestion', ended_at: at('2026-03-09T10:00:20') });
  const figureOn = async (date: string) => {
    const board = (await office.admin.call('GET', `/dashboard?date=${date}`)).json();
    return board.figures.find(({ key }: { key: string }) => key === 'refused');
  };
  expect(await figureOn('2026-03-09')).toMatchObject({ value: 2, unit: 'calls' });
  expect(await figureOn('2026-03-10')).toBeUndefined();
});

test('a day without calls has no averages, and a day that is over is whole', async () => {
  const empty = (await demo.admin.call('GET', '/dashboard?date=2026-02-01')).json();
  const wait = empty.figures.find(({ key }: { key: string }) => key === 'wait');
  expect([wait.value, wait.before]).toEqual([null, null]);
  const past = (await demo.admin.call('GET', '/dashboard?date=2026-03-02')).json();
  expect(past.figures[0].value).toBe(2);
  expect((await demo.admin.call('GET', '/dashboard?date=today')).statusCode).toBe(400);
});

test('presence is one word for phone and activity', () => {
  const phone = { contacts: 1, state: 'idle', wrapUpUntil: null, paused: null, lacks: null } as const;
  const stopped = { ...phone, paused: { since: 1_000, words: 'Bán hàng: không nghe máy' } };
  const wrapsUp = { ...phone, wrapUpUntil: 1_000 };
  expect(presenceOf(1, phone)).toBe('ready');
  expect(presenceOf(2, phone)).toBe('paused');
  expect(presenceOf(2, { ...phone, state: 'talking' })).toBe('talking');
  expect(presenceOf(1, { ...phone, contacts: 0 })).toBe('offline');
  expect(presenceOf(3, phone)).toBe('offline');
  expect(presenceOf(1, undefined)).toBe('offline');
  expect([1, 2, 3].map((activity) => presenceOf(activity as 1 | 2 | 3, wrapsUp))).toEqual([
    'wrapping-up',
    'paused',
    'offline',
  ]);
  expect(presenceOf(1, stopped)).toBe('queues-paused');
  expect(presenceOf(1, { ...stopped, wrapUpUntil: 1_000 })).toBe('wrapping-up');
  expect(presenceOf(2, stopped)).toBe('paused');
  const [mute, desk] = [
    { ...phone, lacks: 'microphone' },
    { ...phone, contacts: 0, lacks: 'telephone' },
  ] as const;
  const lacking = (activity: 1 | 2 | 3) => [presenceOf(activity, mute), presenceOf(activity, desk)];
  expect(lacking(1)).toEqual(['no-microphone', 'no-telephone']);
  expect(lacking(2)).toEqual(['no-microphone', 'no-telephone']);
  expect(lacking(3)).toEqual(['offline', 'offline']);
  expect(presenceOf(1, { ...mute, state: 'talking' })).toBe('talking');
  expect(whyPaused('queues-paused', '', stopped)).toBe('Bán hàng: không nghe máy');
  expect(whyPaused('paused', 'Ăn trưa', stopped)).toBe('Ăn trưa');
  expect(whyPaused('ready', 'Ăn trưa', phone)).toBe('');
  expect(endOf('wrapping-up', wrapsUp)).toEqual(new Date(1_000));
  expect(endOf('paused', wrapsUp)).toBeNull();
});

test('who writes up a call is said to, and until when', async () => {
  const writing = { contacts: [{ id: 'a' as ContactId, asleep: false }] }; // engines name contacts
  app.setPhone('101', { ...writing, wrapUpUntil: app.clock.now + 30_000 });
  const { agents } = (await demo.admin.call('GET', '/dashboard')).json();
  expect(agents[0]).toMatchObject({ state: 'wrapping-up', until: '2026-03-09T05:00:30.000Z' });
  app.setPhone('101', { ...writing, wrapUpUntil: null });
});

test('what is in time is what the queue says, and how much should be what the company says', async () => {
  const level = async () =>
    (await demo.admin.call('GET', '/dashboard'))
      .json()
      .figures.find(({ key }: { key: string }) => key === 'service-level');
  expect(await level()).toMatchObject({ value: 50, target: 80 });
  await demo.admin.call('PUT', '/update-system-setting', { service_level_percent: 90 });
  await app.db.inTenant(demo.id, (trx) => trx.updateTable('queue').set({ service_level_seconds: 4 }).execute());
  const stricter = await level();
  expect(stricter).toMatchObject({ value: 0, before: 0, target: 90 });
  expect(stricter.formula).toContain('mục tiêu 90 %');
});

test('today is the company’s day: half an hour behind its midnight the day before is over, though UTC is still in it', async () => {
  const before = app.clock.now;
  const viewer = await demo.person('dau-ngay', ['dashboard.view']);
  try {
    app.clock.now = at('2026-03-09T00:30:00').getTime();
    expect((await viewer.call('GET', '/dashboard')).json().date).toBe('2026-03-09');
    app.clock.now = at('2026-03-08T23:59:00').getTime();
    expect((await viewer.call('GET', '/dashboard')).json().date).toBe('2026-03-08');
  } finally {
    app.clock.now = before;
  }
});

test('whoever sees the history is told what the day has come to for them, as the dashboard counts it', async () => {
  const reader = ['call-history.view'] as const;
  const [own, none] = [await demo.person('nam', reader, '103'), await demo.person('ha', reader)];
  await storeCall(app.db, demo.id, {
    started_at: at('2026-03-09T11:00:00'),
    talk_ms: 61_000,
    to_extension: '103',
    rang: [{ extension: '103', answered: true }],
  });
  await storeCall(app.db, demo.id, {
    started_at: at('2026-03-09T11:10:00'),
    status: 'missed',
    rang: [{ extension: '103' }],
  });
  const day = async (one: typeof own) => (await one.call('GET', '/my-day')).json();
  expect(await day(own)).toEqual({ date: '2026-03-09', answered: 1, rang_unanswered: 1, talk_seconds: 61 });
  expect(await day(none)).toEqual({ date: '2026-03-09', answered: 0, rang_unanswered: 0, talk_seconds: 0 });
});
