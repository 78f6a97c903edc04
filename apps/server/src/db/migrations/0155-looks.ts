import { references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A session may look through somebody's eyes: it belongs to whoever began it, ends with theirs, and shows what the account or the
 * role that it names sees.
 */
export const looks: Migration = {
  name: '0155-looks',
  async up(db) {
    await run(
      db,
      `alter table session
        add column begun_by uuid,
        add column look_account_id uuid,
        add column look_role_id uuid,
        add ${references('session', 'begun_by', 'session', 'cascade')},
        add ${references('session', 'look_account_id', 'account', 'cascade')},
        add ${references('session', 'look_role_id', 'role', 'cascade')},
        add constraint session_look check (
          (begun_by is null) = (look_account_id is null and look_role_id is null)
          and (look_account_id is null or look_role_id is null))`,
    );
    for (const column of ['begun_by', 'look_account_id', 'look_role_id']) {
      await run(db, `create index session_${column} on session (tenant_id, ${column})`);
    }
  },
};
