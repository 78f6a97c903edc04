import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * What people reached in a month stays so when its calls are kept no longer: it is about colleagues, by number and not by whom they
 * talked with, and a target of last year is not missed because its calls are gone.
 */
export const reachedStays: Migration = {
  name: '0386-reached-stays',
  async up(db) {
    await run(db, 'drop trigger keep_person_sum_delete on call');
    await run(db, 'drop function keep_person_sum_delete()');
  },
};
