import { inDepth } from '@alo/testing/in-depth';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { statusSums } from './status-spans.ts';

let app: TestApp;
let demo: TestTenant;
let lead: TestPerson;
let lan: TestPerson;
let minh: TestPerson;
const at = (local: string) => new Date(`${local}+07:00`);
const rights = ['history-by-status.view', 'history-by-status.export'] as const;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  lan = await demo.person('lan', [...rights], '101');
  minh = await demo.person('minh', [], '102');
  lead = await demo.person('truong', [...rights]);
  await app.db.inTenant(demo.id, async (trx) => {
    await sql`update role set scope = 'own' where id = (select role_id from account where extension = '101')`.execute(
      trx,
    );
  });
  const other = await app.tenant('khac');
  await spans(other, '101', [['2026-03-02T08:00:00', 'ready', '2026-03-02T20:00:00']]);
  await spans(demo, '101', [
    // From the evening before, over midnight.
    ['2026-03-01T23:30:00', 'ready', '2026-03-02T00:30:00.400'],
    ['2026-03-02T08:00:00.900', 'ready', '2026-03-02T09:00:00.500'],
    ['2026-03-02T09:00:00.500', 'on-a-call', '2026-03-02T09:20:00'],
    ['2026-03-02T09:20:00', 'wrapping-up', '2026-03-02T09:21:00'],
    ['2026-03-02T09:21:00', 'on-a-break', '2026-03-02T09:51:00', 'Nghỉ trưa'],
    ['2026-03-02T09:51:00', 'on-a-break', '2026-03-02T09:56:00', 'Họp'],
    ['2026-03-02T09:56:00', 'auto-paused', '2026-03-02T10:00:00'],
    ['2026-03-03T08:00:00', 'on-a-break', '2026-03-03T08:10:00', 'Họp'],
    ['2026-03-03T08:10:00', 'ready', null],
  ]);
  await spans(demo, '102', [['2026-03-03T07:00:00', 'asleep', '2026-03-03T07:45:00']]);
  app.clock.now = at('2026-03-03T12:10:00').getTime();
});

afterAll(() => app.close());

type Span = readonly [from: string, status: string, to: string | null, reason?: string];

const spans = (tenant: TestTenant, extension: string, its: readonly Span[]) =>
  app.db.inTenant(tenant.id, async (trx) => {
    for (const [from, status, to, reason = ''] of its)
      await sql`insert into status_span (extension, from_at, revision, journal, status, reason, to_at)
        values (${extension}, ${at(from)}, 1, 1, ${status}, ${reason}, ${to === null ? null : at(to)})`.execute(trx);
  });

const read = async (path: string, by = lead) => {
  const answer = await by.call('GET', path);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const days = 'from=2026-03-02&to=2026-03-03';
const minutes = (n: number) => n * 60;

test('what somebody’s time went to is cut off at the days, runs until now, and adds up to when they were signed in', async () => {
  const { data, total, counts } = await read(`/report/status-times?${days}`);
  expect(total).toBe(2);
  expect(data[0]).toMatchObject({
    name: 'lan',
    extension: '101',
    id: lan.accountId,
    ready: minutes(30 + 60 + 240),
    on_a_call: minutes(20),
    wrapping_up: minutes(1),
    on_a_break: minutes(45),
    breaks: [
      { reason: 'Nghỉ trưa', seconds: minutes(30) },
      { reason: 'Họp', seconds: minutes(15) },
    ],
    auto_paused: minutes(4),
    paused: 0,
    do_not_disturb: 0,
    asleep: 0,
    occupancy: 6,
    first_at: at('2026-03-02T00:00:00').toISOString(),
    // Still there.
    last_at: null,
  });
  expect(data[0].signed_in).toBe(minutes(30 + 120 + 250));
  expect(data[1]).toMatchObject({
    asleep: minutes(45),
    occupancy: null,
    last_at: at('2026-03-03T07:45:00').toISOString(),
  });
  expect(counts).toMatchObject({ signed_in: data[0].signed_in + data[1].signed_in, on_a_break: minutes(45) });
});

test('the days of somebody add up to all of them, and a day is told one thing after the other', async () => {
  const person = await read(`/report/status-times/${lan.accountId}?${days}`);
  expect(person).toMatchObject((await read(`/report/status-times?${days}`)).data[0]);
  expect(person.days.map(({ day }: { day: string }) => day)).toEqual(['2026-03-02', '2026-03-03']);
  for (const figure of ['signed_in', 'ready', 'on_a_call', 'on_a_break', 'auto_paused'])
    expect(person.days[0][figure] + person.days[1][figure]).toBe(person[figure]);
  expect(person.days[0]).toMatchObject({ last_at: at('2026-03-02T10:00:00').toISOString() });
  const day = await read(`/report/status-times/${lan.accountId}/day?day=2026-03-03`);
  expect(day).toEqual({
    from: at('2026-03-03T00:00:00').toISOString(),
    to: at('2026-03-04T00:00:00').toISOString(),
    at: at('2026-03-03T12:10:00').toISOString(),
    spans: [
      {
        status: 'on-a-break',
        reason: 'Họp',
        from: at('2026-03-03T08:00:00').toISOString(),
        to: at('2026-03-03T08:10:00').toISOString(),
      },
      { status: 'ready', reason: '', from: at('2026-03-03T08:10:00').toISOString(), to: null },
    ],
  });
  const before = await read(`/report/status-times/${lan.accountId}/day?day=2026-03-02`);
  expect(before.spans).toHaveLength(7);
  expect(before.spans[0]).toMatchObject({ from: at('2026-03-02T00:00:00').toISOString() });
});

test('a month cuts a day that goes on over several midnights into each of them', async () => {
  const mai = await demo.person('mai', [], '103');
  await spans(demo, '103', [['2026-02-10T12:00:00', 'ready', '2026-02-13T00:00:00']]);
  const { days: each } = await read(`/report/status-times/${mai.accountId}?from=2026-02-01&to=2026-02-28`);
  expect(each.map(({ day, ready }: { day: string; ready: number }) => [day, ready / 3_600])).toEqual([
    ['2026-02-10', 12],
    ['2026-02-11', 24],
    ['2026-02-12', 24],
  ]);
});

test('who sees their own has their own, whatever they ask for, and who may not see the report has their day all the same', async () => {
  const { data } = await read(`/report/status-times?${days}`, lan);
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['lan']);
  for (const path of ['', '/day?day=2026-03-03'])
    expect((await lan.call('GET', `/report/status-times/${minh.accountId}${path}`)).statusCode).toBe(404);
  expect((await minh.call('GET', '/report/status-times')).statusCode).toBe(403);
  expect(await read('/my-status-times', minh)).toMatchObject({ signed_in: minutes(45), asleep: minutes(45), ready: 0 });
  expect(await read('/my-status-times', lan)).toMatchObject({ on_a_break: minutes(10), ready: minutes(240) });
  expect(await read('/my-status-times', lead)).toMatchObject({ signed_in: 0, first_at: null });
});

