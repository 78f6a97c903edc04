import type { Scope } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import { newId } from '../../kernel/new-id.ts';
import { targetsBehind } from './targets-behind.ts';

/** March 2026 is over: Lan and Minh are of one department, Lan in its team; Vân is of another one. */
let app: TestApp;
let demo: TestTenant;
const people = new Map<string, TestPerson>();
const ids = { sales: newId(), far: newId(), team: newId() };
const month = '2026-03';
const at = (local: string) => new Date(`${local}+07:00`);
const idOf = (who: string) => people.get(who)?.accountId ?? '';

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('kpi');
  await app.db.inTenant(demo.id, async (trx) => {
    await trx
      .insertInto('department')
      .values([
        { id: ids.sales, name: 'Kinh doanh' },
        { id: ids.far, name: 'Kho' },
      ])
      .execute();
    await trx.insertInto('team').values({ id: ids.team, name: 'Tư vấn', department_id: ids.sales }).execute();
  });
  const places = {
    lan: ['101', ids.sales, ids.team],
    minh: ['102', ids.sales, null],
    van: ['103', ids.far, null],
  } as const;
  const rights = ['kpis.view', 'kpis.create', 'kpis.update', 'kpi-by-department.view', 'call-history.view'] as const;
  for (const [name, [extension, department_id, team_id]] of Object.entries(places)) {
    const person = await demo.person(name, [...rights, 'dashboard.view'], extension);
    people.set(name, person);
    await app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('account').set({ department_id, team_id }).where('id', '=', person.accountId).execute(),
    );
  }
  const call = (started: string, fields: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(app.db, demo.id, { started_at: at(started), ...fields });
  // The evening before the month, its first moment, and its last one, by the clock of the company.
  await call('2026-02-28T23:59:59');
  await call('2026-03-01T00:00:00');
  await call('2026-03-31T23:59:59', { talk_ms: 70_000 });
  await call('2026-04-01T00:00:00');
  await call('2026-03-10T09:00:00', { status: 'missed', rang: [{ extension: '101' }, { extension: '102' }] });
  const out = { direction: 'outbound', to_extension: '' } as const;
  await call('2026-03-10T10:00:00', { ...out, from_extension: '102', agent_extension: '102' });
  await call('2026-03-10T11:00:00', {
    ...out,
    status: 'no_answer',
    from_extension: '102',
    agent_extension: '102',
    talk_ms: 0,
  });
  await call('2026-03-10T12:00:00', { ...out, status: 'in_progress', from_extension: '102', agent_extension: '102' });
  const customer = await storeCustomer(app.db, demo.id, { name: 'Hoa', e164: '+84901234567' });
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('disposition')
      .values(
        ['agreed', 'interested', 'no-disposition'].map((outcome) => ({
          id: newId(),
          customer_id: customer,
          outcome,
          created_at: at('2026-03-15T08:00:00'),
          created_by: idOf('lan'),
        })),
      )
      .execute(),
  );
});

afterAll(() => app.close());

async function withScope(who: string, scope: Scope): Promise<TestPerson> {
  const person = people.get(who);
  if (person === undefined) throw new Error(`There is no ${who}.`);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope }).where('name', '=', `Vai trò của ${who}`).execute(),
  );
  app.bus.publish('rights-changed', demo.id, []);
  return person;
}

const add = (body: object, by: TestPerson = demo.admin) =>
  by.call('POST', '/kpi', { kind: 'person', month, target: 10, ...body });

test('what was reached is of the month by the company’s clock, and is what the history has', async () => {
  const reached = async (who: string, measure: string) =>
    (await add({ account_id: idOf(who), measure })).json().reached;
  expect(await reached('lan', 'answered')).toBe(2);
  expect(await reached('lan', 'inbound')).toBe(2);
  expect(await reached('lan', 'talk')).toBe(2);
  expect(await reached('lan', 'talk-average')).toBe(60);
  expect(await reached('lan', 'answer-rate')).toBe(66.7);
  expect(await reached('lan', 'kept')).toBe(3);
  expect(await reached('lan', 'agreed')).toBe(1);
  expect(await reached('lan', 'conversion')).toBe(50);
  expect(await reached('minh', 'outbound')).toBe(2);
  expect(await reached('minh', 'met')).toBe(1);
  expect(await reached('minh', 'conversion')).toBeNull();
  const history = async (query: string) =>
    (await demo.admin.call('GET', `/histories-call?from=2026-03-01&to=2026-03-31&${query}`)).json().total;
  expect(await history('status=answered&extension=101')).toBe(2);
  expect(await history('direction=inbound&status=answered&extension=101')).toBe(2);
  expect(await history('direction=outbound&status=answered&extension=102')).toBe(1);
});

