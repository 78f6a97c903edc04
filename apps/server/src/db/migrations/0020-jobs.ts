import { roles } from '../roles.ts';
import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Work in the background. What people see of it is a row of theirs; the queue that hands it to a worker holds ids only. A job
 * is queued in the transaction that asks for it, by a function that may do nothing else with the queue.
 */
export const jobs: Migration = {
  name: '0020-jobs',
  async up(db) {
    await createTenantTable(db, 'job', [
      'account_id uuid not null',
      'kind text not null',
      'title text not null',
      // Whoever has lost this permission meanwhile gets neither the work done nor its file.
      'permission text not null',
      "input jsonb not null default '{}'",
      "state text not null default 'queued' check (state in ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled'))",
      // Counts the attempts: a worker that was thought dead and comes back finds that another has begun.
      'run integer not null default 0',
      'done bigint not null default 0',
      'total bigint',
      "report jsonb not null default '{}'",
      "error text not null default ''",
      'cancel_requested_at timestamptz',
      'file_name text',
      'file_bytes bigint',
      'finished_at timestamptz',
      'expires_at timestamptz',
      references('job', 'account_id', 'account', 'cascade'),
    ]);
    await run(db, 'create index job_account on job (tenant_id, account_id, created_at)');
    await run(db, 'create index job_expiry on job (tenant_id, expires_at) where expires_at is not null');

    await run(
      db,
      `create function queue_job(job_id uuid) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
        begin
          if not exists (select from public.job where tenant_id = public.current_tenant() and id = job_id) then
            raise exception 'There is no such job in this tenant.';
          end if;
          perform graphile_worker.add_job('job',
            json_build_object('tenantId', public.current_tenant(), 'jobId', job_id), job_key => job_id::text);
        end $$`,
    );
    await run(db, 'revoke all on function queue_job(uuid) from public');
    await run(db, `grant execute on function queue_job(uuid) to ${roles.app}`);
  },
};
