import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A campaign may call by what it foresees: how many customers will pick up, and who will be free by then. */
export const campaignsForesee: Migration = {
  name: '0070-campaigns-foresee',
  async up(db) {
    await run(
      db,
      `alter table campaign drop constraint campaign_mode, add constraint campaign_mode
        check (mode in ('hand', 'preview', 'progressive', 'ratio', 'predictive'))`,
    );
  },
};
