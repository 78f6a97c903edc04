import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * A conversation knows what came of it, as it was said last: whatever writes what came of calls writes it there, so that calls of one
 * outcome are found by an index, as are those of a service number now. What else was kept of a call is found by the call.
 */
export const callsKnowOutcomes: Migration = {
  name: '0400-calls-know-outcomes',
  async up(db) {
    await run(db, `alter table call add column outcome text not null default ''`);
    await run(
      db,
      `create index disposition_call on disposition (tenant_id, call_id, created_at desc, id desc) where call_id is not null`,
    );
    await run(
      db,
      'create index survey_response_call on survey_response (tenant_id, call_id) where call_id is not null',
    );
    await whatThereIs(db);
    await run(db, `create index call_outcome on call (tenant_id, outcome, started_at desc, id) where outcome <> ''`);
    // In the order of the list to its end: calls of a number that has few were looked for among all calls.
    await run(db, 'drop index call_service');
    await run(
      db,
      `create index call_service on call (tenant_id, service_number, started_at desc, id) where service_number <> ''`,
    );
    await byDispositions(db);
  },
};

/** Nothing that is summed of a call follows from it, so its triggers have a rest meanwhile. */
async function whatThereIs(db: MigrationDb): Promise<void> {
  // The owner's tables bind even the owner, who is in no tenant here.
  for (const table of ['call', 'disposition']) await run(db, `alter table ${table} no force row level security`);
  await run(db, 'alter table call disable trigger user');
  await run(
    db,
    `update call set outcome = said.outcome
      from (
        select distinct on (tenant_id, call_id) tenant_id, call_id, outcome from disposition where call_id is not null
        order by tenant_id, call_id, created_at desc, id desc
      ) as said
      where call.tenant_id = said.tenant_id and call.id = said.call_id`,
  );
  await run(db, 'alter table call enable trigger user');
  for (const table of ['call', 'disposition']) await run(db, `alter table ${table} force row level security`);
}

async function byDispositions(db: MigrationDb): Promise<void> {
  await run(
    db,
    `create function tell_outcome(tenant uuid, told uuid) returns void language plpgsql
      set search_path = pg_catalog, public as $$
      declare last text;
      begin
        select said.outcome into last from disposition as said
          where said.tenant_id = tenant and said.call_id = told
          order by said.created_at desc, said.id desc limit 1;
        update call set outcome = coalesce(last, '')
          where call.tenant_id = tenant and call.id = told and call.outcome <> coalesce(last, '');
      end $$`,
  );
  await run(
    db,
    `create function tell_outcomes() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        if tg_op <> 'INSERT' and old.call_id is not null then perform tell_outcome(old.tenant_id, old.call_id); end if;
        if tg_op <> 'DELETE' and new.call_id is not null then perform tell_outcome(new.tenant_id, new.call_id); end if;
        return null;
      end $$`,
  );
  await run(
    db,
    `create trigger tell_outcomes after insert or delete or update of call_id, outcome on disposition
      for each row execute function tell_outcomes()`,
  );
}
