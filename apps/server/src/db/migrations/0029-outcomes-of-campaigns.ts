import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A campaign may ask what came of each call before its caller goes on to the next customer. */
export const outcomesOfCampaigns: Migration = {
  name: '0029-outcomes-of-campaigns',
  async up(db) {
    await run(db, 'alter table campaign add column outcome_required boolean not null default false');
    // Whom somebody called last for a campaign.
    await run(
      db,
      'create index campaign_contact_last on campaign_contact (tenant_id, campaign_id, last_by, last_at) where last_by is not null',
    );
  },
};
