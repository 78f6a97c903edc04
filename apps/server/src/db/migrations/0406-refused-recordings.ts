import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Who refused to be recorded is found by an index, and call control hears of it, whoever noted it and however numbers change hands. */
export const refusedRecordings: Migration = {
  name: '0406-refused-recordings',
  async up(db) {
    await run(
      db,
      `create index consent_refused_recording on consent (tenant_id, customer_id) where purpose = 'recording' and not given`,
    );
    await run(
      db,
      `create function tell_recording_consent() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        declare
          told public.consent;
        begin
          if tg_op = 'DELETE' then told := old; else told := new; end if;
          if told.purpose = 'recording' then
            perform pg_notify('alo', json_build_array('database', 'plan-changed', told.tenant_id, '[]'::json)::text);
          end if;
          return null;
        end $$`,
    );
    await run(
      db,
      `create trigger recording_consent after insert or update or delete on consent
        for each row execute function tell_recording_consent()`,
    );
    await run(
      db,
      `create function tell_refusing_numbers() returns trigger language plpgsql set search_path = pg_catalog, public as $$
        begin
          perform pg_notify('alo', json_build_array('database', 'plan-changed', tenant_id, '[]'::json)::text)
            from (
              select distinct tenant_id from touched
                where exists (
                  select from consent where consent.tenant_id = touched.tenant_id and consent.customer_id = touched.customer_id
                    and purpose = 'recording' and not given
                )
            ) as told;
          return null;
        end $$`,
    );
    for (const [event, rows] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      await run(
        db,
        `create trigger refusing_numbers_${event} after ${event} on customer_phone
          referencing ${rows} table as touched for each statement execute function tell_refusing_numbers()`,
      );
    }
  },
};
