import {
  type AnalysedThing,
  type AnalysisQuery,
  analysedThings,
  callAnalysis,
  callDirections,
  callStatuses,
  callsOfFigure,
  figuresOfThing,
  type Grouping,
  groupingsOf,
  queueOutcomes,
  type ResultOf,
} from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall, storeCustomer } from '../testing/stored-calls.ts';

/** Two weeks of calls of every kind: each figure of the analysis, however it is grouped, is as many calls as the history finds where it leads. */
let app: TestApp;
let company: TestTenant;
let agent: TestPerson;

const [first, last] = ['2026-03-02', '2026-03-15'];
const queue = newId();
const campaign = newId();
const keysOf = <Key extends string>(of: Readonly<Record<Key, unknown>>) => Object.keys(of) as Key[];
type Analysis = ResultOf<typeof callAnalysis>;

beforeAll(async () => {
  app = await testApp();
  app.clock.now = new Date('2026-03-16T09:00:00+07:00').getTime();
  company = await app.tenant('phan-tich');
  agent = await company.person('lan', ['history-by-department-team.view', 'call-history.view'], '101');
  await company.person('minh', [], '102');
  await app.db.inTenant(company.id, async (trx) => {
    await sql`update role set scope = 'own' where name = 'Vai trò của lan'`.execute(trx);
    await trx.insertInto('queue').values({ id: queue, name: 'Chăm sóc' }).execute();
    await sql`update queue set service_level_seconds = 20 where id = ${queue}`.execute(trx);
    const trunk = newId();
    await trx.insertInto('trunk').values({ id: trunk, name: 'Nhà mạng', host: 'sip.test' }).execute();
    const number = { id: newId(), number: '+842871000101', name: 'Hotline', trunk_id: trunk };
    await trx.insertInto('service_number').values(number).execute();
  });
  let nth = 0;
  /** Times that lie on both sides of midnight, of an hour and of a week, each once in a while. */
  const times = ['T00:00:00+07:00', 'T08:59:59+07:00', 'T09:00:00+07:00', 'T23:59:59+07:00'];
  const days = [first, '2026-03-08', '2026-03-09', last];
  const next = () => new Date(`${days[nth % days.length]}${times[Math.floor(nth++ / 3) % times.length]}`);
  for (const direction of keysOf(callDirections)) {
    for (const status of keysOf(callStatuses)) {
      const ours = nth % 2 === 0 ? '101' : '102';
      const ends =
        direction === 'inbound'
          ? { to_extension: ours }
          : { from_extension: ours, to_extension: '', agent_extension: ours };
      const rang = [{ extension: ours, answered: status === 'answered' }];
      for (const service_number of ['+842871000101', '', '+842871000999'])
        await stored(next(), { direction, status, service_number, rang, ...ends });
    }
  }
  for (const outcome of keysOf(queueOutcomes)) {
    for (const wait_ms of [0, 4_999, 5_000, 20_000, 30_000, 119_999, 300_000])
      await stored(next(), { stays: [{ queue_id: queue, outcome, wait_ms }] });
  }
  for (const shares of [{ '102': 5_000 }, { '102': 1_000, '103': 1_000 }, { '101': 1_000, '102': 2_000 }])
    await stored(next(), { shares });
  for (const [direction, heard] of [
    ['inbound', 'done'],
    ['outbound', 'done'],
    ['internal', 'done'],
    ['inbound', 'due'],
  ] as const) {
    const spoken = { left_ms: 30_000, right_ms: 10_000, both_ms: 2_000, silent_ms: 6_000, longest_silent_ms: 4_000 };
    const manners = {
      greeting_ms: direction === 'inbound' ? 1_000 : 4_000,
      holds: 2,
      holds_told: direction === 'inbound' ? 2 : 1,
    };
    await stored(next(), { direction, recording: { heard, duration_ms: 50_000, ...spoken, ...manners } });
  }
  const turnedAway = next();
  await stored(turnedAway, { status: 'failed', cause: 'limit', ended_at: turnedAway });
  await stored(next(), { direction: 'outbound', purpose: 'otp', to_extension: '', agent_extension: '' });
  await stored(next(), {
    purpose: 'test',
    stays: [{ queue_id: queue, outcome: 'answered', wait_ms: 1, counts: false }],
  });
  // Of a campaign that called them.
  await app.db.inTenant(company.id, (trx) =>
    trx.insertInto('campaign').values({ id: campaign, name: 'Hỏi thăm', kind: 'care' }).execute(),
  );
  const customer = await storeCustomer(app.db, company.id, { name: 'Khách cũ', e164: '+84901000009' });
  for (const status of ['answered', 'no_answer'] as const) {
    const started = next();
    const { id: call_id } = await stored(started, {
      direction: 'outbound',
      status,
      to_extension: '',
      from_extension: '101',
    });
    await app.db.inTenant(company.id, (trx) =>
      trx
        .insertInto('campaign_attempt')
        .values({
          id: newId(),
          campaign_id: campaign,
          customer_id: customer,
          nth: 1,
          at: started,
          call_id,
          call_started_at: started,
        })
        .execute(),
    );
  }
  // By keys of menus, and with what their customers gave.
  const visit = { kind: 'destination', text: 'Lời thoại tương tác “Chính”', detail: { menu: 'Chính' } };
  const chose = (menu: string, keys: string) => ({ kind: 'destination', text: `Bấm ${keys}`, detail: { menu, keys } });
  for (const [at, steps] of [
    [visit],
    [visit, chose('Chính', '2')],
    [visit, chose('Chính', '2'), chose('Kỹ thuật', '1')],
  ].entries()) {
    const { id: call_id } = await stored(next(), {
      trace: JSON.stringify(steps.map((step) => ({ at: '2026-03-02T09:00:00Z', ...step }))),
    });
    await rated(call_id, at === 0 ? [5, 3] : [at]);
  }
  // The week before, and the day after.
  for (const day of ['2026-02-17', '2026-03-01', '2026-03-16']) {
    for (const status of ['answered', 'missed'] as const)
      await stored(new Date(`${day}T08:30:00+07:00`), {
        status,
        stays: [{ queue_id: queue, outcome: 'answered', wait_ms: 1_000 }],
      });
  }
});
afterAll(() => app.close());

