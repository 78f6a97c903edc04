import { crud, required, type Scope } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connections, migratedTestDatabase } from '../../testing/database.ts';
import type { Trx } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/index.ts';
import type { Migration } from '../db/migrations/migration.ts';
import { createTenantTable, references } from '../db/recipes/tenant-table.ts';
import type { By } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import type { ResourceChange } from './announce.ts';
import { bulkOf } from './bulk/bulkable.ts';
import { orderedRows } from './children.ts';
import { exportOf } from './exporting.ts';
import { type Change, type Resource, resource } from './resource.ts';
import { scopedBy } from './scope.ts';
import { resourceStore } from './store.ts';

/** A resource with everything that a plain one has not: no name, an owner, rows below it, rules, a number to hide. */
const contract = crud({
  collection: '/parcels',
  item: '/parcel',
  screen: 'customer',
  input: z.object({
    number: required,
    owner_id: z.uuid().nullable().default(null),
    weight: z.number().int().default(0),
    least: z.number().int().default(0),
    steps: z.array(z.object({ place: z.string(), delay: z.number().int() })).default([]),
  }),
  row: z.object({}),
  filters: z.object({ heavy: z.enum(['yes', 'no']).optional(), owner_id: z.uuid().optional() }),
  called: ({ number }) => `Bưu kiện ${String(number)}`,
});
type Row = z.input<typeof contract.row>;

// The tables are this test's own, which no type of the product's schema knows.
const parcel = 'parcel' as 'branch';
const steps = orderedRows<{ place: string; delay: number }>({
  table: 'parcel_step' as 'branch',
  owner: 'parcel_id',
  columns: ['place', 'delay'],
});

const tables: Migration = {
  name: '9999-parcels',
  async up(db) {
    await createTenantTable(db, 'parcel', [
      'number text not null constraint parcel_number_check check (length(number) < 10)',
      'owner_id uuid',
      'weight smallint not null',
      'least integer not null',
      'constraint parcel_bounds check (weight >= least)',
      references('parcel', 'owner_id', 'account'),
    ]);
    await createTenantTable(db, 'parcel_step', [
      'parcel_id uuid not null',
      'position integer not null',
      'place text not null check (place <> $$nowhere$$)',
      'delay integer not null',
      references('parcel_step', 'parcel_id', 'parcel', 'cascade'),
    ]);
  },
};

let database: Awaited<ReturnType<typeof migratedTestDatabase>>;
const announced: ResourceChange[] = [];
const changes: Change<Row>[] = [];
const tenant = newId();
const people = { lan: newId(), minh: newId(), hoa: newId() };
const places = { branch: newId(), sales: newId(), support: newId(), team: newId() };

const parcels: Resource<typeof contract> = resource(contract, {
  calls: 'none',
  table: parcel,
  rows: (trx) =>
    trx.selectFrom(sql<Row>`(select parcel.*, ${steps.read('parcel.id')} as steps from parcel)`.as('p')).selectAll(),
  search: (word) => sql`number = ${word}`,
  filters: { heavy: (value) => sql`(row.weight > 100) = ${value === 'yes'}` },
  scope: scopedBy('owner_id'),
  mask: (by) => (by.caller.role.name === 'masked' ? async () => (row) => ({ ...row, number: '***' }) : undefined),
  children: { steps },
  after: async (_trx, _by, change) => {
    changes.push(change);
    if ('after' in change && change.after.number === 'refuse') throw new Error('refused by what comes after');
  },
  words: { parcel_bounds: { weight: 'Nhẹ hơn mức tối thiểu' } },
  sheet: { number: 'Số', weight: { heading: 'Nặng', cell: (weight) => `${weight} g` } },
});
const store = () =>
  resourceStore(
    { db: database.db, announce: async (_trx, change) => void announced.push(change), bulkables: () => [] },
    parcels,
  );

