import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Work in the queue says whose it is and to whom it goes, so that companies and receivers have their turns. A job knows how often it ended its
 * worker at the same place. A receiver that takes nothing is left in peace for a while.
 */
export const sharesOfWork: Migration = {
  name: '0007-shares-of-work',
  async up(db) {
    await run(
      db,
      `alter table job add deaths smallint not null default 0, add done_when_taken bigint not null default -1`,
    );
    await createTenantTable(db, 'webhook_rest', [
      'webhook_id uuid not null',
      'failures integer not null',
      'until timestamptz',
      'constraint webhook_rest_key unique (tenant_id, webhook_id)',
      references('webhook_rest', 'webhook_id', 'webhook', 'cascade'),
    ]);
    await run(
      db,
      `create or replace function queue_job(job_id uuid) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        if not exists (select from public.job where tenant_id = public.current_tenant() and id = job_id) then
          raise exception 'There is no such job in this tenant.';
        end if;
        perform graphile_worker.add_job('job',
          json_build_object('tenantId', public.current_tenant(), 'jobId', job_id), job_key => job_id::text,
          flags => array['company:' || public.current_tenant()]);
      end $$;
      create or replace function queue_delivery(delivery_id uuid, run_at timestamptz) returns void
        language plpgsql security definer set search_path = pg_catalog, public as $$
      declare receiver uuid;
      begin
        select webhook_id into receiver from public.webhook_delivery
          where tenant_id = public.current_tenant() and id = delivery_id;
        if not found then raise exception 'There is no such delivery in this tenant.'; end if;
        perform graphile_worker.add_job('webhook',
          json_build_object('tenantId', public.current_tenant(), 'deliveryId', delivery_id),
          job_key => 'webhook ' || delivery_id::text, run_at => run_at,
          flags => array['company:' || public.current_tenant(), 'receiver:' || receiver]);
      end $$`,
    );
  },
};
