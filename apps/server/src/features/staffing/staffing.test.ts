import { emptyPlan, type RoutingPlan } from '@alo/call-core';
import { liveDay } from '@alo/call-core/lived-day';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { testClaim } from '../../../testing/claim.ts';
import { newId } from '../../kernel/new-id.ts';
import { historyStore } from '../../telephony/history/history-store.ts';
import { leaseStore } from '../../telephony/lease/lease-store.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';

let app: TestApp;
let demo: TestTenant;
let planner: TestPerson;
let queue: string;
const monday = '2026-11-23';
const people = ['101', '102', '103', '104'];
const opens = Date.parse(`${monday}T08:00:00+07:00`);
const hotline = '+842871000101';

/** A day of the queue that lies in PostgreSQL as the history writer put it there. */
beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  planner = await demo.person('hoach-dinh', ['staffing.view', 'history-by-department-team.view']);
  const make = async (path: string, body: object) => {
    const answer = await demo.admin.call('POST', `//telephony/partner/${path}`, body);
    if (answer.statusCode >= 300) throw new Error(answer.payload);
    return answer.json().id as string;
  };
  const members = [];
  for (const number of people) {
    const extension = await make('subscriber', { number, name: `Máy ${number}` });
    members.push({ extension_id: extension, penalty: 0, weight: 1, skills: {} });
  }
  queue = await make('call-queue', { name: 'Chăm sóc', members, wrap_up_seconds: 15, ring_seconds: 15 });
  const { plan } = await loadTelephonyConfig(app.db.inTenant, demo.id);
  const lived = liveDay({
    plan: leadingToQueue(plan),
    people,
    from: opens,
    hours: 4,
    calls: 220,
    talkMs: 150_000,
    patienceMs: 70_000,
    missed: 0.15,
    random: chanceFrom(20),
    // The same each time: what nobody has seen is drawn from them.
    idOf: (index) => `01a20128-1c5e-7d1b-9c3a-${String(index).padStart(12, '0')}`,
  });
  const claim = await testClaim(app.db, 'test');
  await leaseStore(app.db).claim(demo.id, claim);
  const store = historyStore(app.db, demo.id, claim, new Set());
  await store.write({
    calls: lived.calls.map((call) => ({ call, revision: 1 })),
    events: [],
    spans: lived.spans.map((span) => ({ span, revision: 1 })),
  });
  app.clock.now = Date.parse(`${monday}T23:00:00+07:00`);
});
afterAll(() => app.close());

/** All that comes from outside comes to the queue at once; people may call mobile numbers. */
function leadingToQueue(plan: RoutingPlan): RoutingPlan {
  return {
    ...emptyPlan,
    extensions: plan.extensions,
    queues: plan.queues,
    numbers: { [hotline]: { number: hotline, name: 'Hotline' } },
    inboundRules: [
      {
        name: 'Vào hàng đợi',
        number: hotline,
        callerPattern: null,
        timeGroup: null,
        destination: { kind: 'queue', queue },
        afterTalk: null,
      },
    ],
  };
}

/** The same from the same seed. */
function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

async function replayed(wish: object = {}, by = planner) {
  const answer = await by.call('POST', '/staffing/replay', { day: monday, ...wish });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
}

test('a day that nobody changes comes out as it was, and its figures are those of the report', async () => {
  const same = await replayed();
  const reported = (await planner.call('GET', `/report/calls-by-queue?from=${monday}&to=${monday}`)).json();
  expect(same.seen.total).toBeGreaterThan(100);
  expect(same.seen).toMatchObject(reported.counts);
  expect(same.as_seen).toBe(same.seen.total);
  const { people: _people, occupancy: _occupancy, ...counts } = same.replayed;
  expect(same.seen).toMatchObject(counts);
  expect(Math.abs(same.replayed.people - same.seen.people)).toBeLessThan(0.2);
  const slots = same.slots as { from: number; seen: { total: number } }[];
  expect(slots.reduce((sum, { seen }) => sum + seen.total, 0)).toBe(same.seen.total);
  expect(slots[0]?.from).toBe(480);
  // Of one queue it is the same as of all of them where there is one.
  expect(await replayed({ queue_id: queue })).toEqual(same);
});