const by = (accountId: string, role: { name?: string; scope?: Scope } = {}): By => ({
  via: 'person',
  network: 'test',
  requestId: 'test',
  caller: {
    tenantId: tenant,
    tenantCode: 'mot',
    timeZone: 'Asia/Ho_Chi_Minh',
    accountId,
    sessionId: newId(),
    mustSetUp: false,
    operates: false,
    name: '',
    extension: null,
    licences: [],
    teamId: places.team,
    departmentId: places.sales,
    branchId: places.branch,
    role: { name: 'agent', permissions: [], scope: 'all', ...role },
  },
});
const everything = { search: '', sort: 'number', filters: {} };
const firstPage = { page: 1, perPage: 10 };
const input = (given: Partial<z.input<typeof contract.input>>) => contract.input.parse({ number: '1', ...given });
const numbersOf = async (who: By, wanted: Partial<typeof everything & { filters: object }> = {}) =>
  (await store().list(who, { ...everything, ...wanted }, firstPage)).data.map(({ number }) => number);
const trail = () =>
  database.db.inTenant(tenant, (trx) =>
    trx.selectFrom('audit').select(['action', 'subject_id']).orderBy('at').orderBy('id').execute(),
  );

beforeAll(async () => {
  database = await migratedTestDatabase();
  await migrate(database.url, [...migrations, tables]);
  await database.db.inTenant(tenant, async (trx) => {
    await trx.insertInto('tenant').values({ id: tenant, code: 'mot', name: 'Một', sip_domain: 'mot' }).execute();
    const { branch, sales, support, team } = places;
    await trx.insertInto('branch').values({ id: branch, name: 'HN' }).execute();
    await trx
      .insertInto('department')
      .values([
        { id: sales, name: 'Bán', branch_id: branch },
        { id: support, name: 'Hỗ trợ', branch_id: branch },
      ])
      .execute();
    await trx.insertInto('team').values({ id: team, name: 'A', department_id: sales }).execute();
    const role_id = newId();
    await trx.insertInto('role').values({ id: role_id, name: 'r' }).execute();
    const person = (id: string, department_id: string, team_id: string | null) => ({
      id,
      email: id,
      name: id,
      password_hash: '',
      role_id,
      department_id,
      team_id,
      extension: null,
    });
    await trx
      .insertInto('account')
      .values([person(people.lan, sales, team), person(people.minh, sales, null), person(people.hoa, support, null)])
      .execute();
  });
});

afterAll(() => database.close());

test('a row without a name is added, listed, changed and deleted, with the rows below it in their order', async () => {
  const two = [
    { place: 'b', delay: 5 },
    { place: 'a', delay: 1 },
  ];
  const made = await store().insert(by(people.lan), input({ number: 'one', steps: two }));
  expect(made).toMatchObject({ number: 'one', steps: two, version: 1 });
  const changed = await store().update(by(people.lan), made.id, input({ number: 'one', steps: two.toReversed() }), 1);
  expect(changed).toMatchObject({ steps: two.toReversed(), version: 2 });
  expect(await store().update(by(people.lan), newId(), input({}), 1)).toBeUndefined();
  await expect(store().update(by(people.lan), made.id, input({ steps: [] }), 1)).rejects.toMatchObject({
    code: 'conflict',
    details: { current: { steps: two.toReversed() } },
  });
  expect(await store().remove(by(people.lan), [{ id: made.id, version: 2 }])).toEqual({
    deleted: [made.id],
    refused: [],
    undo: null,
  });
  expect(await numbersOf(by(people.lan))).toEqual([]);
  expect(contract.called({ number: 'one' })).toBe('Bưu kiện one');
});

test('what the database refuses is said beside the field, and nothing of it is kept', async () => {
  const refused = async (given: Partial<z.input<typeof contract.input>>, fields: object) =>
    expect(store().insert(by(people.lan), input(given))).rejects.toMatchObject({
      code: 'invalid_input',
      details: { fields },
    });
  await refused({ weight: 1, least: 2 }, { weight: 'Nhẹ hơn mức tối thiểu' });
  await refused({ number: 'much too long' }, { number: 'Giá trị không hợp lệ' });
  await refused({ weight: 70_000 }, {});
  await refused({ owner_id: newId() }, { owner_id: 'Lựa chọn này không còn tồn tại' });
  await refused({ steps: [{ place: 'nowhere', delay: 1 }] }, { steps: 'Giá trị không hợp lệ' });
  await expect(store().insert(by(people.lan), input({ number: 'refuse' }))).rejects.toThrow('what comes after');
  expect(await numbersOf(by(people.lan))).toEqual([]);
});

