import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * Old months of the audit trail go, and what stays can still be proved: the last link of what went is kept as the anchor that the
 * chain begins with, and an entry of the trail says the same, so that it cannot be put there by itself.
 */
export const auditAnchor: Migration = {
  name: '0160-audit-anchor',
  async up(db) {
    await run(
      db,
      `create table audit_anchor (
        tenant_id uuid not null default current_tenant() primary key,
        seq bigint not null,
        hash bytea not null
      )`,
    );
    await guardByTenant(db, 'audit_anchor');
    await run(db, `grant select on audit_anchor to ${roles.app}`);
    await expiring(db);
    await verifying(db);
    await emptyMonths(db);
  },
};

/**
 * Lets the months go that a company keeps no longer, by its own setting and never what is younger than ninety days, whoever asks and
 * whatever they say. Answers how many entries went.
 */
async function expiring(db: MigrationDb) {
  await run(
    db,
    `create function expire_audit(entry_id uuid) returns integer
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        own uuid := public.current_tenant();
        before timestamptz;
        head public.audit_head;
        last public.audit_link;
        gone integer;
      begin
        select date_trunc('month', now() - make_interval(days => greatest(keep_audit_days, 90)), 'UTC') into before
          from public.system_setting where tenant_id = own;
        -- Nobody links an entry while it is decided where the chain begins.
        select * into head from public.audit_head where tenant_id = own for update;
        if before is null or head is null then return 0; end if;
        -- The chain is in the order of commits: what lies behind the first entry that is kept stays as well.
        select * into last from public.audit_link where tenant_id = own and seq < coalesce(
            (select min(seq) from public.audit_link where tenant_id = own and at >= before), head.seq + 1)
          order by seq desc limit 1;
        if last is null then return 0; end if;
        delete from public.audit using public.audit_link as link where audit.tenant_id = own and link.tenant_id = own
          and link.seq <= last.seq and audit.id = link.audit_id and audit.at = link.at;
        delete from public.audit_link where tenant_id = own and seq <= last.seq;
        get diagnostics gone = row_count;
        insert into public.audit_anchor (tenant_id, seq, hash) values (own, last.seq, last.hash)
          on conflict (tenant_id) do update set seq = excluded.seq, hash = excluded.hash;
        insert into public.audit (tenant_id, id, action, subject, subject_id, after, network, request_id)
          values (own, entry_id, 'anchor', 'audit', own::text, jsonb_build_object('seq', last.seq, 'hash', encode(last.hash, 'hex'),
            'entries', gone, 'before', before), 'retention', entry_id::text);
        return gone;
      end $$`,
  );
  await run(db, 'revoke all on function expire_audit(uuid) from public');
  await run(db, `grant execute on function expire_audit(uuid) to ${roles.app}`);
}

/** The same as before, from the anchor on; an anchor of which the trail itself says nothing is a fault. */
async function verifying(db: MigrationDb) {
  await run(
    db,
    `create or replace function audit_faults() returns table (seq bigint, audit_id uuid, at timestamptz, fault text)
      language sql stable set search_path = pg_catalog, public as $$
        with anchor as (select seq, hash from public.audit_anchor), link as (
          select *, lag(hash, 1, coalesce((select hash from anchor), ''::bytea)) over (order by seq) as previous,
              lag(seq, 1, coalesce((select seq from anchor), 0::bigint)) over (order by seq) as last
            from public.audit_link
        )
        select seq, audit_id, at, 'gap' from link where seq <> last + 1
        union all select seq, audit_id, at, 'broken' from link where hash <> sha256(previous || digest)
        union all select link.seq, link.audit_id, link.at,
            case when entry.id is null then 'missing' else 'changed' end
          from link left join public.audit as entry on entry.id = link.audit_id and entry.at = link.at
          where entry.id is null or public.audit_digest(entry) <> link.digest
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
}

/** As before, and months of the trail that no company has anything in. */
const emptyMonths = (db: MigrationDb) =>
  run(
    db,
    `create or replace function drop_empty_months(before date) returns integer
      language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
      declare part record; is_used boolean; dropped integer := 0;
      begin
        for part in
          select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
            join pg_class parent on parent.oid = inhparent
          where parent.relname in ('call', 'leg', 'call_event', 'call_segment', 'recording', 'audit')
            and parent.relnamespace = 'public'::regnamespace and child.relname ~ '[0-9]{4}_[0-9]{2}$'
            and to_date(substring(child.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM') + interval '1 month' <= least(before, current_date - 62)
        loop
          execute format('select exists (select from public.%I)', part.name) into is_used;
          if not is_used then
            execute format('drop table public.%I', part.name);
            dropped := dropped + 1;
          end if;
        end loop;
        return dropped;
      end $$`,
  );
