import { foundByKey } from './lib-import.ts';
import { namesOnce } from './lib-names.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** An import knows which rules, extensions and groups of them are there already, as it knows it of all else. */
export const rulesFoundByName: Migration = {
  name: '0322-rules-found-by-name',
  async up(db) {
    for (const table of ['inbound_rule', 'outbound_rule']) {
      // Names that are told apart are nobody's change.
      await run(db, `alter table ${table} disable trigger user`);
      await namesOnce(db, table);
      await run(db, `alter table ${table} enable trigger user`);
    }
    for (const table of ['inbound_rule', 'outbound_rule', 'extension', 'extension_group']) await foundByKey(db, table);
  },
};
