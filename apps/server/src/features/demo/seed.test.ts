import { localTime } from '@alo/calendar';
import { keptAnswer } from '@alo/contract';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type OwnedTestDatabase, ownedTestDatabase } from '../../../testing/database.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { planCalls } from './day-plan.ts';
import { seededRandom } from './random.ts';
import { demoPassword, seedDemo } from './seed.ts';

const now = Date.parse('2026-11-21T15:00:00+07:00');
let database: OwnedTestDatabase;
let owner: pg.Client;
let tenantId: string;

beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
  ({ tenantId } = await seedDemo(database.db, {
    hashPassword: (password) => Promise.resolve(`hash of ${password}`),
    now,
  }));
});
afterAll(() => database.close());

const rows = async (query: string) => (await owner.query(query)).rows;

test('four people can sign in with the printed password, three of them have a phone', async () => {
  expect(
    await rows(`select email, account.name, extension, role.name as role, password_hash from account
      join role on role.id = role_id order by email`),
  ).toEqual([
    {
      email: 'admin@demo.local',
      name: 'Phạm Quốc Anh',
      extension: null,
      role: 'super-admin',
      password_hash: `hash of ${demoPassword}`,
    },
    {
      email: 'hoa@demo.local',
      name: 'Lê Thu Hoa',
      extension: '103',
      role: 'Quản lý',
      password_hash: expect.any(String),
    },
    {
      email: 'lan@demo.local',
      name: 'Nguyễn Thị Lan',
      extension: '101',
      role: 'Nhân viên',
      password_hash: expect.any(String),
    },
    {
      email: 'minh@demo.local',
      name: 'Trần Văn Minh',
      extension: '102',
      role: 'Nhân viên',
      password_hash: expect.any(String),
    },
  ]);
});

test('the number rings the group of both agents at any time, by the plan that real calls go by', async () => {
  const { plan, trunks } = await loadTelephonyConfig(database.db.inTenant, tenantId);
  expect(plan.inboundRules[0]).toMatchObject({
    number: '+842871000101',
    timeGroup: null,
    destination: { kind: 'group' },
  });
  expect(plan.fallbacks).toMatchObject([{ destination: { kind: 'voicemail' } }]);
  expect(Object.values(plan.timeConditions)).toMatchObject([{ asksPin: true }]);
  expect(Object.keys(plan.codes ?? {})).toContain('*281');
  expect(Object.values(plan.groups)).toMatchObject([{ members: ['101', '102'], otherwise: { kind: 'voicemail' } }]);
  expect(plan.internalNumbers).toMatchObject({ 101: {}, 102: {}, 103: {}, 600: {} });
  expect(trunks).toMatchObject([{ addresses: ['127.0.0.1'], numbers: ['02871000101', '02871000102', '02871000103'] }]);
});

test('three weeks of calls stand in the history, all over, of every kind, and most of them with customers', async () => {
  const calls = await rows('select * from call order by started_at');
  expect(calls.length).toBeGreaterThan(700);
  expect(calls.length).toBeLessThan(1500);
  expect(calls.filter(({ ended_at }) => ended_at === null || ended_at.getTime() > now)).toEqual([]);
  const kinds = new Set(calls.map(({ status }) => status));
  expect(kinds).toEqual(
    new Set(['abandoned', 'answered', 'busy', 'cancelled', 'failed', 'missed', 'no_answer', 'stopped_ivr']),
  );
  const answered = calls.filter(({ status }) => status === 'answered').length / calls.length;
  expect(answered).toBeGreaterThan(0.5);
  expect(answered).toBeLessThan(0.85);
  const [{ known }] = await rows(
    `select count(*)::int as known from call join customer_phone on e164 = outside_number`,
  );
  expect(known / calls.length).toBeGreaterThan(0.5);
});

