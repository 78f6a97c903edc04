import { references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Inbound rules say what is heard and recorded in their calls, and some take those whose way meets something that does not work. */
export const rulesHaveMore: Migration = {
  name: '0320-rules-have-more',
  async up(db) {
    await run(
      db,
      `alter table inbound_rule
        add column purpose text not null default 'calls' check (purpose in ('calls', 'fallback')),
        add column recording text not null default 'default' check (recording in ('default', 'always', 'never')),
        add column greeting_id uuid, add ${references('inbound_rule', 'greeting_id', 'greeting')},
        add column music_id uuid, add ${references('inbound_rule', 'music_id', 'music_on_hold')}`,
    );
    for (const column of ['greeting_id', 'music_id']) {
      // As others of the tables that versions are of: rows are laid in any order.
      await run(
        db,
        `alter table inbound_rule alter constraint inbound_rule_${column}_fkey deferrable initially immediate`,
      );
      await run(db, `create index inbound_rule_${column} on inbound_rule (tenant_id, ${column})`);
    }
    // What did not work, of a call that met such a thing.
    await run(db, `alter table call add column broken text not null default ''`);
    await run(db, `create index call_broken on call (tenant_id, started_at desc, id) where broken <> ''`);
  },
};
