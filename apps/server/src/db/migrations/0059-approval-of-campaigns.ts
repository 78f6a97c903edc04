import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * A campaign is approved before it calls, by whoever may, and knows by whom and when. Campaigns that call already were begun by people
 * who could, and roles that change campaigns could begin them: they may approve.
 */
export const approvalOfCampaigns: Migration = {
  name: '0059-approval-of-campaigns',
  async up(db) {
    await run(
      db,
      `alter table campaign add column approved_by uuid, add column approved_at timestamptz,
        drop constraint campaign_status_check,
        add constraint campaign_status_check check (status in ('draft', 'approved', 'running', 'paused', 'ended'))`,
    );
    await run(db, approves);
    await run(db, 'alter table role no force row level security');
    await run(
      db,
      `update role set permissions = permissions || '{campaign.approve}'
        where 'campaign.update' = any(permissions) and not 'campaign.approve' = any(permissions)`,
    );
    await run(db, 'alter table role force row level security');
  },
};

/** Whoever takes a campaign beyond its draft has approved it; one that is a draft again is approved by nobody. */
const approves = `
  create function campaign_approval() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare was text := 'draft';
  begin
    if tg_op = 'UPDATE' then was := old.status; end if;
    if new.status = 'draft' then
      new.approved_by := null;
      new.approved_at := null;
    elsif was = 'draft' and new.status <> 'ended' and new.approved_at is null then
      new.approved_by := coalesce(new.updated_by, new.created_by);
      new.approved_at := now();
    end if;
    return new;
  end $$;
  create trigger campaign_approval before insert or update of status on campaign
    for each row execute function campaign_approval()`;
