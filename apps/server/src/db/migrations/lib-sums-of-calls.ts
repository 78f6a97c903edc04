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
export async function keepSumsOfCalls(db: MigrationDb, sums: SumsOfCalls): Promise<void> {
  const { table, of = calls } = sums;
  // The owner's tables bind even the owner, who is in no tenant here.
  await run(db, `alter table ${of.table} no force row level security`);
  await run(db, addSums(sums, `select ${of.table}.*, 1 as sign from ${of.table}`));
  await run(db, `alter table ${of.table} force row level security`);
  await guardByTenant(db, table);
  await run(db, `grant select, insert, update, delete on ${table} to ${roles.app}`);
  for (const event of ['insert', 'delete', 'update'] as const) {
    await run(db, functionOf(sums, event));
    const { name, rows } = triggerOf(sums, event);
    await run(
      db,
      `create trigger ${name} after ${event} on ${of.table} referencing ${rows} for each statement execute function ${name}()`,
    );
  }
  await rebuilding(db, sums);
}

/** The same with other sums, of what happens from now on: the table is to have been made right for what there is. */
export async function keepOtherSumsOfCalls(
  db: MigrationDb,
  sums: SumsOfCalls,
  events: readonly SummedEvent[],
): Promise<void> {
  for (const event of events) await run(db, functionOf(sums, event));
  await rebuilding(db, sums);
}

const calls = { table: 'call', began: 'started_at' };

/** Adds the sums of rows of calls, each with the sign that it counts with. Of a company that is being deleted nothing is kept. */
export function addSums({ table, key, figures, sums }: SumsOfCalls, calls: string): string {
  const names = ['tenant_id', ...key].join(', ');
  const counted = figures.join(', ');
  return `
    insert into ${table} as kept (${names}, ${counted})
      select ${names}, ${counted} from (${sums(calls)}) as change
      where (${counted}) <> ${nothing(figures)} and exists (select from tenant where tenant.id = change.tenant_id)
      order by ${names}
      on conflict (${names}) do update set ${figures.map((name) => `${name} = kept.${name} + excluded.${name}`).join(', ')}`;
}

const nothing = (figures: readonly string[]) => `(${figures.map(() => '0').join(', ')})`;

type SummedEvent = 'insert' | 'delete' | 'update';

const changed: Readonly<Record<SummedEvent, { readonly rows: string; readonly calls: string }>> = {
  insert: { rows: 'new table as after', calls: 'select after.*, 1 as sign from after' },
  delete: { rows: 'old table as before', calls: 'select before.*, -1 as sign from before' },
  update: {
    rows: 'old table as before new table as after',
    calls: 'select after.*, 1 as sign from after union all select before.*, -1 from before',
  },
};

const triggerOf = ({ table }: SumsOfCalls, event: SummedEvent) => ({
  name: `keep_${table}_${event}`,
  ...changed[event],
});

function functionOf(sums: SumsOfCalls, event: SummedEvent): string {
  const { name, calls } = triggerOf(sums, event);
  return `create or replace function ${name}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
    begin
      ${addSums(sums, calls)};
      return null;
    end $$`;
}

async function rebuilding(db: MigrationDb, sums: SumsOfCalls): Promise<void> {
  const { table, of = calls, key, figures, period } = sums;
  const counted = figures.join(', ');
  const within = (column: string) =>
    `tenant_id = current_tenant() and ${column} >= ${period('from_at')} and ${column} < ${period('to_at')}`;
  const kept = `select jsonb_agg(${table} order by ${key.join(', ')}) from ${table}
    where ${within('at')} and (${counted}) <> ${nothing(figures)}`;
  const rebuild = `rebuild_${table}s(from_at timestamptz, to_at timestamptz)`;
  await run(
    db,
    `create or replace function ${rebuild} returns boolean language plpgsql set search_path = pg_catalog, public as $$
      declare
        was jsonb;
        is_now jsonb;
      begin
        lock table ${table} in share row exclusive mode;
        was := (${kept});
        delete from ${table} where ${within('at')};
        ${addSums(sums, `select ${of.table}.*, 1 as sign from ${of.table} where ${within(of.began)}`)};
        is_now := (${kept});
        return was is distinct from is_now;
      end $$`,
  );
  await run(db, `revoke all on function rebuild_${table}s(timestamptz, timestamptz) from public`);
  await run(db, `grant execute on function rebuild_${table}s(timestamptz, timestamptz) to ${roles.app}`);
}
