import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Whoever refuses by a key that a call is recorded has a line of the ledger with that call. It is of the call alone: whoever wants never to be
 * recorded says so of recording.
 */
export const refusalsOfRecording: Migration = {
  name: '0123-refusals-of-recording',
  async up(db) {
    await run(
      db,
      `create function tell_refusal_of_recording() returns trigger
        language plpgsql set search_path = pg_catalog, public as $$
      begin
        if exists (select from public.consent
          where tenant_id = new.tenant_id and call_id = new.id and purpose = 'call-recording') then return null; end if;
        insert into public.consent (tenant_id, id, customer_id, number, purpose, given, way, evidence, call_id, said_at)
          select new.tenant_id, gen_random_uuid(), card.id, new.outside_number, 'call-recording', false, 'key',
              'Khách bấm phím từ chối ghi âm', new.id, new.recording_refused_at
            from (select 1) as one left join lateral (
              select distinct customer_id as id from public.customer_phone
                where tenant_id = new.tenant_id and e164 = new.outside_number and new.outside_number <> ''
            ) as card on true;
        return null;
      end $$;
      create trigger refusal_of_recording after insert or update on call
        for each row when (new.recording_refused_at is not null) execute function tell_refusal_of_recording()`,
    );
  },
};
