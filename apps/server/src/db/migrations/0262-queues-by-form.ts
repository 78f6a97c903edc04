import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Nothing of a queue is without its field: what could stand here nothing has ever written, and nobody would have seen. */
export const queuesByForm: Migration = {
  name: '0262-queues-by-form',
  async up(db) {
    await run(db, 'alter table queue drop column more');
  },
};
