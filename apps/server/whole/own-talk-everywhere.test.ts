import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall } from '../testing/stored-calls.ts';

/**
 * A day of calls that changed hands: what each person talked is theirs in every figure of people, each call is one in every figure of
 * calls, and the calls behind a figure are those that the history finds.
 */
let app: TestApp;
let office: TestTenant;
const people = new Map<string, TestPerson>();
const day = '2026-03-10';
const days = `from=${day}&to=${day}`;
const at = (time: string) => new Date(`${day}T${time}+07:00`);

/** By extension: how many calls are theirs, in how many of them they talked, how many came from outside, and how long they talked. */
const theirs: Readonly<Record<string, readonly [total: number, answered: number, inbound: number, seconds: number]>> = {
  101: [6, 5, 4, 215],
  102: [4, 4, 3, 190],
  103: [2, 2, 1, 65],
};

beforeAll(async () => {
  app = await testApp();
  office = await app.tenant('own-talk');
  const made = async (path: string, body: object) => (await office.admin.call('POST', path, body)).json().id as string;
  const sales = await made('/department', { name: 'Kinh doanh' });
  const team = await made('/team', { name: 'Tư vấn', department_id: sales });
  for (const extension of ['101', '102', '103'])
    people.set(extension, await office.person(`may-${extension}`, [], extension));
  await app.db.inTenant(office.id, async (trx) => {
    await sql`update account set department_id = ${sales} where extension in ('101', '102')`.execute(trx);
    await sql`update account set team_id = ${team} where extension = '101'`.execute(trx);
  });
  const call = (time: string, fields: Parameters<typeof storeCall>[2] = {}) =>
    storeCall(app.db, office.id, { started_at: at(time), outside_number: '+84912000111', ...fields });
  const internal = { direction: 'internal', outside_number: '', service_number: '', from_extension: '101' } as const;
  await call('08:00:00', { talk_ms: 60_000 });
  // Sent on at once, after a consultation, and to a third person.
  await call('08:10:00', { talk_ms: 60_000, shares: { 101: 10_000, 102: 50_000 } });
  await call('09:00:00', { talk_ms: 90_000, shares: { 101: 45_000, 102: 60_000 } });
  await call('09:20:00', { talk_ms: 100_000, shares: { 101: 40_000, 102: 20_000, 103: 35_000 } });
  await call('10:00:00', { ...internal, to_extension: '102', talk_ms: 60_000 });
  await call('10:30:00', {
    direction: 'outbound',
    from_extension: '103',
    to_extension: '',
    talk_ms: 30_000,
    rang: [{ extension: '103', answered: true }],
  });
  await call('11:00:00', { status: 'missed', rang: [{ extension: '101' }, { extension: '102' }] });
  app.clock.now = at('18:00:00').getTime();
});

afterAll(() => app.close());

const read = async (path: string) => {
  const answer = await office.admin.call('GET', path);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};

const figuresOf = ({ total, answered, talk_seconds: talk }: Record<string, number>) => [total, answered, talk];
const expected = Object.entries(theirs).map(([extension, [total, answered, , seconds]]) => [
  extension,
  total,
  answered,
  seconds,
]);

test('reports by extension, by department and as files give everybody their own talk', async () => {
  const { data, counts } = await read(`/report/calls-by-extension?${days}`);
  expect(data.map((row: Record<string, number>) => [row['extension'], ...figuresOf(row)])).toEqual(expected);
  // Of the company, each call once, and as long as it was talked in.
  expect(figuresOf(counts)).toEqual([7, 6, 400]);
  const departments = await read(`/report/calls-by-department?${days}`);
  expect(departments.data.map((row: Record<string, number>) => [row['name'], ...figuresOf(row)])).toEqual([
    ['Kinh doanh', 6, 5, 405],
    ['Chưa có phòng ban', 2, 2, 65],
  ]);
  expect(figuresOf(departments.counts)).toEqual([7, 6, 400]);
  const teams = await Promise.all(
    departments.data.map(
      async ({ id }: { id: string }) => (await read(`/report/calls-by-department/${id}?${days}`)).teams,
    ),
  );
  const persons = teams.flat().flatMap((team) => team.people);
  expect(persons.map((row) => [row.extension, ...figuresOf(row)]).toSorted(([one], [other]) => one - other)).toEqual(
    expected,
  );
  const file = (await office.admin.call('GET', `/report/calls-by-extension/export?${days}&format=csv`)).payload;
  for (const [extension, [total, , , seconds]] of Object.entries(theirs))
    expect(file).toMatch(new RegExp(`^${extension},may-${extension},[^,]*,[^,]*,${total},.*,${seconds},`, 'm'));
});