test('calls from queues that were answered in time, answers to surveys and customers who were added are targets', async () => {
  const reached = async (who: string, measure: string) =>
    (await add({ account_id: idOf(who), measure })).json().reached;
  const queue = newId();
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('queue').values({ id: queue, name: 'Bán hàng', service_level_seconds: 15 }).execute(),
  );
  for (const [wait_ms, day] of [
    [15_000, '2026-03-20'],
    [15_001, '2026-03-20'],
    [1_000, '2026-04-02'],
  ] as const) {
    await storeCall(app.db, demo.id, {
      started_at: at(`${day}T09:00:00`),
      to_extension: '103',
      agent_extension: '103',
      stays: [{ queue_id: queue, outcome: 'answered', wait_ms }],
    });
  }
  expect(await reached('van', 'in-time')).toBe(50);
  expect(await reached('lan', 'in-time')).toBeNull();

  const customer = await storeCustomer(app.db, demo.id, { name: 'Mai', e164: '+84907777777' });
  await app.db.inTenant(demo.id, async (trx) => {
    await trx
      .updateTable('customer')
      .set({ created_by: idOf('van'), created_at: at('2026-03-31T23:00:00') })
      .where('id', '=', customer)
      .execute();
    const survey = newId();
    await trx.insertInto('survey_campaign').values({ id: survey, name: 'Hài lòng' }).execute();
    await trx
      .insertInto('survey_response')
      .values({
        id: newId(),
        survey_campaign_id: survey,
        customer_id: customer,
        outcome: 'answered',
        rated: 4,
        satisfied: 3,
        created_by: idOf('van'),
        created_at: at('2026-03-12T09:00:00'),
      })
      .execute();
  });
  expect([await reached('van', 'csat'), await reached('van', 'new-customers')]).toEqual([75, 1]);
  const places = (await demo.admin.call('GET', `/kpi-by-department?month=${month}&measure=csat`)).json().data;
  expect(places.find(({ id }: { id: string }) => id === ids.far)).toMatchObject({ reached: 75 });
});

test('the average score of somebody’s calls is of those that were submitted in the month', async () => {
  await app.db.inTenant(demo.id, async (trx) => {
    const [sheet, edition] = [newId(), newId()];
    await trx.insertInto('score_sheet').values({ id: sheet, name: 'Chăm sóc' }).execute();
    await trx.insertInto('score_edition').values({ id: edition, score_sheet_id: sheet, number: 1 }).execute();
    const scored = (percent: number | null, state: 'draft' | 'agreed' | 'decided', day: string) =>
      trx
        .insertInto('evaluation')
        .values({
          id: newId(),
          call_id: newId(),
          call_started_at: at('2026-03-01T09:00:00'),
          score_sheet_id: sheet,
          edition_id: edition,
          agent_id: idOf('van'),
          state,
          pass_percent: 80,
          fatal_percent: 0,
          percent,
          submitted_at: percent === null ? null : at(`${day}T09:00:00`),
        })
        .execute();
    await scored(90, 'agreed', '2026-03-10');
    await scored(75, 'decided', '2026-03-31');
    await scored(10, 'agreed', '2026-04-01');
    await scored(null, 'draft', '2026-03-10');
  });
  const reached = async (who: string, measure: string) =>
    (await add({ account_id: idOf(who), measure })).json().reached;
  expect(await reached('van', 'call-score')).toBe(82.5);
  expect(await reached('lan', 'call-score')).toBeNull();
});

test('a target may be for a week or a day, which end where the company’s days do', async () => {
  // Of the first day of the month, and of its week from Monday, which began in February.
  const of = async (period: string) =>
    (await add({ account_id: idOf('lan'), measure: 'answered', month: period })).json();
  expect(await of('2026-03-01')).toMatchObject({ reached: 1, passed: 1, days: 1 });
  expect(await of('2026-03-02')).toMatchObject({ reached: 0, passed: 1, days: 1 });
  expect(await of('2026-W09')).toMatchObject({ reached: 2, passed: 7, days: 7 });
  expect(await of('2026-W14')).toMatchObject({ reached: 2, passed: 7, days: 7 });
  expect((await add({ account_id: idOf('lan'), measure: 'answered', month: '2025-W53' })).statusCode).toBe(422);
  const places = (await demo.admin.call('GET', '/kpi-by-department?month=2026-W09&measure=answered')).json();
  expect(places).toMatchObject({ month: '2026-W09', passed: 7, days: 7 });
  const set = (from: string, to: string) =>
    demo.admin.call('POST', '/kpis/set', {
      audience: 'people',
      ids: [idOf('minh')],
      from,
      to,
      targets: [{ measure: 'met', target: 3 }],
    });
  expect((await set('2026-04-27', '2026-05-01')).json()).toEqual({ created: 5, updated: 0, kept: 0 });
  expect((await set('2026-W18', '2026-W19')).json()).toEqual({ created: 2, updated: 0, kept: 0 });
  for (const [from, to] of [
    ['2026-04-01', '2026-06-01'],
    ['2026-W18', '2026-05'],
    ['2026-W20', '2026-W18'],
  ] as const)
    expect([from, Object.keys((await set(from, to)).json().fields)]).toEqual([from, ['to']]);
});

