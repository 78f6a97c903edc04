import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * How many calls each inbound rule led, added up by the day by the statement that writes the call: a list of rules tells it of a
 * month however many calls there were.
 */
export const rulesCounted: Migration = {
  name: '0334-rules-counted',
  async up(db) {
    await run(db, `alter table call add column led_by uuid[] not null default '{}'`);
    // No key of the rules: calls stay counted as they were led, and rows of a rule that is gone are swept away with the days.
    await run(
      db,
      `create table rule_sum (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        inbound_rule_id uuid not null,
        at timestamptz not null,
        calls bigint not null,
        primary key (tenant_id, inbound_rule_id, at)
      ) with (fillfactor = 70)`,
    );
    await run(db, 'create index rule_sum_days on rule_sum (tenant_id, at)');
    await guardByTenant(db, 'rule_sum');
    await run(db, `grant select, insert, update, delete on rule_sum to ${roles.app}`);
    await keeping(db);
  },
};

/** Whatever happens to a row of a call happens to the sums in the same statement. Of a company that is being deleted nothing is kept. */
async function keeping(db: MigrationDb): Promise<void> {
  const kinds = [
    ['insert', 'new table as after', 'select after.*, 1 as sign from after'],
    ['delete', 'old table as before', 'select before.*, -1 as sign from before'],
    [
      'update',
      'old table as before new table as after',
      'select after.*, 1 as sign from after union all select before.*, -1 from before',
    ],
  ] as const;
  for (const [event, rows, counted] of kinds) {
    await run(
      db,
      `create function sum_rules_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          insert into rule_sum as kept (tenant_id, inbound_rule_id, at, calls)
            select * from (
              select tenant_id, unnest(led_by) as rule, date_bin('1 day', started_at, '2000-01-01Z') as at, sum(sign) as calls
              from (${counted}) as made
              where led_by <> '{}' and exists (select from tenant where tenant.id = made.tenant_id)
              group by 1, 2, 3
            ) as change
            where calls <> 0
            order by tenant_id, rule, at
            on conflict (tenant_id, inbound_rule_id, at) do update set calls = kept.calls + excluded.calls;
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger sum_rules_${event} after ${event} on call referencing ${rows}
        for each statement execute function sum_rules_${event}()`,
    );
  }
}
