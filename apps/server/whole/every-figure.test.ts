import { callDirections, callStatuses, type QueueOutcome, queueOutcomes } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall } from '../testing/stored-calls.ts';

/**
 * A figure and the calls that it opens are two sums of the same thing. Every direction meets every status here, at every edge that a
 * sum is made by, so that a figure whose filters find other calls than it counts is seen.
 */
let app: TestApp;
let company: TestTenant;
let sales: string;
let queue: string;
let agent: TestPerson;

const day = '2026-03-09';
const at = (time: string) => new Date(`${day}T${time}+07:00`);
const directions = Object.keys(callDirections) as (keyof typeof callDirections)[];
const statuses = Object.keys(callStatuses) as (keyof typeof callStatuses)[];
const leftBy = Object.keys(queueOutcomes) as QueueOutcome[];

beforeAll(async () => {
  app = await testApp();
  app.clock.now = at('12:03:20').getTime();
  company = await app.tenant('so-lieu');
  const made = async (path: string, body: object) => (await company.admin.call('POST', path, body)).json().id as string;
  sales = await made('/department', { name: 'Kinh doanh' });
  agent = await company.person('lan', ['dashboard.view', 'call-history.view'], '101');
  await company.person('minh', [], '102');
  queue = newId();
  await app.db.inTenant(company.id, async (trx) => {
    await trx.updateTable('account').set({ department_id: sales }).where('extension', '=', '101').execute();
    const ofAgent = trx.selectFrom('account').select('role_id').where('extension', '=', '101');
    await trx.updateTable('role').set({ scope: 'own' }).where('id', 'in', ofAgent).execute();
    await trx.insertInto('queue').values({ id: queue, name: 'Chăm sóc' }).execute();
  });
  // Midnight, a bin of the sums, the last of it, and the edge that the day has at noon.
  for (const time of ['00:00:00', '08:04:59', '08:05:00', '12:03:19']) await oneOfEach(time);
  for (const outcome of leftBy) {
    await stored('09:00:00', { stays: [{ queue_id: queue, outcome, wait_ms: 12_000 }] });
  }
  // Turned away as they came, and lost later.
  for (const cause of ['limit', 'congestion']) {
    await stored('10:00:00', { status: 'failed', cause, ended_at: at('10:00:00') });
    await stored('10:00:00', { status: 'failed', cause, ended_at: at('10:00:20') });
  }
  const placed = { from_extension: '101', to_extension: '', rang: [{ extension: '101', answered: true }] };
  // Of a code that was read out, of a bot that was led to the queue, and of a campaign's, which is people's work.
  await stored('09:30:00', { direction: 'outbound', purpose: 'otp', to_extension: '', agent_extension: '' });
  await stored('09:31:00', {
    purpose: 'test',
    stays: [{ queue_id: queue, outcome: 'answered', wait_ms: 1_000, counts: false }],
  });
  await stored('09:32:00', { direction: 'outbound', purpose: 'campaign', ...placed });
  // Of yesterday and of later than the clock.
  await storeCall(app.db, company.id, { started_at: new Date(at('00:00:00').getTime() - 1) });
});

afterAll(() => app.close());

const stored = (time: string, fields: Parameters<typeof storeCall>[2]) =>
  storeCall(app.db, company.id, { started_at: at(time), ...fields });

async function oneOfEach(time: string): Promise<void> {
  for (const direction of directions) {
    for (const [nth, status] of statuses.entries()) {
      const ours = nth % 2 === 0 ? '101' : '102';
      const ends =
        direction === 'inbound'
          ? { to_extension: ours }
          : { from_extension: ours, to_extension: '', agent_extension: ours };
      await stored(time, { direction, status, ...ends, rang: [{ extension: ours, answered: status === 'answered' }] });
    }
  }
}

/** How many calls the history finds by these filters. */
async function found(who: TestPerson, filters: Record<string, string>): Promise<number> {
  const answer = await who.call(
    'GET',
    `/histories-call?${new URLSearchParams({ ...filters, per_page: '1' }).toString()}`,
  );
  expect(answer.statusCode).toBe(200);
  return answer.json().total;
}

interface Figure {
  readonly key: string;
  readonly unit: string;
  readonly value: number;
  readonly calls: Record<string, string> | null;
}

/** Figures of the dashboard that count calls, each with how many calls the history finds by its filters. */
async function figuresOf(who: TestPerson) {
  const { figures } = (await who.call('GET', '/dashboard')).json() as { figures: Figure[] };
  const counts = figures.filter(({ unit }) => unit === 'calls');
  return Promise.all(
    counts.map(async ({ key, value, calls }) => ({ key, value, found: calls && (await found(who, calls)) })),
  );
}

test('a figure of the dashboard counts the calls that it opens, and each counts some here', async () => {
  const figures = await figuresOf(company.admin);
  for (const { key, value, found: calls } of figures) {
    expect(calls, `calls that the history finds by the filters of ${key}`).toBe(value);
    expect(value, `nothing here is counted by ${key}`).toBeGreaterThan(0);
  }
  expect(figures).toContainEqual({ key: 'refused', value: 2, found: 2 });
});