/** A survey about a call whose customer gave so much of five. */
async function rated(call_id: string, given: readonly number[]): Promise<void> {
  await app.db.inTenant(company.id, async (trx) => {
    const id = newId();
    await trx
      .insertInto('survey_campaign')
      .values({ id, name: `Khảo sát ${id}` })
      .execute();
    const answers = given.map((value) => ({ kind: 'scale', value }));
    await trx
      .insertInto('survey_response')
      .values({ id: newId(), survey_campaign_id: id, outcome: 'answered', call_id, answers: JSON.stringify(answers) })
      .execute();
  });
}

const stored = (started_at: Date, fields: Parameters<typeof storeCall>[2]) =>
  storeCall(app.db, company.id, { started_at, rang: [{ extension: '101', answered: true }], ...fields });

async function asked(who: TestPerson, query: Partial<Record<keyof AnalysisQuery, string>>): Promise<Analysis> {
  const answer = await who.call('GET', `/report/call-analysis?${new URLSearchParams(query).toString()}`);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return callAnalysis.result.parse(answer.json());
}

/** How many calls the history finds; each address is asked for once. */
function history(who: TestPerson) {
  const known = new Map<string, Promise<number>>();
  return (filters: Readonly<Record<string, string>>): Promise<number> => {
    const address = `/histories-call?${new URLSearchParams({ ...filters, per_page: '1' }).toString()}`;
    const found = known.get(address) ?? who.call('GET', address).then((answer) => answer.json().total as number);
    known.set(address, found);
    return found;
  };
}

type Check = (value: number | null, groups: readonly (readonly [Grouping, string])[], figure: string) => Promise<void>;