test('the dashboard and the targets say the same', async () => {
  const { agents, figures } = await read(`/dashboard?date=${day}`);
  for (const [extension, person] of people) {
    const [, answered, inbound, seconds] = theirs[extension] ?? [];
    const shown = agents.find((one: { extension: string }) => one.extension === extension);
    expect([extension, shown.answered, shown.talk_seconds]).toEqual([extension, answered, seconds]);
    const reached = async (measure: string) =>
      (
        await office.admin.call('POST', '/kpi', {
          kind: 'person',
          account_id: person.accountId,
          month: '2026-03',
          measure,
          target: 10,
        })
      ).json().reached;
    expect([extension, await reached('answered'), await reached('inbound'), await reached('talk')]).toEqual([
      extension,
      answered,
      inbound,
      Math.round((seconds ?? 0) / 6) / 10,
    ]);
  }
  const total = figures.find(({ key }: { key: string }) => key === 'total');
  expect(total.value).toBe(7);
});

test('a filter by a person or by an extension finds all calls that their figures count, each once', async () => {
  for (const [extension, person] of people) {
    const [total, answered] = theirs[extension] ?? [];
    for (const filter of [`extension=${extension}`, `account_id=${person.accountId}`]) {
      const whole = await read(`/histories-call?${days}&${filter}&per_page=100`);
      const met = await read(`/histories-call?${days}&${filter}&status=answered`);
      expect([filter, whole.total, whole.data.length, met.total]).toEqual([filter, total, total, answered]);
    }
    expect((await read(`/histories-call?search=${extension}`)).total).toBe(total);
    expect((await read(`/histories-call?search=may-${extension}&direction=inbound`)).total).toBe(
      (await read(`/histories-call?extension=${extension}&direction=inbound`)).total,
    );
    const file = await office.admin.call('GET', `/histories-call/export?${days}&extension=${extension}&format=csv`);
    expect(file.payload.trim().split('\n')).toHaveLength(1 + (total ?? 0));
  }
  const { data } = await read(`/histories-call?${days}&extension=103&direction=inbound`);
  expect(data).toMatchObject([{ agent_name: 'may-101', others: 'may-102, may-103', talk_seconds: 100 }]);
});

test('what somebody keeps of a call that they were handed is of that call', async () => {
  const clerk = await office.person('nhan-may', ['customer.view', 'customer.update'], '109');
  const started_at = new Date();
  const { id } = await storeCall(app.db, office.id, {
    started_at,
    outside_number: '+84912000222',
    talk_ms: 20_000,
    shares: { 101: 5_000, 109: 15_000 },
  });
  const status = (await office.admin.call('POST', '/profile-status', { name: 'Mới', colour: '#2563eb' })).json().id;
  const customer = (await office.admin.call('POST', '/customer', { name: 'Hoa', phone: '0912000222', status })).json()
    .id;
  await clerk.call('POST', `/customer/${customer}/disposition`, { outcome: 'interested' });
  const { rows } = await app.db.inTenant(office.id, (trx) =>
    sql<{ call_id: string }>`select call_id from disposition where customer_id = ${customer}`.execute(trx),
  );
  expect(rows).toEqual([{ call_id: id }]);
});

