import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { migratedTestDatabase } from '../../../testing/database.ts';
import type { By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { customer } from './customers.ts';

const by: By = {
  via: 'job',
  network: '',
  requestId: '',
  caller: {
    tenantId: newId(),
    tenantCode: 'mot',
    timeZone: 'Asia/Ho_Chi_Minh',
    accountId: newId(),
    sessionId: newId(),
    mustSetUp: false,
    operates: false,
    name: '',
    extension: null,
    licences: [],
    teamId: null,
    departmentId: null,
    branchId: null,
    role: { name: 'super-admin', permissions: [], scope: 'all' },
  },
};

test('names of status, source, project and owner are joined where they are shown, and left out where rows are counted', async () => {
  await using database = await migratedTestDatabase();
  const plans = await database.db.inTenant(by.caller.tenantId, async (trx) => {
    const planOf = async (columns: string) => {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain (costs off) select ${sql.raw(columns)} from (${customer.rows(trx)}) as row where do_not_call`.execute(
        trx,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    return {
      counted: await planOf('count(*)'),
      shown: await planOf('is_status, is_project, is_datasource, user_name'),
    };
  });
  const named = /profile_status|data_source|project|account/;
  expect(plans.counted).not.toMatch(named);
  expect(plans.shown).toMatch(named);
});

test('a day of creation is told once for all rows, and found in the index of creation', async () => {
  await using database = await migratedTestDatabase();
  const { created_from: from, created_to: to } = customer.filters ?? {};
  if (typeof from !== 'function' || typeof to !== 'function') throw new Error('customers have no days of creation');
  const plan = await database.db.inTenant(by.caller.tenantId, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (costs off) select id from customer as row
      where tenant_id = current_tenant() and ${from('2026-11-01', by)} and ${to('2026-11-30', by)}
      order by created_at desc, id desc limit 10`.execute(trx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index Cond: .*created_at >= \(InitPlan \d\).* AND \(created_at < \(InitPlan \d\)/);
  expect(plan).not.toMatch(/Filter: .*created_at/);
});
