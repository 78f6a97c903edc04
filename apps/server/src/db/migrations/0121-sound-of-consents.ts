import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What is heard around the key by which somebody agreed or refused is kept with the line, longer than any recording: cut out of the call's
 * recording, or of one that was made for this alone (\`proof\`) and goes once it is cut. It is sealed, with a digest of the sound beside it;
 * where there is none, why. A key may say yes as well.
 */
export const soundOfConsents: Migration = {
  name: '0121-sound-of-consents',
  async up(db) {
    await run(
      db,
      `alter table recording drop constraint recording_kind_check,
        add constraint recording_kind_check check (kind in ('conversation', 'message', 'proof'))`,
    );
    await run(
      db,
      `alter table campaign_key drop constraint campaign_key_does_check,
        add constraint campaign_key_does_check check (does in ('queue', 'again', 'stop', 'agree', 'survey', 'hang-up'))`,
    );
    await run(
      db,
      `-- When it was said, where that is known better than when it was kept.
      alter table consent add column said_at timestamptz;
      create index consent_of_calls on consent (tenant_id, call_id) where call_id is not null;
      create table consent_cut (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        -- Of the line that it proves.
        id uuid not null,
        state text not null check (state in ('kept', 'none', 'erased')),
        -- Why there is none.
        why text not null default '',
        recording_id text not null default '',
        type text not null default '' check (type in ('', 'audio/ogg', 'audio/wav')),
        bytes integer not null default 0,
        -- Of the sound before it is sealed.
        sha256 bytea,
        -- Where the key is in it.
        key_ms integer,
        duration_ms integer,
        sealed_sound bytea,
        created_at timestamptz not null default now(),
        primary key (tenant_id, id)
      )`,
    );
    await guardByTenant(db, 'consent_cut');
    await run(
      db,
      `grant select, insert, update (sealed_sound) on consent_cut to ${roles.app};
      create index recording_of_proofs on recording (tenant_id, call_started_at) where kind = 'proof'`,
    );
    await run(db, erasedWithSound);
  },
};

/** As before; the voice of who is erased goes, its digest stays. */
const erasedWithSound = `
  create or replace function forget_consents(customer uuid, numbers text[]) returns integer
    language plpgsql security definer set search_path = pg_catalog, public as $$
  declare
    company uuid := public.current_tenant();
    gone uuid[];
  begin
    insert into public.consent_salt (tenant_id) values (company) on conflict do nothing;
    with forgotten as (
      update public.consent as its set customer_id = null, number = '', evidence = '',
          number_hash = case when its.number = '' then its.number_hash else public.consent_mark(its.number) end
        where its.tenant_id = company and (its.customer_id = customer
          -- What was said by a number that is on no card any more.
          or its.number <> '' and its.number = any (numbers) and not exists (
            select from public.customer as one where one.tenant_id = company and one.id = its.customer_id))
        returning its.id)
    select array_agg(id) into gone from forgotten;
    update public.consent_cut set state = 'erased', sealed_sound = null
      where tenant_id = company and id = any (gone) and state = 'kept';
    return coalesce(cardinality(gone), 0);
  end $$`;