/** Compares figures of a table with what the history finds, and notes which of them counted something. */
function checking(of: AnalysedThing, found: ReturnType<typeof history>, counted: Set<string>): Check {
  const query = { of, from: first, to: last, ...(of === 'queues' && { queue_id: queue }) };
  return async (value, groups, figure) => {
    const filters = callsOfFigure(query, groups, figure);
    if (filters === null) return;
    expect([of, groups, figure, value]).toEqual([of, groups, figure, await found(filters)]);
    if (value !== 0) counted.add(`${of} ${figure}`);
  };
}

const narrowed = (of: AnalysedThing) => ({ of, from: first, to: last, ...(of === 'queues' && { queue_id: queue }) });

test.each([
  // Ten of calls, seven of queues, one of what was handed on, and one of what was listened to.
  ['somebody who sees all calls', () => company.admin, 19],
  ['somebody who sees their own', () => agent, 17],
] as const)('each figure of each grouping opens as many calls as it says, for %s', async (_who, of, some) => {
  const who = of();
  const found = history(who);
  const counted = new Set<string>();
  for (const thing of keysOf(analysedThings)) {
    const check = checking(thing, found, counted);
    for (const by of groupingsOf[thing]) {
      const { rows, total } = await asked(who, { ...narrowed(thing), by });
      for (const figure of Object.keys(figuresOfThing[thing])) {
        await check(total.values[figure] ?? null, [], figure);
        for (const { key, values } of rows) await check(values[figure] ?? null, [[by, key]], figure);
      }
    }
  }
  expect(counted.size).toBe(some);
});

test('so does each cell of two groupings', async () => {
  const found = history(company.admin);
  const counted = new Set<string>();
  const pairs = [
    ['calls', 'hour', 'weekday', 'total'],
    ['calls', 'status', 'number', 'inbound'],
    ['calls', 'campaign', 'status', 'outbound'],
    ['calls', 'number', 'campaign', 'total'],
    ['calls', 'ivr', 'survey', 'total'],
    ['calls', 'survey', 'status', 'answered'],
    ['calls', 'direction', 'day', 'answered'],
    ['calls', 'week', 'month', 'missed'],
    ['queues', 'outcome', 'wait', 'total'],
    ['queues', 'queue', 'hour', 'abandoned'],
    ['transfers', 'receiver', 'day', 'transferred'],
  ] as const satisfies readonly (readonly [AnalysedThing, Grouping, Grouping, string])[];
  for (const [thing, by, across, figure] of pairs) {
    const check = checking(thing, found, counted);
    const { rows, columns, cells } = await asked(company.admin, { ...narrowed(thing), by, across, figure });
    for (const { row, column, value } of cells) {
      const [one, other] = [rows[row]?.key ?? '', columns[column]?.key ?? ''];
      await check(
        value,
        [
          [by, one],
          [across, other],
        ],
        figure,
      );
    }
  }
  expect(counted.size).toBe(8);
});

test('by campaign a call stands with the campaign that placed it, and all others stand together', async () => {
  const { rows, total } = await asked(company.admin, { from: first, to: last, by: 'campaign' });
  expect(Object.fromEntries(rows.map(({ key, name }) => [key, name]))).toEqual({
    '': 'Ngoài chiến dịch',
    [campaign]: 'Hỏi thăm',
  });
  const its = rows.find(({ key }) => key === campaign)?.values;
  expect(its).toMatchObject({ total: 2, outbound: 2, answered: 1 });
  expect(rows.reduce((sum, { values }) => sum + (values['total'] ?? 0), 0)).toBe(total.values['total']);
});

