import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Automations are told of customers that come, whoever brings them: a person, a sheet, a program. */
export const customersThatCome: Migration = {
  name: '0141-customers-that-come',
  async up(db) {
    await run(
      db,
      `create or replace function tell_automations() returns trigger
        language plpgsql set search_path = pg_catalog, public as $$
      declare
        deep text := coalesce(nullif(current_setting('app.automation_depth', true), ''), '0');
        what text := tg_argv[0];
        -- Each of these tables has other columns.
        it jsonb;
        told jsonb;
      begin
        if not exists (select from automation where active and trigger = what) then return null; end if;
        it := to_jsonb(new);
        told := case what
          when 'outcome.kept' then jsonb_build_object('key', 'outcome/' || (it ->> 'id'), 'at', it -> 'created_at', 'detail',
            jsonb_build_object('customer_id', it -> 'customer_id', 'outcome_id', it -> 'outcome_id', 'depth', deep::integer))
          when 'consent.changed' then jsonb_build_object('key', 'consent/' || (it ->> 'id'), 'at', it -> 'created_at', 'detail',
            jsonb_build_object('customer_id', it -> 'customer_id', 'depth', deep::integer))
          when 'customer.added' then jsonb_build_object('key', 'customer/' || (it ->> 'id'), 'at', it -> 'created_at', 'detail',
            jsonb_build_object('customer_id', it -> 'id', 'depth', deep::integer))
          else jsonb_build_object('key', 'status/' || (it ->> 'id') || '/' || txid_current(), 'at', now(), 'detail',
            jsonb_build_object('customer_id', it -> 'id', 'depth', deep::integer))
        end;
        perform tell_events(jsonb_build_array(told || jsonb_build_object('type', what)));
        return null;
      end $$;
      create constraint trigger tell_automations_of_new after insert on customer deferrable initially deferred
        for each row execute function tell_automations('customer.added')`,
    );
  },
};