test('Sundays are quieter, nights are silent, and the last call is of this day', async () => {
  const starts = (await rows('select started_at from call order by started_at')).map(({ started_at }) => {
    return localTime(started_at.getTime(), 'Asia/Ho_Chi_Minh');
  });
  const on = (weekday: number) => starts.filter((start) => start.weekday === weekday).length / 3;
  expect(on(7)).toBeLessThan(on(1) * 0.7);
  expect(on(7)).toBeGreaterThan(on(1) / 4);
  expect(starts.every(({ minute }) => minute >= 7 * 60 && minute < 20 * 60)).toBe(true);
  expect(starts.at(-1)?.date).toBe('2026-11-21');
});

test('each call has its legs, its events and its decision trace, and none has a recording', async () => {
  const [{ bare }] = await rows(`select count(*)::int as bare from call where trace = '[]'
    or not exists (select from leg where leg.call_id = call.id)
    or not exists (select from call_event where call_event.call_id = call.id)`);
  expect(bare).toBe(0);
  expect(await rows('select id from recording')).toEqual([]);
  // Those that came to the queue know what came of them there.
  const stays = await rows(`select outcome, count(*)::int as n from queue_stay group by 1`);
  expect(stays.find(({ outcome }) => outcome === 'answered')?.n).toBeGreaterThan(10);
});

test('the time of those who take calls goes to calls, breaks and waiting for calls, one after the other, and they have gone home', async () => {
  const spans = await rows('select * from status_span order by extension, from_at');
  expect(new Set(spans.map(({ extension }) => extension))).toEqual(new Set(['101', '102']));
  expect(new Set(spans.map(({ status, reason }) => `${status} ${reason}`.trim()))).toEqual(
    new Set(['ready', 'on-a-call', 'wrapping-up', 'on-a-break Nghỉ trưa', 'on-a-break Nghỉ ngắn']),
  );
  for (const [index, { extension, from_at, to_at }] of spans.entries()) {
    const ends = to_at?.getTime() ?? 0;
    expect(ends).toBeGreaterThanOrEqual(from_at.getTime());
    const next = spans.slice(index + 1).find((span) => span.extension === extension);
    expect(next?.from_at.getTime() ?? ends).toBeGreaterThanOrEqual(ends);
  }
});

test('a campaign runs with a dozen customers, some of them called, and what came of every conversation has its word', async () => {
  expect(
    await rows(`select campaign.status, count(*)::int as contacts, (count(*) filter (where state <> 'new'))::int as called
      from campaign join campaign_contact on campaign_id = campaign.id group by campaign.id, campaign.tenant_id, status`),
  ).toEqual([{ status: 'running', contacts: 12, called: 4 }]);
  const [{ unknown }] = await rows(`select count(*)::int as unknown from disposition
    left join disposition_outcome as its on its.id = outcome_id where its.code is distinct from outcome`);
  expect(unknown).toBe(0);
  const [{ told }] = await rows(`select count(*)::int as told from call where outcome <> ''`);
  expect(told).toBeGreaterThan(10);
});

test('a survey runs, eight customers were asked, and what they said is answers to its questions', async () => {
  const asked = await rows('select outcome, answers from survey_response');
  expect(asked).toHaveLength(8);
  for (const { outcome, answers } of asked)
    expect(keptAnswer.array().parse(answers).length > 0).toBe(outcome === 'answered');
});

test('the same seed makes the same numbers', () => {
  const list = () => {
    const random = seededRandom(7);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(list()).toEqual(list());
  expect(new Set(list()).size).toBe(5);
});

test.each(['2026-11-22T03:10:00+07:00', '2026-11-22T09:00:00+07:00', '2026-11-22T22:30:00+07:00'])(
  'on a Sunday at %s the last hours have calls, too',
  (moment) => {
    const at = Date.parse(moment);
    const planned = planCalls({
      random: seededRandom(7),
      now: at,
      days: 2,
      timeZone: 'Asia/Ho_Chi_Minh',
      customers: ['+84901234567'],
      stranger: () => '+84901234568',
    });
    const lately = planned.filter((call) => call.at > at - 3 * 3_600_000);
    expect(lately.length).toBeGreaterThanOrEqual(8);
    expect(planned.every((call, nth) => call.at < at && call.at >= (planned[nth - 1]?.at ?? 0))).toBe(true);
  },
);