test('calls stand by the keys that led them and by the least that their customers gave', async () => {
  const of = async (who: TestPerson, by: Grouping) =>
    Object.fromEntries(
      (await asked(who, { from: first, to: last, by })).rows.map(({ name, values }) => [name, values['total']]),
    );
  const paths = await of(company.admin, 'ivr');
  expect(paths).toMatchObject({ 'Không chọn phím nào': 1, 'Chính: 2': 1, 'Chính: 2 › Kỹ thuật: 1': 1 });
  expect(paths['Không qua IVR']).toBeGreaterThan(10);
  expect(await of(company.admin, 'survey')).toMatchObject({ '3 điểm': 1, '1 điểm': 1, '2 điểm': 1 });
  // Whoever does not see customers is not told what they gave, neither by figures nor by filters.
  expect(Object.keys(await of(agent, 'survey'))).toEqual(['Cần quyền xem khách hàng']);
  expect((await agent.call('GET', '/histories-call?survey_score=3')).json().total).toBe(0);
});

test('one figure is one number: the analysis says what the other screens say', async () => {
  const span = { from: first, to: last };
  const address = new URLSearchParams(span).toString();
  const { total } = await asked(company.admin, span);
  const totals = (await company.admin.call('GET', `/histories-call/totals?${address}`)).json();
  expect(total.values).toMatchObject(totals);
  const queues = await asked(company.admin, { of: 'queues', by: 'queue', ...span });
  const report = (await company.admin.call('GET', `/report/calls-by-queue?${address}`)).json();
  expect(queues.total.values).toEqual(report.counts);
  expect(queues.rows.map(({ key, name, values }) => ({ id: key, name, ...values }))).toEqual(report.data);
  const returns = await asked(company.admin, { of: 'returns', by: 'day', ...span });
  const {
    unserved,
    open,
    within_hour: hour,
  } = (await company.admin.call('GET', `/calls-to-return/figures?${address}`)).json();
  expect(returns.total.values).toMatchObject({ unserved, open });
  expect(returns.total.values['within_hour']).toBe(unserved === 0 ? null : Math.round((hour / unserved) * 1000) / 10);
  const day = await asked(company.admin, { by: 'hour', from: last, to: last });
  app.clock.now = new Date(`${last}T23:59:59.999+07:00`).getTime();
  const board = (await company.admin.call('GET', `/dashboard?date=${last}`)).json().figures as {
    key: string;
    value: number;
  }[];
  app.clock.now = new Date('2026-03-16T09:00:00+07:00').getTime();
  for (const [key, figure] of [
    ['answer-rate', 'answer_rate'],
    ['abandon-rate', 'abandon_rate'],
    ['wait', 'wait_average'],
    ['talk', 'talk_average'],
    ['total', 'total'],
  ] as const)
    expect([key, day.total.values[figure]]).toEqual([key, board.find((one) => one.key === key)?.value]);
});

test('who spoke how much is told of recordings, of each side as the call went', async () => {
  const { total, rows } = await asked(company.admin, { of: 'voices', by: 'direction', from: first, to: last });
  expect(total.values).toEqual({
    measured: 2,
    agent_share: 50,
    overtalk: 5.3,
    dead_air: 12,
    dead_air_average: 6,
    greeting_average: 2.5,
    holds_told: 75,
  });
  expect(rows.map(({ key, values }) => [key, values['agent_share']])).toEqual([
    ['inbound', 25],
    ['outbound', 75],
  ]);
});

test('what nobody answered is everything that has ended otherwise', async () => {
  const { rows, total } = await asked(company.admin, { by: 'status', from: first, to: last });
  const ended = rows.filter(({ key }) => key !== 'answered' && key !== 'in_progress');
  expect(rows.some(({ key }) => key === 'in_progress')).toBe(true);
  expect(total.values['unanswered']).toBe(ended.reduce((sum, { values }) => sum + (values['total'] ?? 0), 0));
});

