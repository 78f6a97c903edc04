import fc from 'fast-check';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../testing/app.ts';
import { storeCall } from '../../testing/stored-calls.ts';
import type { Trx } from '../db/database.ts';
import { callsOfPeople, isCallOfPeople } from './holders.ts';

/** Extensions that went from one to the other, and calls of any of them: placed, taken, handed on, come into. */
let app: TestApp;
let office: TestTenant;
const extensions = ['101', '102', '103', '104'];
const hour = (n: number) => new Date(Date.UTC(2026, 1, 27, n));
const hours = 96;

beforeAll(async () => {
  app = await testApp();
  office = await app.tenant('ai-giu-so');
  const people: TestPerson[] = [];
  for (const extension of extensions) people.push(await office.person(`may-${extension}`, [], extension));
  const sales = (await office.admin.call('POST', '/department', { name: 'Kinh doanh' })).json().id as string;
  await app.db.inTenant(office.id, async (trx) => {
    await sql`update account set department_id = ${sales} where extension in ('101', '102')`.execute(trx);
    await sql`delete from extension_holder`.execute(trx);
    // 101 and 102 change hands within the department and out of it, 103 comes into it, 104 stays; for a while 102 is nobody's.
    const held: readonly (readonly [string, number, number, number])[] = [
      ...([
        ['101', -1, 30, 0],
        ['101', 30, 60, 2],
        ['101', 60, 999, 1],
      ] as const),
      ...([
        ['102', -1, 20, 1],
        ['102', 40, 60, 1],
        ['102', 60, 999, 0],
      ] as const),
      ...([
        ['103', -1, 30, 2],
        ['103', 30, 60, 0],
        ['103', 60, 999, 2],
        ['104', -1, 999, 3],
      ] as const),
    ];
    for (const [extension, from, to, person] of held)
      await sql`insert into extension_holder (extension, from_at, to_at, account_id) values (${extension},
        ${from < 0 ? sql`'-infinity'` : hour(from)}, ${to > hours ? sql`'infinity'` : hour(to)}, ${people[person]?.accountId})`.execute(
        trx,
      );
  });
  const any = fc.constantFrom('', ...extensions);
  const shared = fc.option(fc.subarray(extensions, { minLength: 2 }), { nil: undefined });
  const calls = fc.array(fc.tuple(fc.nat(hours), any, any, shared), { minLength: 200, maxLength: 200 });
  for (const [at, from_extension, to_extension, shares] of fc.sample(calls, { seed: 20_261_127, numRuns: 1 })[0] ?? [])
    await storeCall(app.db, office.id, {
      started_at: hour(at),
      from_extension,
      to_extension,
      ...(shares === undefined ? {} : { shares: Object.fromEntries(shares.map((one) => [one, 10_000])) }),
    });
});

afterAll(() => app.close());

const ids = async (trx: Trx, keys: RawBuilder<unknown>) =>
  (await sql<{ id: string }>`select id from (${keys}) as found order by id`.execute(trx)).rows.map(({ id }) => id);

const some: readonly (readonly [string, RawBuilder<SqlBool>])[] = [
  ['one', sql`account.extension = '101'`],
  ['another', sql`account.extension = '102'`],
  ['who stayed', sql`account.extension = '104'`],
  ['a department', sql`account.department_id is not null`],
  ['the others', sql`account.department_id is null`],
  ['everybody', sql`true`],
  ['nobody', sql`false`],
];

test.each(some)('the keys of the calls of %s are those that the condition says, each once', async (_, whose) => {
  await app.db.inTenant(office.id, async (trx) => {
    const all = await ids(trx, sql`select id from call where ${isCallOfPeople(whose)}`);
    expect(await ids(trx, callsOfPeople(whose))).toEqual(all);
    const [from, to] = [hour(25), hour(62)];
    const then = sql`call.started_at >= ${from} and call.started_at < ${to}`;
    expect(await ids(trx, callsOfPeople(whose, { from, to, atMost: 500 }))).toEqual(
      await ids(trx, sql`select id from call where ${then} and ${isCallOfPeople(whose)}`),
    );
  });
});

test('there is something to find, and something not to', async () => {
  await app.db.inTenant(office.id, async (trx) => {
    const counts = await Promise.all(some.map(async ([, whose]) => (await ids(trx, callsOfPeople(whose))).length));
    const [one = 0, another = 0, stayed = 0, department = 0, others = 0, everybody = 0, nobody] = counts;
    for (const few of [one, another, stayed]) expect(few).toBeGreaterThan(20);
    expect(department).toBeLessThan(one + another);
    expect(everybody).toBeLessThan(department + others);
    expect(everybody).toBeLessThan(200);
    expect(nobody).toBe(0);
  });
});
