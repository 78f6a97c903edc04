import { type QueueOutcome, queueOutcomes } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { queueCountsOf, type StaySum } from '../../domain/queue-counts.ts';
import { wasInQueue } from '../../domain/queue-stays.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;
let lead: TestPerson;
let agent: TestPerson;
/** Waited in one queue too long, and was answered in another one. */
let overflowed: string;
const [sales, care, gone] = [newId(), newId(), newId()] as const;
const at = (local: string) => new Date(`${local}+07:00`);
const rights = [
  ...(['call-history.view', 'history-by-department-team.view', 'history-by-department-team.export'] as const),
  ...(['history-cdr-by-exten.view', 'history-cdr-by-exten.export'] as const),
];
const stay = (queue: string, outcome: QueueOutcome, seconds: number) => ({
  queue_id: queue,
  outcome,
  wait_ms: seconds * 1_000,
});

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  for (const extension of ['101', '102']) await demo.person(`may-${extension}`, [], extension);
  lead = await demo.person('truong', rights);
  agent = await demo.person('ban-than', rights, '104');
  await app.db.inTenant(demo.id, async (trx) => {
    await sql`update role set scope = 'own' where id = (select role_id from account where extension = '104')`.execute(
      trx,
    );
    await trx
      .insertInto('queue')
      .values([
        { id: sales, name: 'Kinh doanh', service_level_seconds: 20, short_abandon_seconds: 5 },
        { id: care, name: 'Chăm sóc', service_level_seconds: 60, short_abandon_seconds: 0 },
      ])
      .execute();
  });
  const call = (started: string, fields: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(app.db, demo.id, { started_at: at(started), ...fields });
  const lost = { status: 'abandoned', to_extension: '', agent_extension: '' } as const;
  await call('2026-03-01T23:59:59', { stays: [stay(sales, 'answered', 999)] });
  await call('2026-03-02T00:00:00', { stays: [stay(sales, 'answered', 20)] });
  await call('2026-03-02T08:14:59', { stays: [stay(sales, 'answered', 21)], to_extension: '102' });
  const both = [stay(sales, 'timed-out', 120), stay(care, 'answered', 61)];
  ({ id: overflowed } = await call('2026-03-02T08:15:00', { stays: both }));
  await call('2026-03-03T08:15:30', { stays: [stay(sales, 'abandoned', 4)], ...lost });
  await call('2026-03-03T08:16:00', { stays: [stay(sales, 'abandoned', 5)], ...lost });
  await call('2026-03-04T23:45:00', { stays: [stay(sales, 'called-back', 30)], ...lost, status: 'callback' });
  await call('2026-03-05T10:00:00', {
    stays: [stay(sales, 'turned-away', 0), stay(care, 'left-elsewhere', 9)],
    ...lost,
  });
  await call('2026-03-06T10:00:00', {
    stays: [stay(sales, 'answered', 8)],
    to_extension: '104',
    agent_extension: '104',
    rang: [{ extension: '104', answered: true }],
  });
  await call('2026-03-07T10:00:00', { stays: [stay(gone, 'answered', 3)] });
  await call('2026-03-08T23:59:59', { stays: [stay(sales, 'abandoned', 300)], ...lost });
  await call('2026-03-09T00:00:00', { stays: [stay(sales, 'abandoned', 1_000)], ...lost });
  await call('2026-03-04T12:00:00');
  app.clock.now = at('2026-03-08T12:00:00').getTime();
});

afterAll(() => app.close());

