import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../testing/database.ts';
import { newId } from '../kernel/new-id.ts';
import type { Db } from './database.ts';
import { migrate } from './migrate.ts';

let database: OwnedTestDatabase;
let db: Db;
let owner: pg.Client;
const first = newId();
const second = newId();

beforeAll(async () => {
  database = await ownedTestDatabase();
  db = database.db;
  owner = database.owner;
  for (const [id, code] of [
    [first, 'mot'],
    [second, 'hai'],
  ] as const) {
    await db.inTenant(id, async (trx) => {
      await trx
        .insertInto('tenant')
        .values({ id, code, name: code, sip_domain: `${code}.alo.local` })
        .execute();
      await trx.insertInto('branch').values({ id, name: 'Hà Nội' }).execute();
    });
  }
});

afterAll(() => database.close());

test('a tenant sees its own rows and no others', async () => {
  const seen = await db.inTenant(first, (trx) => trx.selectFrom('branch').select('id').execute());
  expect(seen).toEqual([{ id: first }]);
});

test('without a tenant there are no rows, and none can be added', async () => {
  await owner.query('set role alo_app');
  for (const table of await tenantTables()) {
    const { rows } = await owner.query(`select count(*)::int as n from ${table}`);
    expect({ table, rows }).toEqual({ table, rows: [{ n: 0 }] });
  }
  await expect(owner.query(`insert into branch (id, name) values ('${newId()}', 'x')`)).rejects.toThrow(
    /violates (row-level security|not-null)/,
  );
  await owner.query('reset role');
});

test("another tenant's row can be neither written, moved, changed nor referred to", async () => {
  const trespass = (statement: ReturnType<typeof sql>) => db.inTenant(first, (trx) => statement.execute(trx));
  await expect(
    trespass(sql`insert into branch (tenant_id, id, name) values (${second}, ${newId()}, 'x')`),
  ).rejects.toThrow('row-level security');
  await expect(trespass(sql`update branch set tenant_id = ${second}`)).rejects.toThrow('row-level security');
  await expect(
    trespass(sql`insert into department (id, name, branch_id) values (${newId()}, 'x', ${second})`),
  ).rejects.toThrow('department_branch_id_fkey');
  expect((await trespass(sql`update branch set name = 'x' where id = ${second}`)).numAffectedRows).toBe(0n);
  expect((await trespass(sql`update tenant set name = 'x' where id = ${second}`)).numAffectedRows).toBe(0n);
});

