import { sql } from 'kysely';

import { foundByKey } from './lib-import.ts';
import { listed } from './lib-listed.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * A service number belongs to one company of the installation: else one's calls would go to the other. Where it has belonged to
 * several nobody here knows whose it is, so the upgrade stops and says which.
 */
export const numbersOnce: Migration = {
  name: '0091-numbers-once',
  async up(db) {
    await refuseConflicts(db);
    await run(db, 'drop index service_number_number_key');
    await run(db, `create unique index service_number_number_key on service_number (number) where number <> ''`);
    await run(db, `alter table service_number add column note text not null default ''`);
    await foundByKey(db, 'service_number');
    await listed(db, 'service_number');
  },
};

async function refuseConflicts(db: MigrationDb): Promise<void> {
  // The owner's tables bind even the owner, who is in no tenant here.
  const tables = ['service_number', 'tenant'];
  for (const table of tables) await run(db, `alter table ${table} no force row level security`);
  const { rows } = await sql<{ number: string; companies: string }>`
    select number, string_agg(tenant.code, ', ' order by tenant.code) as companies
    from service_number join tenant on tenant.id = service_number.tenant_id
    where number <> '' group by number having count(*) > 1 order by number`.execute(db);
  for (const table of tables) await run(db, `alter table ${table} force row level security`);
  if (rows.length === 0) return;
  const named = rows.map(({ number, companies }) => `${number} (${companies})`).join('; ');
  throw new Error(
    `Các đầu số này đang thuộc nhiều doanh nghiệp, hãy giữ lại ở một doanh nghiệp rồi khởi động lại: ${named}`,
  );
}