const read = async (path: string, by = lead) => {
  const answer = await by.call('GET', path);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const days = 'from=2026-03-02&to=2026-03-08';
const inHistory = async (filters: string, by = lead) => (await read(`/histories-call?${filters}`, by)).total;

// The keys of the words, which figures are named for.
const outcomes = Object.keys(queueOutcomes) as QueueOutcome[];
const figureOf = (outcome: QueueOutcome) => outcome.replace('-', '_');

/** Each number of calls of a row, and how many calls its link leads to. */
async function compared(row: Record<string, unknown>, filters: string, by: TestPerson) {
  const met = [await inHistory(filters, by)];
  for (const outcome of outcomes) met.push(await inHistory(`${filters}&queue_outcome=${outcome}`, by));
  expect([filters, row['total'], ...outcomes.map((outcome) => row[figureOf(outcome)])]).toEqual([filters, ...met]);
}

test('every figure of a queue is what its link leads to, of all days and of each, for whoever sees all and for who sees their own', async () => {
  for (const by of [lead, agent]) {
    const { data } = await read(`/report/calls-by-queue?${days}`, by);
    for (const row of data) {
      await compared(row, `${days}&queue_id=${row.id}`, by);
      const of = await read(`/report/calls-by-queue/${row.id}?${days}`, by);
      expect(of).toMatchObject(row);
      for (const day of of.days) await compared(day, `from=${day.day}&to=${day.day}&queue_id=${row.id}`, by);
      for (const parts of [of.days, of.quarters]) {
        for (const figure of ['total', 'in_time', 'abandoned_soon', ...outcomes.map(figureOf)])
          expect(parts.reduce((sum: number, part: Record<string, number>) => sum + (part[figure] ?? 0), 0)).toBe(
            row[figure],
          );
        const longest = parts.map(({ wait_longest: seconds }: { wait_longest: number | null }) => seconds ?? 0);
        expect(row.wait_longest ?? 0).toBe(Math.max(0, ...longest));
      }
    }
  }
});

test('a queue has its service level, its abandonment and its waits, by what it calls in time and lost', async () => {
  const { data, counts, from, to } = await read('/report/calls-by-queue');
  expect([from, to]).toEqual(['2026-03-02', '2026-03-08']);
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Chăm sóc', 'Kinh doanh', 'Hàng đợi đã xoá']);
  expect(data[1]).toMatchObject({
    total: 9,
    answered: 3,
    in_time: 2,
    abandoned: 3,
    abandoned_soon: 1,
    timed_out: 1,
    called_back: 1,
    turned_away: 1,
    // Two of three answered and two who gave up; two of nine without one turned away, one called back and one gone at once.
    service_level: 40,
    abandon_rate: 33.3,
    wait_average: 16.3,
    wait_longest: 300,
  });
  expect(data[0]).toMatchObject({ total: 2, answered: 1, in_time: 0, left_elsewhere: 1, wait_longest: 61 });
  expect(counts).toMatchObject({ total: 12, answered: 5, wait_longest: 300, service_level: 42.9 });
  const { quarters, days: each } = await read(`/report/calls-by-queue/${sales}?${days}`);
  expect(quarters.map(({ time, total }: { time: string; total: number }) => [time, total])).toEqual([
    ['00:00', 1],
    ['08:00', 1],
    ['08:15', 3],
    ['10:00', 2],
    ['23:45', 2],
  ]);
  expect(each.map(({ day }: { day: string }) => day)).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    '2026-03-05',
    '2026-03-06',
    '2026-03-08',
  ]);
});

test('a call tells what came of it in each queue', async () => {
  expect((await read(`/histories-call/${overflowed}`)).queue_stays).toEqual([
    { queue: 'Chăm sóc', outcome: 'answered', wait_seconds: 61 },
    { queue: 'Kinh doanh', outcome: 'timed-out', wait_seconds: 120 },
  ]);
});

test('who sees their own calls has the queues that these came by, and no figure of others', async () => {
  const { data, counts } = await read(`/report/calls-by-queue?${days}`, agent);
  expect(data).toMatchObject([{ name: 'Kinh doanh', total: 1, answered: 1, wait_longest: 8 }]);
  expect(counts).toMatchObject({ total: 1 });
  expect((await agent.call('GET', `/report/calls-by-queue/${care}?${days}`)).statusCode).toBe(404);
  const viewer = await demo.person('chi-lich-su', ['call-history.view']);
  expect((await viewer.call('GET', '/report/calls-by-queue')).statusCode).toBe(403);
});

