import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** What is kept no longer goes from companies that are not active any more, too: whoever removes it knows them by their id alone. */
export const everyTenant: Migration = {
  name: '0387-every-tenant',
  async up(db) {
    await run(db, 'create view every_tenant as select id from tenant');
    await run(db, `grant select on every_tenant to ${roles.app}`);
    await run(db, `alter view every_tenant owner to ${roles.lookup}`);
  },
};
