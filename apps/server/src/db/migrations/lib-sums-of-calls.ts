import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { MigrationDb } from './migration.ts';

/** What is kept of calls in a table of sums. */
export interface SumsOfCalls {
  readonly table: string;
  /** What is added up, and by which of its columns it has its time; calls where nothing is said. */
  readonly of?: { readonly table: string; readonly began: string };
  /** What of a row of sums, besides the tenant, says what it is of; `at` is the beginning of the time that it sums up. */
  readonly key: readonly string[];
  readonly figures: readonly string[];
  /** In which time a moment is summed up, by that time's beginning. */
  readonly period: (moment: string) => string;
  /** The sums of some rows of calls, each with the `sign` that it counts with: `tenant_id`, the key and the figures. */
  readonly sums: (calls: string) => string;
}

/**
 * Fills a table with sums of the calls that there are; whatever happens to a row of a call happens to the sums in the same statement.
 * `rebuild_<table>s` makes the tenant's sums of a time anew, and answers whether they were not what its calls come to.
 */
export async function keepSumsOfCalls(
  db: MigrationDb,
  { table, of = { table: 'call', began: 'started_at' }, key, figures, period, sums }: SumsOfCalls,
): Promise<void> {
  const names = ['tenant_id', ...key].join(', ');
  const counted = figures.join(', ');
  const nothing = `(${figures.map(() => '0').join(', ')})`;
  // Of a company that is being deleted nothing is kept.
  const add = (calls: string) => `
    insert into ${table} as kept (${names}, ${counted})
      select ${names}, ${counted} from (${sums(calls)}) as change
      where (${counted}) <> ${nothing} and exists (select from tenant where tenant.id = change.tenant_id)
      order by ${names}
      on conflict (${names}) do update set ${figures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`;

  // The owner's tables bind even the owner, who is in no tenant here.
  await run(db, `alter table ${of.table} no force row level security`);
  await run(db, add(`select ${of.table}.*, 1 as sign from ${of.table}`));
  await run(db, `alter table ${of.table} force row level security`);
  await guardByTenant(db, table);
  await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);

  const kinds = [
    ['insert', 'new table as after', 'select after.*, 1 as sign from after'],
    ['delete', 'old table as before', 'select before.*, -1 as sign from before'],
    [
      'update',
      'old table as before new table as after',
      'select after.*, 1 as sign from after union all select before.*, -1 from before',
    ],
  ] as const;
  for (const [event, rows, calls] of kinds) {
    const name = `keep_${table}_${event}`;
    await run(
      db,
      `create function ${name}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          ${add(calls)};
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger ${name} after ${event} on ${of.table} referencing ${rows} for each statement execute function ${name}()`,
    );
  }

  const within = (column: string) =>
    `tenant_id = current_tenant() and ${column} >= ${period('from_at')} and ${column} < ${period('to_at')}`;
  const kept = `select jsonb_agg(${table} order by ${key.join(', ')}) from ${table}
    where ${within('at')} and (${counted}) <> ${nothing}`;
  const rebuild = `rebuild_${table}s(from_at timestamptz, to_at timestamptz)`;
  await run(
    db,
    `create function ${rebuild} returns boolean language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table ${table} in share row exclusive mode;
        was := (${kept});
        delete from ${table} where ${within('at')};
        ${add(`select ${of.table}.*, 1 as sign from ${of.table} where ${within(of.began)}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
  await run(db, `revoke all on function rebuild_${table}s(timestamptz, timestamptz) from public`);
  await run(db, `grant execute on function rebuild_${table}s(timestamptz, timestamptz) to ${roles.app}`);
}