test('each change is in the trail, announced and told to what comes after, once', async () => {
  const before = { trail: (await trail()).length, announced: announced.length, changes: changes.length };
  const { id } = await store().insert(by(people.lan), input({ number: 'two' }));
  await store().update(by(people.lan), id, input({ number: 'three' }), 1);
  const stale = await store().remove(by(people.lan), [{ id, version: 1 }]);
  expect(stale).toEqual({
    undo: null,
    deleted: [],
    refused: [{ id, code: 'conflict', current: expect.objectContaining({ version: 2 }) }],
  });
  const ten = Array.from({ length: 10 }, () => store().remove(by(people.lan), [{ id }]));
  const deleted = (await Promise.all(ten)).flatMap((outcome) => outcome.deleted);
  expect(deleted).toEqual([id]);
  expect((await trail()).slice(before.trail)).toEqual(
    ['create', 'update', 'delete'].map((action) => ({ action, subject_id: id })),
  );
  expect(announced.slice(before.announced)).toEqual(
    Array(3).fill({ tenantId: tenant, subject: 'customer', ids: [id] }),
  );
  expect(changes.slice(before.changes).map(({ kind }) => kind)).toEqual(['created', 'updated', 'deleted']);
});

test('a save reads its row once to know it and once to answer: trail, announcement and answer share that', async () => {
  const scansOf = async (work: () => Promise<unknown>) => {
    const before = await scans();
    await work();
    return (await scans()) - before;
  };
  let made = '';
  const added = await scansOf(async () => {
    made = (await store().insert(by(people.lan), input({ number: 'once' }))).id;
  });
  const changed = await scansOf(() => store().update(by(people.lan), made, input({ number: 'again' }), 1));
  await store().remove(by(people.lan), [{ id: made }]);
  // Besides what it reads, a change finds the row that it changes.
  expect({ added, changed }).toEqual({ added: 1, changed: 3 });
});

/** How often the table was looked into so far, by everybody: each connection tells what it has counted. */
async function scans(): Promise<number> {
  let telling = 0;
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const tell = () =>
    database.db.inTenant(tenant, async (trx) => {
      await sql`select pg_stat_force_next_flush()`.execute(trx);
      telling += 1;
      if (telling === connections) resolve();
      // Until then this one is not free to be asked again.
      await all;
    });
  await Promise.all(Array.from({ length: connections }, tell));
  const counted = sql<{
    n: number;
  }>`select seq_scan + coalesce(idx_scan, 0) as n from pg_stat_user_tables where relname = 'parcel'`;
  const { rows } = await database.db.inTenant(tenant, (trx) => counted.execute(trx));
  return rows[0]?.n ?? 0;
}

test('who sees what follows the data scope, for reading and for changing', async () => {
  for (const [number, owner_id] of Object.entries(people)) {
    await store().insert(by(people.lan), input({ number, owner_id, weight: 200 }));
  }
  await store().insert(by(people.lan), input({ number: 'nobody' }));
  const seenWith = (scope: Scope, who = people.lan) => numbersOf(by(who, { scope }));
  expect(await seenWith('all')).toEqual(['hoa', 'lan', 'minh', 'nobody']);
  expect(await seenWith('branch')).toEqual(['hoa', 'lan', 'minh']);
  expect(await seenWith('department')).toEqual(['lan', 'minh']);
  expect(await seenWith('team')).toEqual(['lan']);
  expect(await seenWith('own', people.minh)).toEqual(['minh']);
  expect(await numbersOf(by(people.lan, { scope: 'own', name: 'super-admin' }))).toHaveLength(4);

  const [hoas] = (await store().list(by(people.hoa, { scope: 'own' }), everything, firstPage)).data;
  if (hoas === undefined) throw new Error('Hoa has no parcel.');
  const lan = by(people.lan, { scope: 'team' });
  // Whoever was answered before them.
  const { find } = store();
  const told: readonly [Scope, string, boolean][] = [
    ['own', people.hoa, true],
    ['own', people.minh, false],
    ['team', people.minh, false],
    ['department', people.minh, false],
    ['branch', people.minh, true],
    ['all', people.minh, true],
  ];
  for (const [scope, who, isSeen] of [...told, ...told]) {
    expect([scope, (await find(by(who, { scope }), hoas.id)) !== undefined]).toEqual([scope, isSeen]);
  }
  expect(await store().find(lan, hoas.id)).toBeUndefined();
  expect(await store().update(lan, hoas.id, input({}), 1)).toBeUndefined();
  expect(await store().remove(lan, [{ id: hoas.id }])).toEqual({ deleted: [], refused: [], undo: null });
  expect(await exported(lan)).toHaveLength(1);
});