test('people are narrowed down by name and by who they are, and more than three months are refused', async () => {
  const names = async (filter: string) =>
    (await read(`/report/status-times?${days}&${filter}`)).data.map(({ name }: { name: string }) => name);
  expect(await names('search=MINH')).toEqual(['minh']);
  expect(await names(`account_id=${lan.accountId}`)).toEqual(['lan']);
  expect(await names('sort=-on_a_call&per_page=1')).toEqual(['lan']);
  expect((await read(`/report/status-times?${days}&department_id=none`)).total).toBeGreaterThan(1);
  expect((await lead.call('GET', '/report/status-times?from=2026-01-01&to=2026-06-01')).statusCode).toBe(400);
});

test('the file has each person with all the days and with each', async () => {
  const file = await lead.call('GET', `/report/status-times/export?${days}&format=csv&search=lan`);
  const lines = file.payload.trim().split(/\r?\n/);
  expect(lines).toHaveLength(1 + 1 + 2);
  expect(lines[1]).toContain('lan,101,,,,24000,19800,1200,60,2700,Nghỉ trưa: 1800; Họp: 900,0,240,0,0,6,');
  expect(lines[3]).toContain('lan,101,,,03/03/2026,15000,14400,');
});

inDepth(
  'a month of many people is read from one end to the other, and a day of one of them alone, also by a plan that was kept',
  async () => {
    const large = await app.tenant('lon');
    const { accountId } = await large.person('mot', [], '101');
    await app.db.inTenant(large.id, async (trx) => {
      await sql`insert into account (id, email, name, password_hash, role_id, extension)
      select gen_random_uuid(), n || '@lon', 'Máy ' || n, '', role_id, n::text
      from account, generate_series(102, 350) as n where account.id = ${accountId}`.execute(trx);
      // In the order of time, as they come.
      await sql`insert into status_span (extension, from_at, revision, journal, status, to_at)
      select n::text, day + part * interval '15 minutes' + n * interval '1 ms', 1, 1, 'ready',
        day + (part + 1) * interval '15 minutes' + n * interval '1 ms'
      from generate_series(${at('2026-02-01T08:00:00')}, ${at('2026-02-28T08:00:00')}, interval '1 day') as day,
        generate_series(0, 31) as part, generate_series(101, 350) as n order by 2`.execute(trx);
    });
    const owner = new pg.Client({ connectionString: app.url });
    await owner.connect();
    await owner.query('analyze account, status_span');
    await owner.end();
    await app.db.inTenant(large.id, async (trx) => {
      const { rows: people } = await sql<{ id: string }>`select id from account`.execute(trx);
      const pages = async () => {
        const { rows } = await sql<{ pages: string }>`
        select pg_stat_get_xact_blocks_fetched('status_span'::regclass) as pages`.execute(trx);
        return Number(rows[0]?.pages);
      };
      // As where there are more of them than fit into memory: of so few PostgreSQL finds both ways as good.
      await sql`set local effective_cache_size = '4MB'`.execute(trx);
      const before = await pages();
      const days = { begin: at('2026-02-01T00:00:00'), end: at('2026-03-01T00:00:00') };
      const given = { slot: 'none', now: at('2026-03-03T12:00:00'), timeZone: 'Asia/Ho_Chi_Minh' } as const;
      const ids = people.map(({ id }) => id);
      const sums = await statusSums(trx, ids, days, given);
      expect(sums.map(({ seconds }) => Number(seconds))).toEqual(
        Array.from({ length: 250 }, () => 28 * 32 * minutes(15)),
      );
      const ofAll = await pages();
      expect(ofAll - before).toBeLessThan((28 * 32 * 250) / 10);
      const day = { begin: at('2026-02-10T00:00:00'), end: at('2026-02-11T00:00:00') };
      for (let time = 0; time < 10; time++) await statusSums(trx, ids.slice(0, 1), day, given);
      expect((await pages()) - ofAll).toBeLessThan(10 * 2 * 32);
    });
  },
);
