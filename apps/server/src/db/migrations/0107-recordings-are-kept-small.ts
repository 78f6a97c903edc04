import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * A recording waits (`due`) to be kept in its last form: Opus, or WAV where phones play it; `none` where there was no file, `going` while
 * it is removed. Its bytes as they are kept are a link of the company's chain, each of which stands for all before it; a recording that is
 * removed is a link as well, so that the chain says of each file that it was there, and of each that is not that it went.
 */
export const recordingsAreKeptSmall: Migration = {
  name: '0107-recordings-are-kept-small',
  async up(db) {
    await run(
      db,
      `alter table recording add column kept_as text not null default 'due'
        check (kept_as in ('due', 'wav', 'opus', 'none', 'going'))`,
    );
    await run(
      db,
      `create index recording_due on recording (tenant_id, call_started_at desc, id)
        where kept_as = 'due' and state not in ('open', 'failed')`,
    );
    await run(
      db,
      `create table recording_head (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade primary key,
        seq bigint not null,
        hash bytea not null
      );
      create table recording_link (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        seq bigint not null,
        kind text not null check (kind in ('kept', 'gone')),
        recording_id text not null,
        call_id uuid not null,
        at timestamptz not null default clock_timestamp(),
        -- Of the bytes as they are kept, before they are sealed; of one that is gone what it was.
        sha256 bytea not null,
        hash bytea not null,
        primary key (tenant_id, seq)
      );
      create index recording_link_of on recording_link (tenant_id, recording_id, seq)`,
    );
    for (const table of ['recording_head', 'recording_link']) {
      await guardByTenant(db, table);
      await run(db, `grant select on ${table} to ${roles.app}`);
    }
    await run(
      db,
      `create function recording_digest(link recording_link) returns bytea
        language sql stable parallel safe set search_path = pg_catalog, public as $$
        select sha256(convert_to(concat_ws('|', link.tenant_id, link.seq, link.kind, link.recording_id, link.call_id,
          (extract(epoch from link.at) * 1000000)::bigint, encode(link.sha256, 'hex')), 'UTF8'))
      $$;
      create function link_recording(of_kind text, recording text, call uuid, content bytea) returns bigint
        language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        own uuid := public.current_tenant();
        head public.recording_head;
        link public.recording_link;
      begin
        insert into public.recording_head (tenant_id, seq, hash) values (own, 0, '') on conflict do nothing;
        select * into strict head from public.recording_head where tenant_id = own for update;
        link := row(own, head.seq + 1, of_kind, recording, call, clock_timestamp(), content, ''::bytea);
        link.hash := sha256(head.hash || public.recording_digest(link));
        insert into public.recording_link select link.*;
        update public.recording_head set seq = link.seq, hash = link.hash where tenant_id = own;
        return link.seq;
      end $$;
      revoke all on function link_recording from public;
      grant execute on function link_recording to ${roles.app};
      create function link_gone_recording() returns trigger
        language plpgsql security definer set search_path = pg_catalog, public as $$
      declare content bytea;
      begin
        -- Of a company that is being deleted nothing is kept.
        if old.tenant_id is distinct from public.current_tenant()
          or not exists (select from public.tenant where id = old.tenant_id) then return null; end if;
        select sha256 into content from public.recording_link
          where tenant_id = old.tenant_id and recording_id = old.id and kind = 'kept' order by seq desc limit 1;
        if content is not null then perform public.link_recording('gone', old.id, old.call_id, content); end if;
        return null;
      end $$;
      create trigger recording_gone after delete on recording for each row execute function link_gone_recording()`,
    );
    // What does not fit in the chain itself; whether a file is what its link says is for who reads the file.
    await run(
      db,
      `create function recording_faults() returns table (seq bigint, recording_id text, at timestamptz, fault text)
        language sql stable set search_path = pg_catalog, public as $$
        with link as (
          select l, l.seq, l.kind, l.recording_id, l.at, l.hash,
            lag(l.hash, 1, ''::bytea) over (order by l.seq) as previous, lag(l.seq, 1, 0::bigint) over (order by l.seq) as last
          from public.recording_link as l
        )
        select seq, recording_id, at, 'gap' from link where seq <> last + 1
        union all select seq, recording_id, at, 'broken' from link
          where hash <> sha256(previous || public.recording_digest(l))
        union all select seq, recording_id, at, 'removed' from link
          where kind = 'kept' and not exists (select from public.recording where recording.id = link.recording_id)
            and not exists (select from public.recording_link as later
              where later.recording_id = link.recording_id and later.seq > link.seq)
        union all select null, recording.id, recording.started_at, 'unlinked' from public.recording
          where kept_as in ('wav', 'opus')
            and not exists (select from public.recording_link as l where l.recording_id = recording.id)
        union all select head.seq, null, null, 'cut' from public.recording_head as head
          where head.seq > 0
            and not exists (select from public.recording_link as l where l.seq = head.seq and l.hash = head.hash)
        order by 1, 2
      $$`,
    );
  },
};