test('reports by department and extension count the calls of a queue, as the history lists them', async () => {
  const filters = `${days}&queue_id=${sales}`;
  const departments = await read(`/report/calls-by-department?${filters}`);
  expect([departments.counts.total, departments.counts.answered]).toEqual([
    await inHistory(filters),
    await inHistory(`${filters}&status=answered`),
  ]);
  const extensions = await read(`/report/calls-by-extension?${filters}&per_page=100`);
  for (const row of extensions.data) expect(row.total).toBe(await inHistory(`${filters}&extension=${row.extension}`));
  expect(extensions.data.find(({ extension }: { extension: string }) => extension === '101')).toMatchObject({
    total: 2,
    first_at: '2026-03-01T17:00:00.000Z',
    last_at: '2026-03-02T01:15:00.000Z',
  });
  const totals = await read(`/histories-call/totals?status=answered&${filters}&queue_outcome=answered`);
  expect(totals.total).toBe(await inHistory(`${filters}&status=answered&queue_outcome=answered`));
});

test('queues go into a file as the screen shows them, each with its days and quarters of an hour', async () => {
  const file = await lead.call('GET', `/report/calls-by-queue/export?${days}&format=csv&search=kinh`);
  const lines = file.payload.trim().split(/\r?\n/);
  expect(lines[1]).toBe('Kinh doanh,,,9,3,2,40,3,1,33.3,1,0,1,1,16.3,300');
  expect(lines[2]).toContain('Kinh doanh,02/03/2026,,3,2,1,');
  expect(lines.at(-1)).toContain('Kinh doanh,,23:45,2,');
  expect(lines).toHaveLength(2 + 6 + 5);
});

test('shares of several queues are of all their calls, and of no call there is none', () => {
  const sum = (queue: string, outcome: QueueOutcome, n: number, inTime: number): StaySum => ({
    queue,
    slot: '',
    outcome,
    n,
    inTime,
    soon: 0,
    waitMs: n * 1_500,
    longestMs: 2_900,
  });
  expect(queueCountsOf([sum('a', 'answered', 1, 1), sum('b', 'answered', 9, 0)])).toMatchObject({
    service_level: 10,
    wait_average: 1.5,
    wait_longest: 2,
  });
  const one = { ...sum('a', 'answered', 1, 1), waitMs: 3_960, longestMs: 3_960 };
  expect(queueCountsOf([one])).toMatchObject({ wait_average: 3.9, wait_longest: 3 });
  expect(queueCountsOf([])).toMatchObject({
    total: 0,
    service_level: null,
    abandon_rate: null,
    wait_average: null,
    wait_longest: null,
  });
});

test('calls of a queue are found by an index, the few of a rare one as well as the newest of a busy one', async () => {
  const office = await app.tenant('nhieu-cuoc');
  const [rare, busy] = [newId(), newId()];
  const start = at('2026-03-20T10:00:00');
  const planOf = await app.db.inTenant(office.id, async (trx) => {
    await sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled)
      select gen_random_uuid(), ${start}::timestamptz - n * interval '1 s', 1, 'inbound', 'missed', 'ended', ${start}, n::text
      from generate_series(1, 20000) as n`.execute(trx);
    await sql`insert into queue_stay (call_id, call_started_at, queue_id, outcome, wait_ms)
      select id, started_at, case when dialled::int % 5000 = 0 then ${rare} else ${busy} end, 'answered', 1000 from call`.execute(
      trx,
    );
    // Without figures of the tables the planner does not know that they are large.
    await sql`set local role alo_owner`.execute(trx);
    await sql`analyze call, queue_stay`.execute(trx);
    await sql`set local role alo_app`.execute(trx);
    const plan = async (queue: string) => {
      const { rows } = await sql<Record<string, string>>`explain select id from call
        where ${wasInQueue({ queue_id: queue })} order by started_at desc, id limit 10`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    return [await plan(rare), await plan(busy)];
  });
  expect(planOf[0]).toContain('queue_stay_queue');
  for (const plan of planOf) {
    expect(plan).not.toContain('Seq Scan on call_2026_03');
    expect(plan).not.toContain('Seq Scan on queue_stay');
  }
});