test('rows, columns and cells add up to the whole, and a heat has every day of the week', async () => {
  const table = await asked(company.admin, { by: 'hour', across: 'weekday', figure: 'total', from: first, to: last });
  const sum = (numbers: readonly (number | null | undefined)[]) =>
    numbers.reduce<number>((all, one) => all + (one ?? 0), 0);
  const whole = table.total.values['total'];
  expect(sum(table.rows.map(({ values }) => values['total']))).toBe(whole);
  expect(sum(table.columns.map(({ values }) => values['total']))).toBe(whole);
  expect(sum(table.cells.map(({ value }) => value))).toBe(whole);
  expect(table.columns.map(({ name }) => name)).toEqual([
    'Thứ Hai',
    'Thứ Ba',
    'Thứ Tư',
    'Thứ Năm',
    'Thứ Sáu',
    'Thứ Bảy',
    'Chủ nhật',
  ]);
  expect(table.rows).toHaveLength(24);
});

test('a period stands beside another, day by day, and why a share changed adds up to the change', async () => {
  const query = { by: 'day', figure: 'answer_rate', against: 'previous', from: first, to: last };
  const table = await asked(company.admin, query);
  expect(table.before).toEqual({ from: '2026-02-16', to: '2026-03-01' });
  expect(table.total.before?.['total']).toBe(4);
  // The day two weeks later than the calls of 17/02, and than those of 01/03.
  const were = table.rows.filter(({ before }) => (before?.['total'] ?? 0) > 0);
  expect(were.map(({ key }) => key)).toEqual(['2026-03-03', '2026-03-15']);
  const told = table.rows.reduce((all, { change }) => all + (change?.mix ?? 0) + (change?.rate ?? 0), 0);
  const [now, before] = [table.total.values['answer_rate'] ?? 0, table.total.before?.['answer_rate'] ?? 0];
  expect(Math.abs(told - (now - before))).toBeLessThan(0.11);
  expect(before).toBe(50);
  // A day that is not over is beside what the other had come to by then.
  const today = await asked(company.admin, { by: 'hour', against: 'week', from: '2026-03-08', to: '2026-03-08' });
  expect(today.total.before?.['total']).toBe(2);
  app.clock.now = new Date('2026-03-08T08:00:00+07:00').getTime();
  const early = await asked(company.admin, { by: 'hour', against: 'week', from: '2026-03-08', to: '2026-03-08' });
  app.clock.now = new Date('2026-03-16T09:00:00+07:00').getTime();
  expect(early.total.before?.['total']).toBe(0);
});

test('a file has a line for each cell with every figure, and the sum', async () => {
  const address = new URLSearchParams({
    by: 'weekday',
    across: 'direction',
    against: 'week',
    from: first,
    to: last,
    format: 'csv',
  });
  const answer = await company.admin.call('GET', `/report/call-analysis/export?${address.toString()}`);
  expect(answer.statusCode).toBe(200);
  const lines = answer.body.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(lines[0]).toMatch(/^Thứ,Chiều gọi,Tổng,/);
  expect(lines[0]).toMatch(/,Chờ trung bình \(giây\)"?,"?Tổng, kỳ trước/);
  expect(lines.some((line) => line.startsWith('Thứ Hai,Gọi vào,'))).toBe(true);
  const { total } = await asked(company.admin, { from: first, to: last });
  expect(lines.at(-1)?.split(',').slice(0, 3)).toEqual(['Tất cả', '', String(total.values['total'])]);
});

test('what cannot be counted so is refused in words', async () => {
  const refused = async (query: Record<string, string>) => {
    const answer = await company.admin.call('GET', `/report/call-analysis?${new URLSearchParams(query).toString()}`);
    return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
  };
  expect(await refused({ of: 'calls', by: 'queue' })).toEqual([400, ['by']]);
  expect(await refused({ by: 'hour', across: 'hour' })).toEqual([400, ['across']]);
  expect(await refused({ figure: 'service_level' })).toEqual([400, ['figure']]);
  expect(await refused({ by: 'number', from: '2026-01-01', to: '2026-03-01' })).toEqual([400, ['from']]);
});

test('nobody counts the calls of another company', async () => {
  const other = await app.tenant('nguoi-la');
  for (const of of keysOf<AnalysedThing>(analysedThings)) {
    const table = await asked(other.admin, { of, by: 'day', from: first, to: last });
    expect([of, table.rows]).toEqual([of, []]);
  }
});
