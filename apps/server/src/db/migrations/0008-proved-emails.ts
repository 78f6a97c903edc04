import { run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * An e-mail is proved by who reads its letters. Signing in by e-mail alone means whoever proved it, so that nobody takes it away by making
 * accounts with it. The e-mails that were there before count as proved. And open screens hear of it when a second factor is demanded.
 */
export const provedEmails: Migration = {
  name: '0008-proved-emails',
  async up(db) {
    await run(
      db,
      `alter table account add column email_proved_at timestamptz;
      alter table account no force row level security;
      update account set email_proved_at = now() where email <> '' and password_hash is not null;
      alter table account force row level security;
      create function another_email_is_unproved() returns trigger
        language plpgsql set search_path = pg_catalog, public as $$
      begin
        new.email_proved_at := null;
        return new;
      end $$;
      create trigger another_email_is_unproved before update of email on account for each row
        when (lower(old.email) is distinct from lower(new.email)) execute function another_email_is_unproved();
      create function companies_of_email(wanted text) returns table (id uuid, code text, name text, proved boolean)
        language sql stable security definer set search_path = pg_catalog, public as $$
        select tenant.id, tenant.code, tenant.name, account.email_proved_at is not null
          from public.account join public.tenant on tenant.id = account.tenant_id
          where lower(normalize(account.email) collate "und-x-icu") = lower(normalize(wanted) collate "und-x-icu")
            and account.active and account.email <> '' and tenant.active
          order by account.email_proved_at is null, tenant.name limit 9
      $$;
      revoke all on function companies_of_email from public;
      grant execute on function companies_of_email to ${roles.app};
      alter function companies_of_email owner to ${roles.lookup};
      create trigger second_factor_demanded after update of second_factor on role for each row
        when (old.second_factor is distinct from new.second_factor) execute function tell_rights_changed();
      create function tell_second_factor_demanded() returns trigger
        language plpgsql set search_path = pg_catalog, public as $$
      begin
        perform pg_notify('alo',
          json_build_array('database', 'rights-changed', new.tenant_id, json_build_array(new.tenant_id))::text);
        return null;
      end $$;
      create trigger second_factor_demanded after update of second_factor on system_setting for each row
        when (old.second_factor is distinct from new.second_factor) execute function tell_second_factor_demanded();
      create trigger second_factor_added after update of confirmed_at on account_totp for each row
        when (old.confirmed_at is null and new.confirmed_at is not null) execute function tell_second_factor_demanded();
      create trigger second_factor_added after insert on passkey for each row
        execute function tell_second_factor_demanded()`,
    );
  },
};