test('people’s answered calls of the month are those of the dashboard, day by day', async () => {
  let [answered, talked] = [0, 0];
  for (const day of ['2026-03-01', '2026-03-31']) {
    const { agents } = (await demo.admin.call('GET', `/dashboard?date=${day}`)).json();
    const lan = agents.find(({ extension }: { extension: string }) => extension === '101');
    answered += lan.answered;
    talked += lan.talk_seconds;
  }
  const { data } = (await demo.admin.call('GET', `/kpis?account_id=${idOf('lan')}&per_page=50`)).json();
  const of = (measure: string) => data.find((row: { measure: string }) => row.measure === measure).reached;
  expect([of('answered'), of('talk')]).toEqual([answered, talked / 60]);
});

test('a team and a department have what all of theirs did, and one target of a kind in a month', async () => {
  const team = (await add({ kind: 'team', team_id: ids.team, measure: 'answered' })).json();
  const department = (
    await add({ kind: 'department', department_id: ids.sales, measure: 'answered', target: 2 })
  ).json();
  expect(team).toMatchObject({ name: 'Tư vấn', reached: 2, percent: 20, passed: 31, days: 31 });
  expect(department).toMatchObject({ name: 'Kinh doanh', reached: 3, percent: 150 });
  expect((await add({ kind: 'team', team_id: ids.team, measure: 'answered' })).statusCode).toBe(409);
  expect((await add({ kind: 'team', account_id: idOf('lan'), measure: 'answered' })).json().fields).toEqual({
    team_id: 'Thông tin không được để trống',
  });
});

test('the sums are what a count of all calls comes to', async () => {
  const { rows } = await app.db.inTenant(demo.id, (trx) =>
    sql<{ wrong: boolean }>`select rebuild_person_sums('2026-01-01', '2026-06-01') as wrong`.execute(trx),
  );
  expect(rows).toEqual([{ wrong: false }]);
});

test.each<[Scope, string[]]>([
  ['own', ['lan']],
  ['team', ['Tư vấn', 'lan']],
  ['department', ['Kinh doanh', 'Tư vấn', 'lan', 'minh']],
  ['all', ['Kinh doanh', 'Tư vấn', 'lan', 'minh', 'van']],
])('with the scope %s somebody sees the targets of %s, and sets no others', async (scope, seen) => {
  await add({ account_id: idOf('van'), measure: 'answered' });
  const lan = await withScope('lan', scope);
  const { data } = (await lan.call('GET', '/kpis?per_page=100')).json();
  expect(new Set(data.map(({ name }: { name: string }) => name))).toEqual(new Set(seen));
  const other = await add({ account_id: idOf('van'), measure: 'met', month: `2027-0${seen.length}` }, lan);
  expect(other.statusCode).toBe(scope === 'all' ? 200 : 422);
});

test('departments sum up what the lists of people have, and show nobody whom one does not see', async () => {
  const summed = async (by: TestPerson) =>
    (await by.call('GET', `/kpi-by-department?month=${month}&measure=answered`)).json();
  const all = await summed(demo.admin);
  expect([all.month, all.measure, all.passed, all.days]).toEqual([month, 'answered', 31, 31]);
  const place = (id: string) => all.data.find((one: { id: string }) => one.id === id);
  expect(place(ids.sales)).toMatchObject({ people: 2, target: 2, reached: 3, percent: 150, state: 'reached' });
  expect(place(ids.team)).toMatchObject({ people: 1, parent: ids.sales, reached: 2, percent: 20, state: 'failed' });
  const { data } = (await demo.admin.call('GET', `/kpis?month=${month}&measure=answered&kind=person`)).json();
  for (const { account_id: who, target, reached, percent } of data) {
    expect(place(who)).toMatchObject({ target, reached, percent });
  }
  const lan = await withScope('lan', 'team');
  const names = (await summed(lan)).data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Kinh doanh', 'Tư vấn', 'lan']);
});