/** The cells of an export, row by row. */
const exported = (who: By) =>
  database.db.inTenant(tenant, async (trx) => {
    const lines: unknown[][] = [];
    for await (const piece of exportOf(parcels).pieces(trx, who, everything))
      lines.push(...piece.map((row) => [...row]));
    return lines;
  });

test('many at once are those of one’s scope, refused as by hand, and called as one is shown them', async () => {
  const bulk = bulkOf(parcels);
  const inTenant = <T>(work: (trx: Trx) => Promise<T>) => database.db.inTenant(tenant, work);
  const chosen = (who: By, filters: object = {}) =>
    inTenant(async (trx) => {
      const query = await bulk.chosen(trx, who, { search: '', filters: { ...filters } }, sql<Date>`now()`);
      const { rows } = await sql<{ id: string; version: number }>`select id, version from (${query}) as row`.execute(
        trx,
      );
      return rows;
    });
  expect(await chosen(by(people.lan))).toHaveLength(4);
  const team = by(people.lan, { scope: 'team' });
  const mine = await chosen(team, { heavy: 'yes' });
  expect(mine).toHaveLength(1);

  const before = changes.length;
  const everybodys = await chosen(by(people.lan));
  const done = await inTenant((trx) => bulk.take(trx, team, { kind: 'set', set: { weight: 300 } }, everybodys));
  expect([done.changed.length, done.same, done.kept]).toEqual([1, 0, []]);
  expect(changes.slice(before).map(({ kind }) => kind)).toEqual(['updated']);
  const masked = by(people.lan, { name: 'masked' });
  const stale = await inTenant((trx) => bulk.take(trx, masked, { kind: 'delete' }, mine));
  expect([stale.removed, stale.kept.map(({ name, reason }) => [name, reason])]).toEqual([
    [],
    [['Bưu kiện ***', 'Vừa được người khác sửa']],
  ]);
  const refused = await inTenant((trx) => bulk.take(trx, masked, { kind: 'set', set: { least: 1_000 } }, mine));
  expect(refused.kept.map(({ reason }) => reason)).toEqual(['Nặng: Nhẹ hơn mức tối thiểu']);
});

test('filters mean what the resource says, search too, and totals count what is shown', async () => {
  const lan = by(people.lan);
  expect(await numbersOf(lan, { filters: { heavy: 'no' } })).toEqual(['nobody']);
  expect(await numbersOf(lan, { filters: { heavy: 'yes', owner_id: people.minh } })).toEqual(['minh']);
  expect(await numbersOf(lan, { search: 'hoa' })).toEqual(['hoa']);
  const { total } = await store().list(by(people.lan, { scope: 'team' }), everything, { page: 1, perPage: 1 });
  expect(total).toBe(1);
  await expect(numbersOf(lan, { sort: 'steps' })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('what somebody may not see in full is hidden in every answer, and stays in the trail', async () => {
  const masked = by(people.lan, { name: 'masked' });
  expect(await numbersOf(masked, { filters: { heavy: 'no' } })).toEqual(['***']);
  expect((await exported(masked)).every(([number]) => number === '***')).toBe(true);
  const made = await store().insert(masked, input({ number: 'secret' }));
  expect(made.number).toBe('***');
  expect((await store().update(masked, made.id, input({ number: 'secret 2' }), 1))?.number).toBe('***');
  await expect(store().update(masked, made.id, input({}), 1)).rejects.toMatchObject({
    details: { current: { number: '***' } },
  });
  const [entry] = await database.db.inTenant(tenant, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', made.id).where('action', '=', 'update').select('after').execute(),
  );
  expect(entry?.after).toMatchObject({ number: 'secret 2' });
});
