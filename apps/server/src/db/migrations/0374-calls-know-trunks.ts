import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A conversation knows the trunk that its customer was on, so that the calls of one carrier are found by an index. Those that there
 * are learn it from their legs; nothing that is summed of a call follows from it, so its triggers have a rest meanwhile.
 */
export const callsKnowTrunks: Migration = {
  name: '0374-calls-know-trunks',
  async up(db) {
    await run(db, `alter table call add column trunk_id text not null default ''`);
    // The owner's tables bind even the owner, who is in no tenant here.
    for (const table of ['call', 'leg']) await run(db, `alter table ${table} no force row level security`);
    await run(db, 'alter table call disable trigger user');
    await run(
      db,
      `update call set trunk_id = legs.trunk_id
        from (
          select distinct on (tenant_id, call_id, call_started_at) tenant_id, call_id, call_started_at, trunk_id from leg
          where trunk_id <> ''
          order by tenant_id, call_id, call_started_at, side = 'arrived' desc, answered_at is null,
            case when answered_at is null then -position else position end
        ) as legs
        where call.tenant_id = legs.tenant_id and call.id = legs.call_id and call.started_at = legs.call_started_at`,
    );
    await run(db, 'alter table call enable trigger user');
    for (const table of ['call', 'leg']) await run(db, `alter table ${table} force row level security`);
    await run(db, `create index call_trunk on call (tenant_id, trunk_id, started_at desc, id) where trunk_id <> ''`);
  },
};