test('a whole department gets its targets for months, and last month’s go on where there are none', async () => {
  const set = (body: object, by: TestPerson = demo.admin) =>
    by.call('POST', '/kpis/set', {
      audience: 'people-of-department',
      ids: [ids.sales],
      from: '2028-01',
      to: '2028-02',
      targets: [{ measure: 'outbound', target: 400 }],
      ...body,
    });
  expect((await set({})).json()).toEqual({ created: 4, updated: 0, kept: 0 });
  const targets = [
    { measure: 'outbound', target: 500 },
    { measure: 'met', target: 100 },
  ];
  expect((await set({ targets, to: '2028-01' })).json()).toEqual({ created: 2, updated: 2, kept: 0 });
  expect((await set({ existing: 'keep' })).json()).toEqual({ created: 0, updated: 0, kept: 4 });
  const copy = () => demo.admin.call('POST', '/kpis/copy', { from: '2028-01', to: '2028-02' });
  expect((await copy()).json()).toEqual({ created: 2, updated: 0, kept: 2 });
  const of = async (when: string) =>
    (await demo.admin.call('GET', `/kpis?month=${when}&sort=target`))
      .json()
      .data.map((row: { target: number }) => row.target);
  expect([await of('2028-01'), await of('2028-02')]).toEqual([
    [100, 100, 500, 500],
    [100, 100, 400, 400],
  ]);
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject', '=', 'kpi').where('action', '=', 'update').select('id').execute(),
  );
  expect(trail).toHaveLength(2);
  // Whoever may not change targets adds those that are missing, and lets the others stay.
  const adds = await demo.person('nguoi-them', ['kpis.view', 'kpis.create']);
  expect((await set({ targets: [{ measure: 'outbound', target: 9 }] }, adds)).json()).toEqual({
    created: 0,
    updated: 0,
    kept: 4,
  });
  // Who sees their own only sets nothing for others.
  const lan = await withScope('lan', 'own');
  expect((await set({ from: '2029-01', to: '2029-01' }, lan)).json()).toMatchObject({ created: 1 });
  expect((await set({ ids: [ids.far] }, lan)).statusCode).toBe(422);
  expect((await set({ audience: 'department', from: '2029-01', to: '2029-01' }, lan)).statusCode).toBe(422);
});

test('who leaves takes nothing along of what their department reached, and is no one of its people any more', async () => {
  const places = async () => {
    const { data } = (await demo.admin.call('GET', `/kpi-by-department?month=${month}&measure=answered`)).json();
    return data.filter(({ id }: { id: string }) => [ids.sales, idOf('minh')].includes(id));
  };
  const target = async () =>
    (await demo.admin.call('GET', `/kpis?month=${month}&measure=answered&kind=department`)).json().data[0].reached;
  expect(await places()).toMatchObject([{ people: 2, reached: 3 }, { name: 'minh' }]);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('account').set({ active: false }).where('id', '=', idOf('minh')).execute(),
  );
  expect(await places()).toMatchObject([
    { people: 1, reached: 3 },
    { name: 'minh (đã ngừng)', people: 0 },
  ]);
  expect(await target()).toBe(3);
});

test('what was reached stays so when the calls are kept no longer', async () => {
  const reached = async () => {
    const { data } = (await demo.admin.call('GET', `/kpis?account_id=${idOf('lan')}&measure=answered`)).json();
    return data.map((row: { month: string; reached: number }) => [row.month, row.reached]);
  };
  const before = await reached();
  expect(before).toContainEqual([month, 2]);
  await app.db.inTenant(demo.id, (trx) => sql`select expire_calls(${at('2026-04-01T00:00:00')}, 500)`.execute(trx));
  expect((await demo.admin.call('GET', '/histories-call?from=2026-03-01&to=2026-03-31')).json().total).toBe(1);
  expect(await reached()).toEqual(before);
});

test('targets of now that are behind are named with whom they are for, and none of a month that is over', async () => {
  const strangers = await app.tenant('kpi-khac');
  const tam = await demo.person('tam', [], '108');
  const { month: now } = (await demo.admin.call('GET', '/kpi-by-department')).json();
  await storeCall(app.db, demo.id, { direction: 'inbound', to_extension: '108', started_at: new Date() });
  // A rate is judged at any time: 50 seconds a call, of at most 25.
  const target = { account_id: tam.accountId, measure: 'talk-average', month: now, target: 25 };
  expect((await add(target)).json()).toMatchObject({ reached: 50 });
  expect((await add({ ...target, month: '2026-03' })).statusCode).toBe(200);
  const behind = (tenant: TestTenant) => app.db.inTenant(tenant.id, targetsBehind);
  expect(await behind(demo)).toEqual([{ name: 'tam', measure: 'Đàm thoại trung bình', percent: 50 }]);
  expect(await behind(strangers)).toEqual([]);
});
