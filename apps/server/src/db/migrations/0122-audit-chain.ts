import { roles } from '../roles.ts';
import { guardByTenant, run } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * The audit trail as a chain: each entry of a tenant is linked to the one before it by a hash, when its transaction commits.
 * The serving role adds entries and can change, link or take away none of them; a tenant that goes leaves its trail.
 */
export const auditChain: Migration = {
  name: '0122-audit-chain',
  async up(db) {
    await stays(db);
    await tables(db);
    await digest(db);
    await linking(db);
    await verifying(db);
    await run(db, 'create index audit_at on audit (tenant_id, at desc, id desc)');
    await run(db, 'create index audit_account on audit (tenant_id, account_id, at desc)');
    // What was there before is the beginning of each chain.
    await run(db, 'alter table audit no force row level security');
    await run(
      db,
      `do $$ declare entry public.audit; begin
        for entry in select * from public.audit order by tenant_id, at, id loop
          perform set_config('app.tenant', entry.tenant_id::text, true);
          perform public.link_audit_entry(entry);
        end loop;
      end $$`,
    );
    await run(db, 'alter table audit force row level security');
    await run(db, 'revoke all on function link_audit_entry(audit) from public');
    await run(
      db,
      `create constraint trigger audit_linked after insert on audit
        deferrable initially deferred for each row execute function link_audit()`,
    );
  },
};

/** Deleting a tenant's row took its trail along. */
const stays = (db: MigrationDb) => run(db, 'alter table audit drop constraint audit_tenant_id_fkey');

async function tables(db: MigrationDb) {
  await run(
    db,
    `create table audit_link (
      tenant_id uuid not null default current_tenant(),
      seq bigint not null,
      audit_id uuid not null,
      at timestamptz not null,
      digest bytea not null,
      hash bytea not null,
      primary key (tenant_id, seq)
    )`,
  );
  await run(db, 'create unique index audit_link_entry on audit_link (tenant_id, audit_id)');
  await guardByTenant(db, 'audit_link');
  await run(db, `grant select on audit_link to ${roles.app}`);
  // The last link of each tenant: who adds the next one waits for whoever is adding it.
  await run(
    db,
    `create table audit_head (
      tenant_id uuid not null default current_tenant() primary key,
      seq bigint not null,
      hash bytea not null
    )`,
  );
  await guardByTenant(db, 'audit_head');
  await run(db, `grant select on audit_head to ${roles.app}`);
}

/** What an entry says, always written in the same way: JSON with sorted keys, the moment in microseconds. */
const digest = (db: MigrationDb) =>
  run(
    db,
    `create function audit_digest(entry audit) returns bytea language sql stable parallel safe
      set search_path = pg_catalog, public as $$
        select sha256(convert_to(jsonb_build_array(
          entry.tenant_id, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.account_id, entry.action, entry.subject,
          entry.subject_id, entry.before, entry.after, entry.network, entry.request_id)::text, 'UTF8'))
      $$`,
  );

async function linking(db: MigrationDb) {
  await run(
    db,
    `create function link_audit_entry(entry audit) returns void language plpgsql set search_path = pg_catalog, public as $$
      declare
        own bytea := public.audit_digest(entry);
        head public.audit_head;
      begin
        insert into public.audit_head (tenant_id, seq, hash) values (entry.tenant_id, 0, '') on conflict do nothing;
        select * into strict head from public.audit_head where tenant_id = entry.tenant_id for update;
        head.seq := head.seq + 1;
        head.hash := sha256(head.hash || own);
        insert into public.audit_link (tenant_id, seq, audit_id, at, digest, hash)
          values (entry.tenant_id, head.seq, entry.id, entry.at, own, head.hash);
        update public.audit_head set seq = head.seq, hash = head.hash where tenant_id = entry.tenant_id;
      end $$`,
  );
  await run(
    db,
    `create function link_audit() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
      begin
        perform public.link_audit_entry(new);
        return null;
      end $$`,
  );
}

/**
 * Reads a tenant's chain from end to end. Answers what does not fit: a link that does not follow from the one before, an entry that is
 * not what was linked or is gone, one without a link, and an end that is not the head.
 */
async function verifying(db: MigrationDb) {
  await run(
    db,
    `create function audit_faults() returns table (seq bigint, audit_id uuid, at timestamptz, fault text)
      language sql stable set search_path = pg_catalog, public as $$
        with link as (
          select *, lag(hash, 1, ''::bytea) over (order by seq) as previous, lag(seq, 1, 0::bigint) over (order by seq) as last
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
        union all select head.seq, null, null, 'cut' from public.audit_head as head
          where not exists (select from public.audit_link as l where l.seq = head.seq and l.hash = head.hash)
        order by 1, 2
      $$`,
  );
  await run(db, 'revoke all on function audit_faults() from public');
  await run(db, `grant execute on function audit_faults(), audit_digest(audit) to ${roles.app}`);
}
