import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * Reports that are sent by mail. Each moment at which one is due is a row that stands once, and so is each letter of it: whoever finds a letter
 * that somebody has begun to send leaves it alone.
 */
export const reportsByMail: Migration = {
  name: '0110-reports-by-mail',
  async up(db) {
    await resourceTable(db, 'mailed_report', {
      columns: [
        'name text not null',
        'active boolean not null default false',
        'report text not null',
        ...['filters', 'outside', 'note', 'paused_why'].map(text),
        "span text not null default 'yesterday'",
        "every text not null default 'day' check (every in ('day', 'week', 'month'))",
        "weekday text not null default '1' check (weekday between '1' and '7')",
        'month_day integer not null default 1 check (month_day between 1 and 31)',
        "at_time text not null default '08:00'",
        "format text not null default 'pdf' check (format in ('pdf', 'xlsx', 'csv'))",
        // When it is sent next; null while it is not.
        'due_at timestamptz',
      ],
    });
    await createTenantTable(db, 'mailed_report_person', [
      'mailed_report_id uuid not null',
      'account_id uuid not null',
      'position integer not null default 0',
      'constraint mailed_report_person_once unique (tenant_id, mailed_report_id, account_id)',
      references('mailed_report_person', 'mailed_report_id', 'mailed_report', 'cascade'),
      references('mailed_report_person', 'account_id', 'account'),
    ]);
    await run(db, 'create index mailed_report_person_account on mailed_report_person (tenant_id, account_id)');
    await createTenantTable(db, 'mailed_report_sending', [
      'mailed_report_id uuid not null',
      'due_at timestamptz not null',
      "state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'refused'))",
      'tries integer not null default 0',
      // When it is gone on with, while it waits.
      'next_at timestamptz',
      ...['why', 'file_name', 'subject', 'words'].map(text),
      'file_bytes integer',
      // Only until every letter is through.
      'file bytea',
      'constraint mailed_report_sending_once unique (tenant_id, mailed_report_id, due_at)',
      references('mailed_report_sending', 'mailed_report_id', 'mailed_report', 'cascade'),
    ]);
    await createTenantTable(db, 'mailed_report_letter', [
      'sending_id uuid not null',
      'recipient text not null',
      "state text not null default 'waiting' check (state in ('waiting', 'trying', 'sent', 'failed', 'unknown'))",
      text('why'),
      'tried_at timestamptz',
      'constraint mailed_report_letter_once unique (tenant_id, sending_id, recipient)',
      references('mailed_report_letter', 'sending_id', 'mailed_report_sending', 'cascade'),
    ]);
    await run(
      db,
      `create function queue_mailed_report(report_id uuid, run_at timestamptz) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        perform from public.mailed_report where tenant_id = public.current_tenant() and id = report_id;
        if not found then raise exception 'There is no such report in this tenant.'; end if;
        perform graphile_worker.add_job('mailed-report',
          json_build_object('tenantId', public.current_tenant(), 'reportId', report_id),
          job_key => 'mailed-report ' || report_id::text, run_at => run_at,
          flags => array['company:' || public.current_tenant()]);
      end $$;
      revoke all on function queue_mailed_report from public;
      grant execute on function queue_mailed_report to ${roles.app}`,
    );
  },
};

const text = (column: string) => `${column} text not null default ''`;
