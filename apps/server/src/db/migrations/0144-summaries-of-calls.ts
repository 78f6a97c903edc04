import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What a company's own writer made of the words of a call, each sentence with its seconds. It belongs to its transcript and goes with it. No words are sent anywhere until a
 * company has switched it on.
 */
export const summariesOfCalls: Migration = {
  name: '0144-summaries-of-calls',
  async up(db) {
    await createTenantTable(db, 'company_summary_writer', [
      'active boolean not null default false',
      "url text not null default ''",
      "model text not null default ''",
      'sealed_key bytea',
      'constraint company_summary_writer_once unique (tenant_id)',
    ]);
    await createTenantTable(db, 'transcript_summary', [
      'transcript_id uuid not null',
      "state text not null default 'due' check (state in ('due', 'done', 'failed'))",
      // Counted before each try begins, so that a transcript that ends its worker is set aside as well.
      'attempts integer not null default 0',
      'next_at timestamptz',
      "because text not null default ''",
      "writer text not null default ''",
      // As the contract has the sentences of a summary.
      "sentences jsonb not null default '[]'",
      'dropped integer not null default 0',
      'done_at timestamptz',
      'constraint transcript_summary_of unique (tenant_id, transcript_id)',
      references('transcript_summary', 'transcript_id', 'transcript', 'cascade'),
    ]);
    await run(db, "create index transcript_summary_due on transcript_summary (tenant_id, next_at) where state = 'due'");
    await run(db, 'create index transcript_summary_done on transcript_summary (tenant_id, done_at) include (dropped)');
    await run(db, queueing);
  },
};

const queueing = `
  create function queue_summary(wanted uuid, run_at timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    if not exists (select from public.transcript_summary where tenant_id = public.current_tenant() and id = wanted) then
      raise exception 'There is no such summary in this tenant.';
    end if;
    perform graphile_worker.add_job('summary',
      json_build_object('tenantId', public.current_tenant(), 'summaryId', wanted),
      job_key => 'summary ' || wanted::text, run_at => run_at,
      flags => array['company:' || public.current_tenant()]);
  end $$;
  revoke all on function queue_summary from public;
  grant execute on function queue_summary to ${roles.app}`;