test('two people more are a better level, two fewer a worse one, and both are said beside what Erlang says', async () => {
  const now = (await replayed()).replayed.service_level;
  const change = { queue_id: queue, from: 480, to: 720 };
  const more = await replayed({ people: [{ ...change, count: 2 }] });
  expect(more.replayed.service_level).toBeGreaterThan(now);
  expect(more.replayed.people).toBeGreaterThan(more.seen.people + 1);
  expect(more.seen).toEqual((await replayed()).seen);
  expect((await replayed({ people: [{ ...change, count: -2 }] })).replayed.service_level).toBeLessThan(now);
  expect((await replayed({ calls_percent: 150 })).replayed.total).toBeGreaterThan(more.seen.total * 1.3);
  expect((await replayed({ talk_percent: 150 })).replayed.service_level).toBeLessThan(now);
  expect(more.erlang.handle_seconds).toBeGreaterThan(60);
  expect(more.erlang.c).toBeGreaterThanOrEqual(0);
  expect(more.erlang.a).toBeGreaterThan(0);
});

test('a day without calls is an empty one, and a day that has not come is refused', async () => {
  const empty = await replayed({ day: '2026-11-22' });
  expect(empty).toMatchObject({ seen: { total: 0, service_level: null }, slots: [], as_seen: 0 });
  const answer = await planner.call('POST', '/staffing/replay', { day: '2026-11-24' });
  expect(answer.json()).toMatchObject({ fields: { day: 'Ngày này chưa đến' } });
  const back = { queue_id: queue, count: 1, from: 600, to: 540 };
  expect((await planner.call('POST', '/staffing/replay', { day: monday, people: [back] })).statusCode).toBe(422);
});

test('only who has the right sees it, and another company sees nothing of it', async () => {
  const agent = await demo.person('nhan-vien', ['history-by-department-team.view']);
  expect((await agent.call('POST', '/staffing/replay', { day: monday })).statusCode).toBe(403);
  const other = await app.tenant('khac');
  expect((await replayed({}, other.admin)).seen.total).toBe(0);
});

test('what is expected is made of the queue’s own days, with their weekday, and says how wrong it was', async () => {
  const answer = await planner.call('GET', `/staffing/forecast?queue_id=${queue}&days=14`);
  expect(answer.statusCode).toBe(200);
  const { days, ...said } = answer.json();
  // The only day that is known is today's, which is not over.
  expect(said).toEqual({ history_days: 0, wape_day: null, wape_half_hour: null, tested_days: 0 });
  expect(days).toHaveLength(14);
  app.clock.now = Date.parse('2026-11-29T08:00:00+07:00');
  const later = (await planner.call('GET', `/staffing/forecast?queue_id=${queue}&days=3`)).json();
  expect(later.history_days).toBe(6);
  // Today is Sunday, and tomorrow a Monday like the one that is known.
  const [sunday, next] = later.days;
  expect(sunday).toMatchObject({ day: '2026-11-29', calls: 0 });
  expect(next.calls).toBe((await replayed()).seen.total);
  expect(next.half_hours[17]).toBeGreaterThan(0);
  expect((await planner.call('GET', `/staffing/forecast?queue_id=${newId()}`)).statusCode).toBe(404);
});

test('a day to come needs so many people, by half-hour and beside Erlang', async () => {
  app.clock.now = Date.parse('2026-11-29T08:00:00+07:00');
  const answer = await planner.call('POST', '/staffing/need', { queue_id: queue, day: '2026-11-30', level: 80 });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  const { slots, within_seconds: within } = answer.json();
  expect(within).toBe(20);
  expect(slots.length).toBeGreaterThan(6);
  for (const { people, by_erlang: byErlang, level } of slots) {
    expect(people).toBeGreaterThan(0);
    expect(byErlang).toBeGreaterThan(0);
    expect(level === null || level >= 80).toBe(true);
  }
  const past = await planner.call('POST', '/staffing/need', { queue_id: queue, day: monday });
  expect(past.json().fields.day).toMatch(/^Chọn một ngày từ hôm nay/);
});
