import { roles } from '../roles.ts';
import { guardByTenant, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** How each person wants to be told of what, and what a notice is about by its kind. */
export const notificationRules: Migration = {
  name: '0161-notification-rules',
  async up(db) {
    await run(
      db,
      `create table notification_rule (
        tenant_id uuid not null default current_tenant(),
        account_id uuid not null,
        rules jsonb not null default '{}',
        quiet_from text,
        quiet_to text,
        quiet_weekdays smallint[] not null default '{}',
        primary key (tenant_id, account_id),
        check ((quiet_from is null) = (quiet_to is null)),
        ${references('notification_rule', 'account_id', 'account', 'cascade')}
      )`,
    );
    await guardByTenant(db, 'notification_rule');
    await run(db, `grant select, insert, update, delete on notification_rule to ${roles.app}`);

    await run(db, 'alter table notice no force row level security');
    await run(db, 'alter table notice add column kind text');
    await run(db, "update notice set kind = case when about like 'webhook %' then 'webhook' else 'look-ups' end");
    await run(db, 'alter table notice alter column kind set not null');
    await run(db, 'alter table notice force row level security');
  },
};
