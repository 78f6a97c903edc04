import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** The big screen of the monitor, behind a link that opens without signing in; of its token only a hash is kept. */
export const linksToTheBigScreen: Migration = {
  name: '0131-links-to-the-big-screen',
  async up(db) {
    await createTenantTable(db, 'wall_link', [
      'name text not null',
      'token_hash bytea not null',
      'expires_at timestamptz not null',
      // With whose rights the board is looked at: theirs at each moment.
      'account_id uuid not null',
      'department_id uuid',
      'team_id uuid',
      'queue_id uuid',
      'seen_at timestamptz',
      "seen_network text not null default ''",
      'constraint wall_link_token unique (tenant_id, token_hash)',
      references('wall_link', 'account_id', 'account', 'cascade'),
      // A screen of a queue that is no more shows nothing else instead.
      references('wall_link', 'department_id', 'department', 'cascade'),
      references('wall_link', 'team_id', 'team', 'cascade'),
      references('wall_link', 'queue_id', 'queue', 'cascade'),
    ]);
    for (const column of ['account_id', 'department_id', 'team_id', 'queue_id'])
      await run(db, `create index wall_link_${column} on wall_link (tenant_id, ${column})`);
  },
};
