import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';

/** What the company calls itself in letters: its brand, else its name. */
export async function brandOf(trx: Trx): Promise<string> {
  const { called } = await trx
    .selectFrom('tenant')
    .leftJoin('system_setting', 'system_setting.tenant_id', 'tenant.id')
    .select(sql<string>`coalesce(nullif(system_setting.brand_name, ''), tenant.name)`.as('called'))
    .executeTakeFirstOrThrow();
  return called;
}
