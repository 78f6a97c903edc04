import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { callerOfAccount } from '../features/identity/account-callers.ts';
import { branch } from '../features/organisation/branches.ts';
import type { By } from '../kernel/by.ts';
import { exportOf } from './exporting.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;

/** So many more than are counted that a sample of the rows tells. */
const many = 17_000;
/** More than are counted, and not so many that a sample tells. */
const more = 10_500;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('other');
  for (const [{ id }, rows] of [
    [demo, many],
    [other, more],
  ] as const) {
    await app.db.inTenant(id, async (trx) => {
      await sql`insert into branch (id, updated_at, name, code, address)
        select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid,
          case when n <= 40 then '2040-01-01'::timestamptz when n % 3 = 0 then '2020-01-01' else '2030-01-01' end,
          'Chi nhánh Nguyễn Huệ ' || n, 'CN' || n,
          case when n % 100 = 0 then 'Đường Trần Phú' else '' end
        from generate_series(1, ${rows}::int) as n`.execute(trx);
    });
  }
  await app.db.inTenant(other.id, (trx) =>
    sql`insert into branch (id, name) values (gen_random_uuid(), 'Chi nhánh của riêng họ')`.execute(trx),
  );
});

afterAll(() => app.close());

async function search(words: string, query = '', { admin } = demo) {
  const { data, total, total_capped } = (
    await admin.call('GET', `/branchs?search=${encodeURIComponent(words)}${query}`)
  ).json();
  return { codes: data.map(({ code }: { code: string }) => code), total, total_capped };
}

test('words are found in any order, with or without accents, capitals and the bar of đ', async () => {
  expect(await search('HUE 10499')).toEqual({ codes: ['CN10499'], total: 1, total_capped: false });
  expect((await search('tran duong phu')).total).toBe(170);
  expect((await search('Đường Trần', '&sort=name&per_page=3')).codes).toEqual(['CN100', 'CN1000', 'CN10000']);
});

test('one or two letters are looked for where words begin', async () => {
  expect((await search('ph')).total).toBe(170);
  expect((await search('hu')).total_capped).toBe(true);
  expect((await search('ue')).total).toBe(0);
});

test('what nearly all rows have is counted up to the limit, and its pages are those of the list', async () => {
  for (const tenant of [demo, other]) {
    const page = (words: string) => search(words, '&per_page=5&page=3&sort=-code', tenant);
    expect(await page('nguyễn')).toEqual({ ...(await page('')), total: 10_000, total_capped: true });
  }
});

test('what is asked for besides words is obeyed: exactly where that is quick, and by as many as were met on the way where it is not', async () => {
  const since = (year: number) => `&updated_since=${year}-01-01T00:00:00Z`;
  const rare = await search('tran phu', `${since(2025)}&sort=code&per_page=50&page=3`);
  expect([rare.total, rare.total_capped, rare.codes.length]).toEqual([114, false, 14]);
  expect((await search('tran phu', `${since(2025)}&per_page=2`)).codes).toEqual(['CN100', 'CN200']);
  const [few, all] = [await search('nguyen', since(2035)), await search('', since(2035))];
  expect([few.total, few.total_capped, few.codes]).toEqual([40, false, all.codes]);
  // The newest ones have another name.
  await app.db.inTenant(other.id, (trx) =>
    sql`insert into branch (id, name, created_at) select gen_random_uuid(), 'Lê ' || n, now() + interval '1 day'
      from generate_series(1, 3000) as n`.execute(trx),
  );
  const some = await search('nguyen', since(2019), other);
  expect([some.total, some.total_capped, some.codes.length]).toEqual([7_000, true, 10]);
});

test('whoever looks for what nearly all have is told of as many as they asked for, and gets rows where these are few', async () => {
  const found = (atMost: number) =>
    app.db.inTenant(demo.id, async (trx) => {
      const { rows } = await sql<{ ids: number; rows: number }>`
        select count(distinct found.id) as ids, count(branch.id) as rows
        from find_branch('{nguyen}', ${atMost}) as found left join branch on branch.id = found.id`.execute(trx);
      return rows[0];
    });
  expect(await found(10_001)).toEqual({ ids: 10_001, rows: 0 });
  expect(await found(200)).toEqual({ ids: 200, rows: 200 });
});

test('signs that mean something to a pattern are looked for as they are', async () => {
  for (const sign of ['%', '_', '\\', "'", '100%', '%%%']) expect(await search(sign)).toMatchObject({ total: 0 });
});

test("another company's rows are not found", async () => {
  expect(await search('riêng họ')).toEqual({ codes: [], total: 0, total_capped: false });
});

test('an export has everything that is searched for, however much it is', async () => {
  expect((await demo.admin.call('GET', '/branchs/export?format=csv&search=nguyen')).statusCode).toBe(202);
  const found = await app.db.inTenant(demo.id, async (trx) => {
    const caller = await callerOfAccount(trx, demo.admin.accountId);
    if (caller === undefined) throw new Error('The admin is gone.');
    const by: By = { caller, via: 'job', network: '', requestId: '' };
    const lines: unknown[] = [];
    const query = { search: 'nguyen', filters: {} };
    for await (const piece of exportOf(branch).pieces(trx, by, query)) lines.push(...piece);
    return lines.length;
  });
  expect(found).toBe(many);
});

test('the index may be used by who looks for the search, and not by who serves', async () => {
  const plan = (role: string) =>
    app.db.inTenant(demo.id, async (trx) => {
      // Without figures of the table the planner does not know that it is large.
      await sql`set local role alo_owner`.execute(trx);
      await sql`analyze branch`.execute(trx);
      await sql`set local role ${sql.id(role)}`.execute(trx);
      const statement = sql`explain select id from branch where tenant_id = ${sql.lit(demo.id)} and search_text like '%10499%'`;
      return JSON.stringify((await statement.execute(trx)).rows);
    });
  expect(await plan('alo_lookup')).toContain('branch_search');
  expect(await plan('alo_app')).not.toContain('branch_search');
});
