import { createTenantTable, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * The operator sets every share of a company that can be one's own; null is what every company has. That somebody was over one is told once an
 * hour, whoever tries and however often. And of the letters of a day it is counted how many anybody may have asked for.
 */
export const everyShareIsSet: Migration = {
  name: '0093-every-share-is-set',
  async up(db) {
    const added = ['uploads', 'sounds', 'waiting_jobs', 'webhooks', 'automations', 'messages', 'bots', 'sockets'];
    const columns = [...added, 'event_sockets', 'blocked', 'mailed_reports', 'report_links'].map(
      (share) => `add most_${share} integer check (most_${share} > 0)`,
    );
    await run(db, `alter table tenant ${columns.join(', ')}, add letters_asked integer not null default 0`);
    await run(
      db,
      `create or replace view work_share as select id, most_jobs, most_deliveries, most_messages from tenant`,
    );
    await createTenantTable(db, 'share_told', [
      'share text not null',
      'at timestamptz not null default now()',
      'constraint share_told_share_key unique (tenant_id, share)',
    ]);
    await run(db, mostBlocked);
  },
};

const mostBlocked = `
create or replace function stays_within_most_blocked() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  most bigint;
begin
  select coalesce(most_blocked, 200000) into most from public.tenant where id = (select public.current_tenant());
  if (select sum(n) from public.row_tally where tenant_id = (select public.current_tenant()) and list = 'block_list') > most then
    raise exception 'The company has all the numbers blocked that it may have.'
      using errcode = '23514', constraint = 'block_list_most', table = tg_table_name, detail = most::text;
  end if;
  return null;
end $$;
`;
