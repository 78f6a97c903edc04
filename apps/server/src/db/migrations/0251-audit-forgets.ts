import { roles } from '../roles.ts';
import { run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * The trail can forget a person, and is still proved. A link stands for who did what to what and when, and for a digest of what the
 * entry says, made with a salt of its own. Where a person is erased, what entries say of them goes together with their salt: the digest
 * stays, from which nothing can be guessed any more, and the chain fits as before. An entry of the trail names those that were made
 * to forget, so that nobody can do so unseen.
 */
export const auditForgets: Migration = {
  name: '0251-audit-forgets',
  async up(db) {
    // Entries from before have neither: their link stands for all that they say.
    await run(db, 'alter table audit add column salt bytea, add column said bytea');
    await salting(db);
    await digest(db);
    await forgetting(db);
    await verifying(db);
  },
};

const saidBy = (entry: string) =>
  `sha256(${entry}.salt || convert_to(jsonb_build_array(${entry}.before, ${entry}.after)::text, 'UTF8'))`;

async function salting(db: MigrationDb) {
  await run(
    db,
    `create function salt_audit() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        new.salt := uuid_send(gen_random_uuid());
        new.said := ${saidBy('new')};
        return new;
      end $$`,
  );
  await run(
    db,
    // What is put back from a copy has its own.
    `create trigger audit_salted before insert on audit for each row when (new.said is null) execute function salt_audit()`,
  );
}

const digest = (db: MigrationDb) =>
  run(
    db,
    `create or replace function audit_digest(entry audit) returns bytea language sql stable parallel safe
      set search_path = pg_catalog, public as $$
        select sha256(convert_to(case when entry.said is null then jsonb_build_array(
            entry.tenant_id, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.account_id, entry.action,
            entry.subject, entry.subject_id, entry.before, entry.after, entry.network, entry.request_id)
          else jsonb_build_array(
            entry.tenant_id, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.account_id, entry.action,
            entry.subject, entry.subject_id, encode(entry.said, 'hex'), entry.network, entry.request_id)
          end::text, 'UTF8'))
      $$`,
  );

/**
 * What is left of a value without a person: whatever has one of their marks (ids, numbers, e-mail) beside other values is gone with
 * them, and what is of others stays.
 */
async function forgetting(db: MigrationDb) {
  await run(
    db,
    `create function without_person(value jsonb, marks text) returns jsonb language plpgsql immutable parallel safe
      set search_path = pg_catalog, public as $$
      declare nothing constant jsonb := '{"erased": true}';
      begin
        case jsonb_typeof(value)
          when 'string' then
            return case when value #>> '{}' ~* marks then to_jsonb('–'::text) else value end;
          when 'array' then
            -- Cells of a row are one person's; ids beside each other are many's.
            if value::text ~* marks and (select bool_and(jsonb_typeof(one) not in ('array', 'object')) from jsonb_array_elements(value) as one)
              and not (select bool_and(one #>> '{}' ~ '^[0-9a-f-]{36}$') from jsonb_array_elements(value) as one)
            then
              return (select jsonb_agg('–'::text) from jsonb_array_elements(value));
            end if;
            return (select coalesce(jsonb_agg(without_person(one, marks) order by place), '[]')
              from jsonb_array_elements(value) with ordinality as its (one, place));
          when 'object' then
            if exists (select from jsonb_each(value) as its where jsonb_typeof(its.value) = 'string' and its.value #>> '{}' ~* marks) then
              return nothing;
            end if;
            return (select coalesce(jsonb_object_agg(its.key, without_person(its.value, marks)), '{}') from jsonb_each(value) as its);
          else
            return value;
        end case;
      end $$`,
  );
  const name = 'forget_in_audit(uuid, text[], text, timestamptz, timestamptz)';
  await run(
    db,
    `create function forget_in_audit(entry_id uuid, ids text[], marks text, from_at timestamptz, to_at timestamptz)
      returns integer language plpgsql security definer set search_path = pg_catalog, public as $$
      declare own uuid := public.current_tenant(); forgotten uuid[];
      begin
        with theirs as (
          update public.audit set salt = null,
              before = case when before is null then null
                when subject_id = any (ids) then '{"erased": true}' else public.without_person(before, marks) end,
              after = case when after is null then null
                when subject_id = any (ids) then '{"erased": true}' else public.without_person(after, marks) end
            where tenant_id = own and at >= from_at and at < to_at
              and (before is not null or after is not null)
              and not (action = 'forget' and subject = 'audit')
              and (subject_id = any (ids) and coalesce(before, after) <> '{"erased": true}'
                or before::text ~* marks or after::text ~* marks)
            returning id
        ) select array_agg(id) into forgotten from theirs;
        if forgotten is null then return 0; end if;
        insert into public.audit (tenant_id, id, action, subject, subject_id, after, network, request_id)
          values (own, entry_id, 'forget', 'audit', own::text, jsonb_build_object('entries', forgotten), '', entry_id::text);
        return array_length(forgotten, 1);
      end $$`,
  );
  await run(db, `revoke all on function ${name} from public`);
  await run(db, `grant execute on function ${name} to ${roles.app}`);
}

/** As before; what an entry says is looked at by its own digest, and may be gone where the trail says so. */
const verifying = (db: MigrationDb) =>
  run(
    db,
    `create or replace function audit_faults() returns table (seq bigint, audit_id uuid, at timestamptz, fault text)
      language sql stable set search_path = pg_catalog, public as $$
        with anchor as (select seq, hash from public.audit_anchor), link as (
          select *, lag(hash, 1, coalesce((select hash from anchor), ''::bytea)) over (order by seq) as previous,
              lag(seq, 1, coalesce((select seq from anchor), 0::bigint)) over (order by seq) as last
            from public.audit_link
        ), forgotten as (
          select one::uuid as id from public.audit as entry, jsonb_array_elements_text(entry.after -> 'entries') as one
            where entry.action = 'forget' and entry.subject = 'audit'
        )
        select seq, audit_id, at, 'gap' from link where seq <> last + 1
        union all select seq, audit_id, at, 'broken' from link where hash <> sha256(previous || digest)
        union all select link.seq, link.audit_id, link.at,
            case when entry.id is null then 'missing' else 'changed' end
          from link left join public.audit as entry on entry.id = link.audit_id and entry.at = link.at
          where entry.id is null
            or (public.audit_digest(entry) <> link.digest
              and not (entry.said is null and entry.id in (select id from forgotten)))
            or (entry.said is not null and entry.salt is not null and entry.said <> ${saidBy('entry')})
            or (entry.said is not null and entry.salt is null and entry.id not in (select id from forgotten))
        union all select null, entry.id, entry.at, 'unlinked' from public.audit as entry
          where not exists (select from public.audit_link where audit_link.audit_id = entry.id)
        union all select anchor.seq, null, null, 'anchor' from anchor where not exists (
          select from public.audit as entry where entry.action = 'anchor' and entry.subject = 'audit'
            and entry.after ->> 'seq' = anchor.seq::text and entry.after ->> 'hash' = encode(anchor.hash, 'hex'))
        union all select head.seq, null, null, 'cut' from public.audit_head as head
          where not exists (select from public.audit_link as l where l.seq = head.seq and l.hash = head.hash)
        order by 1, 2
      $$`,
  );