test('every table with a tenant forces row-level security, starts its key with the tenant, and is not owned by the serving role', async () => {
  const { rows } = await owner.query(`
    select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as first_key,
      pg_get_userbyid(c.relowner) as owner
    from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row).toEqual({ table: row.table, forced: true, first_key: 'tenant_id', owner: 'alo_owner' });
  }
});

test('every policy says what it must, letter by letter', async () => {
  const { rows } = await owner.query<{ table: string; name: string; policy: string }>(`
    select c.relname as table, polname as name, concat_ws(' ', polcmd, polpermissive,
      (select string_agg(case role when 0 then 'public' else role::regrole::text end, ',') from unnest(polroles) as role),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as policy
    from pg_policy join pg_class c on c.oid = polrelid order by 1, 2`);
  const ownRows = (column: string) => {
    const own = `(${column} = ( SELECT current_tenant() AS current_tenant))`;
    return `* t public ${own} ${own}`;
  };
  for (const { table, name, policy } of rows) {
    // The lookup role is nobody's: only the few functions and views that it owns look by it.
    const isLookup = name === 'lookup' || name === 'found_by_key';
    const wanted = isLookup ? 'r t alo_lookup true' : ownRows(table === 'tenant' ? 'id' : 'tenant_id');
    expect([table, name, policy]).toEqual([table, isLookup ? name : 'own_tenant', wanted]);
  }
  const guarded = rows.filter(({ name }) => name === 'own_tenant').map(({ table }) => table);
  expect(guarded.toSorted()).toEqual((await tenantTables()).toSorted());
});

test('every foreign key has an index that it can be looked up by', async () => {
  const { rows } = await owner.query(`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indpred is null
        and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`);
  expect(rows).toEqual([]);
});

test('the serving role cannot bypass row-level security, reach partitions, delete a company or rewrite the audit trail', async () => {
  const { rows } = await owner.query(
    "select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname like 'alo_%'",
  );
  expect(rows).toEqual(Array(3).fill({ rolsuper: false, rolbypassrls: false, rolcanlogin: false }));
  await expect(db.inTenant(first, (trx) => sql`delete from audit`.execute(trx))).rejects.toThrow('permission denied');
  await expect(db.inTenant(first, (trx) => sql`delete from tenant`.execute(trx))).rejects.toThrow('permission denied');
  await expect(db.inTenant(first, (trx) => sql`update audit set action = ''`.execute(trx))).rejects.toThrow('denied');
  const partitions = await owner.query(
    `select oid::regclass::text as name from pg_class where relispartition and relkind = 'r'`,
  );
  for (const { name } of partitions.rows) {
    await expect(db.inTenant(first, (trx) => sql.raw(`select from ${name}`).execute(trx))).rejects.toThrow('denied');
  }
});

test('the tenant of a connection ends with its transaction, also after an error', async () => {
  await expect(db.inTenant(first, () => Promise.reject(new Error('mistake')))).rejects.toThrow('mistake');
  await owner.query('set role alo_app');
  await owner.query(`begin; select set_config('app.tenant', '${first}', true)`);
  await owner.query('rollback');
  expect((await owner.query('select current_tenant() as tenant')).rows).toEqual([{ tenant: null }]);
  await owner.query('reset role');
});

test('a statement that failed unnoticed fails the transaction instead of losing the rest', async () => {
  const careless = db.inTenant(first, async (trx) => {
    await trx.insertInto('branch').values({ id: newId(), name: 'Huế' }).execute();
    await sql`select 1 / 0`.execute(trx).catch(() => undefined);
  });
  await expect(careless).rejects.toThrow('had failed');
});

test('the directory knows tenants by code, and a second migration has nothing to do', async () => {
  expect(await db.directory.tenantByCode('hai')).toMatchObject({ id: second, time_zone: 'Asia/Ho_Chi_Minh' });
  expect(await db.directory.tenantByCode('ba')).toBeUndefined();
  expect(await migrate(database.url)).toEqual([]);
});

test('search folds Vietnamese both ways', async () => {
  const { rows } = await owner.query("select fold('NGUYỄN Đức Ưởng') as folded, fold('nguyen duc uong') as plain");
  expect(rows).toEqual([{ folded: 'nguyen duc uong', plain: 'nguyen duc uong' }]);
});

test('calls are found by part of a number through the index, and only the own ones', async () => {
  for (const id of [first, second]) {
    await db.inTenant(id, (trx) =>
      sql`insert into call (id, started_at, revision, direction, status, stage, ended_at, dialled, outside_number)
        select gen_random_uuid(), now(), 1, 'inbound', 'missed', 'ended', now(), '', '+849' || lpad(n::text, 8, '0')
        from generate_series(1, 10000) as n`.execute(trx),
    );
  }
  await owner.query('vacuum analyze call');
  const found = (part: string) => sql`select from find_call(${part}, null, null, 100)`;
  expect((await db.inTenant(first, (trx) => found('07654').execute(trx))).rows).toHaveLength(1);
  expect((await db.inTenant(first, (trx) => found('98765').execute(trx))).rows).toHaveLength(0);

  const plan = async (role: string) => {
    await owner.query(`begin; set local role ${role}; select set_config('app.tenant', '${first}', true)`);
    const { rows } = await owner.query("explain select from call where outside_number like '%07654%'");
    await owner.query('rollback');
    return JSON.stringify(rows);
  };
  expect(await plan('alo_lookup')).toContain("Index Cond: (outside_number ~~ '%07654%'");
  expect(await plan('alo_app')).not.toContain('Index Cond: (outside_number');
});

async function tenantTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    union select 'tenant'`);
  return rows.map(({ name }) => name);
}

test('a name that a company may have once is one however it is written', async () => {
  const { rows } = await owner.query<{ name: string; rule: string }>(
    "select indexname as name, indexdef as rule from pg_indexes where schemaname = 'public' and indexname like '%\\_name\\_key'",
  );
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ rule }) => !rule.includes('name_key(name)'))).toEqual([]);
  const key = async (name: string) => (await owner.query('select name_key($1) as key', [name])).rows[0].key;
  expect(await key('  ĐÀO\u00A0 Tạo\u200B ')).toBe('đào tạo');
  expect(await key('Ðào tạo')).toBe(await key('đào tạo'));
  expect(await key('dao tao')).not.toBe(await key('đào tạo'));
});
