import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * When a call came to a queue, so that a day can be lived again. Of calls of before it is reckoned from when they ended: nothing of them is
 * written again.
 */
export const whenQueuesWereEntered: Migration = {
  name: '0078-when-queues-were-entered',
  async up(db) {
    await run(db, 'alter table queue_stay add column entered_at timestamptz');
  },
};