test('codes and bots are in none of them, and in all of them where they are asked for', async () => {
  type Board = { figures: Figure[]; left_out: number };
  const total = async (purpose: string) => {
    const board = (await company.admin.call('GET', `/dashboard?purpose=${purpose}`)).json() as Board;
    const [figure] = board.figures;
    return [figure?.value, figure?.calls && (await found(company.admin, figure.calls)), board.left_out];
  };
  const counted = await found(company.admin, { from: day, to: day, purpose: 'counted' });
  expect(await total('counted')).toEqual([counted, counted, 2]);
  expect(await total('all')).toEqual([counted + 2, counted + 2, 2]);
  const totals = async (filters: Record<string, string>) =>
    (
      await company.admin.call(
        'GET',
        `/histories-call/totals?${new URLSearchParams({ from: day, to: day, ...filters }).toString()}`,
      )
    ).json().total;
  expect(await totals({})).toBe(counted);
  for (const purpose of ['all', 'people', 'campaign', 'survey', 'otp', 'test']) {
    const filters = { from: day, to: day, purpose };
    expect([purpose, await totals({ purpose })]).toEqual([purpose, await found(company.admin, filters)]);
  }
  expect(await found(company.admin, { purpose: 'otp' })).toBe(1);
  expect(await found(agent, { purpose: 'campaign' })).toBe(1);
});

test('it does so for who sees their own calls only', async () => {
  const figures = await figuresOf(agent);
  for (const { key, value, found: calls } of figures) {
    expect(calls, `calls that the history finds by the filters of ${key}`).toBe(value);
  }
  expect(figures.find(({ key }) => key === 'total')?.value).toBeGreaterThan(0);
});

test('a report of departments, of extensions and of queues counts the calls that it opens', async () => {
  const rows = async (path: string) => {
    const answer = await company.admin.call('GET', `${path}?from=${day}&to=${day}`);
    expect(answer.statusCode).toBe(200);
    return answer.json().data as (Record<string, number> & { id: string })[];
  };
  // As a figure's link has it.
  const opens = (filters: Record<string, string>) =>
    found(company.admin, { from: day, to: day, purpose: 'counted', ...filters });

  /** Each number of a row, and how many calls its link leads to. */
  const compared = async (of: string, row: Record<string, unknown>, its: Record<string, string>) => {
    const narrower: Readonly<Record<string, Record<string, string>>> = {
      total: {},
      inbound: { direction: 'inbound' },
      outbound: { direction: 'outbound' },
      internal: { direction: 'internal' },
      answered: { status: 'answered' },
      missed: { direction: 'inbound', status: 'missed' },
    };
    for (const [figure, filters] of Object.entries(narrower))
      expect([of, figure, row[figure]]).toEqual([of, figure, await opens({ ...its, ...filters })]);
  };

  const departments = await rows('/report/calls-by-department');
  expect(departments.map(({ id }) => id)).toEqual(expect.arrayContaining([sales, 'none']));
  for (const row of departments) {
    await compared(row.id, row, { department_id: row.id });
    const { teams } = (
      await company.admin.call('GET', `/report/calls-by-department/${row.id}?from=${day}&to=${day}`)
    ).json();
    for (const team of teams) {
      await compared(`${row.id} ${team.id}`, team, { department_id: row.id, team_id: team.id });
      for (const person of team.people) await compared(person.name, person, { account_id: person.id });
    }
  }

  const extensions = await rows('/report/calls-by-extension');
  expect(extensions.map(({ id }) => id)).toEqual(expect.arrayContaining(['101', '102']));
  for (const row of extensions) {
    await compared(row.id, row, { extension: row.id });
    const ended = statuses.filter((status) => status !== 'answered' && status !== 'in_progress');
    const counts = await Promise.all(ended.map((status) => opens({ extension: row.id, status })));
    expect([row.id, row['unanswered']]).toEqual([row.id, counts.reduce((sum, n) => sum + n, 0)]);
  }

  const [line] = await rows('/report/calls-by-queue');
  expect(line).toMatchObject({ id: queue, total: await opens({ queue_id: queue }) });
  for (const outcome of leftBy) {
    const value = line?.[outcome.replace('-', '_')];
    expect([outcome, value]).toEqual([outcome, await opens({ queue_id: queue, queue_outcome: outcome })]);
  }
});

test('a share and an average grow with each call that they open, and with no other', async () => {
  type Fields = Parameters<typeof storeCall>[2] & { readonly queue_outcome?: QueueOutcome };
  const long = { wait_ms: 1_000_000, talk_ms: 1_000_000 };
  const kinds: Fields[] = [
    ...directions.flatMap((direction) => statuses.map((status) => ({ direction, status }))),
    ...leftBy.map((queue_outcome) => ({ direction: 'inbound' as const, status: 'answered' as const, queue_outcome })),
  ];
  const shares = async () => {
    const { figures } = (await company.admin.call('GET', '/dashboard')).json() as { figures: Figure[] };
    return new Map(
      figures.flatMap((one) => (one.unit === 'calls' || one.calls === null ? [] : [[one.key, one] as const])),
    );
  };
  let before = await shares();
  expect(before.size).toBeGreaterThan(4);
  for (const { queue_outcome: outcome, ...fields } of kinds) {
    const stays = outcome === undefined ? [] : [{ queue_id: queue, outcome, wait_ms: 1_000 }];
    await stored('11:00:00', { ...fields, stays, ...(fields.status === 'answered' ? long : {}) });
    const after = await shares();
    for (const [key, { value, calls }] of after) {
      const { from: _from, to: _to, ...filters } = calls ?? {};
      const its: Readonly<Record<string, unknown>> = { ...fields, queue_outcome: outcome, purpose: 'counted' };
      const opens = Object.entries(filters).every(([name, wanted]) => its[name] === wanted);
      expect(value > (before.get(key)?.value ?? 0), `${key} and ${JSON.stringify(its)}`).toBe(opens);
    }
    before = after;
  }
});
