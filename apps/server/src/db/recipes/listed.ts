import type { MigrationDb } from '../migrations/migration.ts';
import { run } from './tenant-table.ts';

/**
 * Makes a table one that is listed newest first however many rows it has: an index in that order, and tallies of its rows by
 * the second that they were made in, kept by the very statement that adds or deletes them (see `list_cut`), and no more of them
 * than the company's share.
 */
export async function listed(db: MigrationDb, table: string): Promise<void> {
  await run(db, `create index ${table}_newest on ${table} (tenant_id, created_at desc, id desc)`);
  await run(
    db,
    `create function tally_${table}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        -- Of a company that is being deleted nothing is kept.
        insert into row_tally (tenant_id, list, at, until, n)
          select tenant_id, '${table}', second, second, case tg_op when 'INSERT' then n else -n end
          from (
            select tenant_id, date_trunc('second', created_at) as second, count(*) as n from changed group by 1, 2
          ) as made
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
  // Tables from before there were shares have it by the migration that brought them.
  await run(
    db,
    `do $do$ begin
      if to_regproc('stays_within_share') is not null then
        create trigger within_share after insert on ${table} for each statement execute function stays_within_share();
      end if;
    end $do$`,
  );
}

/** Lets a list be sorted by texts as Vietnamese is, forwards and backwards, without reading all of it. */
export async function sortedBy(db: MigrationDb, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) {
    await run(db, `create index ${table}_by_${column} on ${table} (tenant_id, ${column} collate "vi-x-icu", id)`);
  }
}
