import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { migratedTestDatabase } from '../../testing/database.ts';
import { openTestOffice } from '../../testing/small-company.ts';
import { storeCustomer } from '../../testing/stored-calls.ts';
import { allResources } from './resources.ts';

test('whatever people make rows of is of their company’s share of rows', async () => {
  const { db, close } = await migratedTestDatabase();
  const { rows } = await db.outside((trx) =>
    sql<{ table: string; trigger: string }>`select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
      where tgname in ('tally_insert', 'tally_delete', 'within_share')`.execute(trx),
  );
  const has = new Set(rows.map(({ table, trigger }) => `${table} ${trigger}`));
  const lacking = allResources.flatMap(({ bulkable: { table } }) =>
    ['tally_insert', 'tally_delete', 'within_share']
      .map((trigger) => `${table} ${trigger}`)
      .filter((one) => !has.has(one)),
  );
  expect(lacking).toEqual([]);
  await close();
});

test('what stands between rows is counted, and the rows of before a tally; a block list has a most', async () => {
  const { db, close } = await migratedTestDatabase();
  const { tenant } = await openTestOffice(db, 'nhieu');
  const own = () =>
    db.inTenant(tenant, async (trx) => {
      const { rows } = await sql<{ n: number }>`select own_rows() as n`.execute(trx);
      return Number(rows[0]?.n);
    });
  const before = await own();
  const block = (n: number, from: number) =>
    db.inTenant(tenant, (trx) =>
      sql`insert into block_list (id, direction, kind, value)
        select gen_random_uuid(), 'in', 'number', '+849' || lpad(n::text, 8, '0')
        from generate_series(${from}::int, ${from + n - 1}::int) as n`.execute(trx),
    );
  await block(3, 0);
  expect(await own()).toBe(before + 3);
  for (const nth of [1, 2, 3, 4, 5])
    await storeCustomer(db, tenant, { name: `Khách ${nth}`, e164: `+8490123450${nth}` });
  await db.inTenant(tenant, async (trx) => {
    await sql`insert into campaign (id, name, kind) values (gen_random_uuid(), 'Mời', 'care')`.execute(trx);
    await sql`insert into campaign_contact (id, campaign_id, customer_id)
      select gen_random_uuid(), campaign.id, customer.id from campaign, customer`.execute(trx);
  });
  const contacts = () =>
    db.inTenant(tenant, async (trx) => {
      const { rows } = await sql<{ counted: number; there: number }>`select
        (select coalesce(sum(n), 0)::int from row_tally where list = 'campaign_contact') as counted,
        (select count(*)::int from campaign_contact) as there`.execute(trx);
      return rows[0];
    });
  const made = await contacts();
  expect(made?.there).toBeGreaterThanOrEqual(5);
  expect(made?.counted).toBe(made?.there);
  await db.inTenant(tenant, (trx) => sql`delete from campaign_contact`.execute(trx));
  expect(await contacts()).toEqual({ counted: 0, there: 0 });

  // As if there were as many as may be: the tally is what is asked.
  await db.inTenant(tenant, (trx) =>
    sql`insert into row_tally (list, at, until, n) values ('block_list', now(), now(), 199997)`.execute(trx),
  );
  await expect(block(1, 10)).rejects.toMatchObject({ code: 'over_share', message: expect.stringContaining('200.000') });
  await close();
});