test('calls of an extension that changes hands stay with whoever had it then', async () => {
  const rights = ['call-history.view', 'history-by-department-team.view'] as const;
  const [an, binh] = [await office.person('an', [...rights], '104'), await office.person('binh', [...rights])];
  const on = 'from=2026-03-11&to=2026-03-11';
  const inOffice = (text: ReturnType<typeof sql>) => app.db.inTenant(office.id, (trx) => text.execute(trx));
  const sales = (await read(`/report/calls-by-department?${days}`)).data[0].id as string;
  await inOffice(sql`update account set department_id = ${sales} where id = ${an.accountId}`);
  const call = async (time: string, fields: Parameters<typeof storeCall>[2]) =>
    (await storeCall(app.db, office.id, { started_at: new Date(`2026-03-11T${time}+07:00`), ...fields })).id;
  const taken = { to_extension: '104', rang: [{ extension: '104', answered: true }] };
  const before = await call('09:59:59', { ...taken, talk_ms: 40_000 });
  await inOffice(sql`update account set extension = null where id = ${an.accountId}`);
  await inOffice(sql`update account set extension = '104' where id = ${binh.accountId}`);
  // As if it had been on that morning.
  const moment = '2026-03-11T10:00:00+07:00';
  await inOffice(sql`update extension_holder set to_at = ${moment} where account_id = ${an.accountId}`);
  await inOffice(sql`update extension_holder set from_at = ${moment} where account_id = ${binh.accountId}`);
  const after = await call('10:00:00', { ...taken, talk_ms: 20_000 });
  const handed = await call('11:00:00', { talk_ms: 50_000, shares: { 101: 20_000, 104: 30_000 } });

  const { data } = await read(`/histories-call?${on}&per_page=100`);
  expect(data.map((row: Record<string, string>) => [row['id'], row['agent_name'], row['others']])).toEqual([
    [handed, 'may-101', 'binh'],
    [after, 'binh', ''],
    [before, 'an', ''],
  ]);
  const found = async (filter: string, by: TestPerson = office.admin) =>
    (await by.call('GET', `/histories-call?${on}&${filter}`)).json().data.map(({ id }: { id: string }) => id);
  expect(await found(`account_id=${an.accountId}`)).toEqual([before]);
  expect(await found(`account_id=${binh.accountId}`)).toEqual([handed, after]);
  expect(await found('extension=104')).toEqual([handed, after, before]);
  expect(await found(`department_id=${sales}`)).toEqual([handed, before]);

  const rowOf = async (id: string) =>
    (await read(`/report/calls-by-department?${on}`)).data.find((row: { id: string }) => row.id === id);
  expect(figuresOf(await rowOf(sales))).toEqual([2, 2, 60]);
  expect(figuresOf(await rowOf('none'))).toEqual([2, 2, 50]);
  const { teams } = await read(`/report/calls-by-department/${sales}?${on}`);
  const persons = teams.flatMap(({ people: its }: { people: Record<string, number>[] }) => its);
  expect(persons.find(({ name }: { name: string }) => name === 'an')).toMatchObject({ total: 1, talk_seconds: 40 });
  const extensions = (await read(`/report/calls-by-extension?${on}`)).data;
  expect(extensions.find(({ id }: { id: string }) => id === '104')).toMatchObject({
    name: 'binh',
    total: 3,
    talk_seconds: 90,
  });

  const reached = async (account_id: string) =>
    (
      await office.admin.call('POST', '/kpi', {
        kind: 'person',
        account_id,
        month: '2026-03',
        measure: 'answered',
        target: 10,
      })
    ).json().reached;
  expect([await reached(an.accountId), await reached(binh.accountId)]).toEqual([1, 2]);
  const signedIn = app.clock.now;
  app.clock.now = new Date('2026-03-11T12:00:00+07:00').getTime();
  const { agents } = await read('/dashboard?date=2026-03-11');
  app.clock.now = signedIn;
  expect(agents.find(({ extension }: { extension: string }) => extension === '104')).toMatchObject({
    name: 'binh',
    answered: 2,
    talk_seconds: 50,
  });

  await inOffice(sql`update role set scope = 'own' where name in ('Vai trò của an', 'Vai trò của binh')`);
  app.bus.publish('rights-changed', office.id, []);
  expect([await found('', an), await found('', binh)]).toEqual([[before], [after]]);
});

test('an extension has one holder at a time, whoever gets it first has what was before, and nobody has what is nobody’s', async () => {
  const inOffice = <Row>(text: ReturnType<typeof sql<Row>>) => app.db.inTenant(office.id, (trx) => text.execute(trx));
  const [one, other] = [await office.person('mot', [], '120'), await office.person('hai', [])];
  const give = (who: TestPerson, extension: string | null) =>
    inOffice(sql`update account set extension = ${extension} where id = ${who.accountId}`);
  const holders = async () =>
    (
      await inOffice(sql<{ account_id: string; began: boolean; goes_on: boolean }>`
        select account_id, from_at > '-infinity' as began, to_at = 'infinity' as goes_on from extension_holder
        where extension = '120' order by from_at`)
    ).rows.map((row) => [row.account_id, row.began, row.goes_on]);
  expect(await holders()).toEqual([[one.accountId, false, true]]);
  await give(one, null);
  await give(other, '120');
  await give(other, null);
  expect(await holders()).toEqual([[one.accountId, false, false]]);
  await give(other, '120');
  expect(await holders()).toEqual([
    [one.accountId, false, false],
    [other.accountId, true, true],
  ]);
  await inOffice(sql`delete from account where id = ${other.accountId}`);
  expect(await holders()).toEqual([[one.accountId, false, false]]);
});
