import { listed } from '../recipes/listed.ts';
import { run } from '../recipes/tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** What people make rows of by themselves, and had no tally. */
const lists = [
  'account',
  'role',
  'extension',
  'extension_group',
  'device',
  'inbound_rule',
  'outbound_rule',
  'block_list',
];

/** Rows that stand between others, or belong to people: as many as those there are of the one, times those of the other. */
const between = [
  ...([
    'campaign_contact',
    'campaign_member',
    'project_member',
    'project_number',
    'queue_member',
    'ring_group_member',
  ] as const),
  ...(['service_number_caller', 'outbound_rule_group', 'outbound_route', 'ivr_key', 'time_group_detail'] as const),
  ...(['survey_campaign_question', 'music_piece', 'saved_view'] as const),
];

/** A company's share of rows is of all that it makes, and so much stands in a block list, which calls read whole, and no more. */
export const allRowsAreCounted: Migration = {
  name: '0091-all-rows-are-counted',
  async up(db) {
    await run(db, 'alter table row_tally no force row level security');
    for (const table of lists) {
      await listed(db, table);
      await countThoseOfBefore(db, table, "date_trunc('second', created_at)");
    }
    for (const table of between) {
      await counted(db, table);
      await countThoseOfBefore(db, table, `'epoch'::timestamptz`);
    }
    await run(db, 'alter table row_tally force row level security');
    await run(db, mostBlocked);
  },
};

async function countThoseOfBefore(db: MigrationDb, table: string, at: string): Promise<void> {
  await run(db, `alter table ${table} no force row level security`);
  await run(
    db,
    `insert into row_tally (tenant_id, list, at, until, n)
      select tenant_id, '${table}', second, second, count(*) from (select tenant_id, ${at} as second from ${table}) as made
      group by 1, 3`,
  );
  await run(db, `alter table ${table} force row level security`);
}

/** Nobody pages through these: how many there are is all that is asked, so one moment has them all. */
async function counted(db: MigrationDb, table: string): Promise<void> {
  await run(
    db,
    `create function tally_${table}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        insert into row_tally (tenant_id, list, at, until, n)
          select tenant_id, '${table}', 'epoch', 'epoch', case tg_op when 'INSERT' then n else -n end
          from (select tenant_id, count(*) as n from changed group by 1) as made
          where exists (select from tenant where tenant.id = made.tenant_id);
        return null;
      end $$`,
  );
  for (const [event, rows] of [
    ['insert', 'new'],
    ['delete', 'old'],
  ]) {
    await run(
      db,
      `create trigger tally_${event} after ${event} on ${table} referencing ${rows} table as changed
        for each statement execute function tally_${table}()`,
    );
  }
  await run(
    db,
    `create trigger within_share after insert on ${table} for each statement execute function stays_within_share()`,
  );
}

/** After tally_insert: triggers of a statement go by their names. */
const mostBlocked = `
create function stays_within_most_blocked() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if (select sum(n) from public.row_tally where tenant_id = (select public.current_tenant()) and list = 'block_list') > 200000 then
    raise exception 'The company has all the numbers blocked that it may have.'
      using errcode = '23514', constraint = 'block_list_most', table = tg_table_name;
  end if;
  return null;
end $$;
create trigger within_most after insert on block_list for each statement execute function stays_within_most_blocked();
`;
