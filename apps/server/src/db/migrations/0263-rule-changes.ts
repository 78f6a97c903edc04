import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Rules, and what belongs to one, by the column that names it. */
const tables = [
  ['inbound_rule', 'in', 'id'],
  ['outbound_rule', 'out', 'id'],
  ['outbound_route', 'out', 'outbound_rule_id'],
  ['outbound_rule_group', 'out', 'outbound_rule_id'],
] as const;

/** Which rules were changed, by the transaction that did it, as `block_list_change` has it of block lists. */
export const ruleChanges: Migration = {
  name: '0263-rule-changes',
  async up(db) {
    await run(
      db,
      `create table rule_change (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        id bigint generated always as identity,
        xid xid8 not null default pg_current_xact_id(),
        at timestamptz not null default now(),
        direction text not null,
        rule_id uuid not null,
        primary key (tenant_id, id)
      )`,
    );
    await run(db, 'create index rule_change_since on rule_change (tenant_id, xid, id)');
    await guardByTenant(db, 'rule_change');
    await run(db, `grant select, insert, delete on rule_change to ${roles.app}`);
    for (const [table, direction, column] of tables) {
      for (const [event, rows, changed] of [
        ['insert', 'new table as fresh', 'fresh'],
        ['delete', 'old table as gone', 'gone'],
        ['update', 'old table as gone new table as fresh', '(select * from gone union all select * from fresh)'],
      ]) {
        await run(
          db,
          `create function note_${table}_${event}() returns trigger language plpgsql set search_path = pg_catalog, public as $$
            begin
              -- Of a company that is being deleted nothing is kept.
              insert into rule_change (tenant_id, direction, rule_id)
                select distinct changed.tenant_id, '${direction}', changed.${column} from ${changed} as changed
                where exists (select from tenant where tenant.id = changed.tenant_id);
              return null;
            end $$`,
        );
        await run(
          db,
          `create trigger note_${event} after ${event} on ${table} referencing ${rows}
            for each statement execute function note_${table}_${event}()`,
        );
      }
    }
  },
};
