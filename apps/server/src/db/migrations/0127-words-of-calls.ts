import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * What is said in a recording, as a recogniser that the company has chosen writes it down. It belongs to its recording and goes with
 * it, whichever way that goes. Nothing is sent anywhere until a company has switched it on.
 */
export const wordsOfCalls: Migration = {
  name: '0127-words-of-calls',
  async up(db) {
    await createTenantTable(db, 'company_recogniser', [
      'active boolean not null default false',
      "url text not null default ''",
      "model text not null default 'whisper-1'",
      "language text not null default 'vi'",
      'sealed_key bytea',
      // Tries in a row without an answer; after some of them nothing is sent for a while.
      'failures integer not null default 0',
      'rests_until timestamptz',
      'constraint company_recogniser_once unique (tenant_id)',
    ]);
    await createTenantTable(db, 'transcript', [
      'call_id uuid not null',
      'call_started_at timestamptz not null',
      'recording_id text not null',
      "state text not null default 'due' check (state in ('due', 'done', 'failed'))",
      // Counted before each try begins, so that a recording that ends its worker is set aside as well.
      'attempts integer not null default 0',
      'next_at timestamptz',
      "because text not null default ''",
      "recogniser text not null default ''",
      'sent_ms bigint not null default 0',
      'done_at timestamptz',
      'constraint transcript_of unique (tenant_id, recording_id)',
    ]);
    await run(db, "create index transcript_due on transcript (tenant_id, next_at) where state = 'due'");
    await run(db, 'create index transcript_done on transcript (tenant_id, done_at) include (sent_ms)');
    await createTenantTable(db, 'transcript_line', [
      'transcript_id uuid not null',
      'call_id uuid not null',
      'call_started_at timestamptz not null',
      "side text not null check (side in ('left', 'right', 'both'))",
      'from_ms integer not null',
      'to_ms integer not null',
      'text text not null',
      // [from, to, word] of each, in milliseconds.
      "words jsonb not null default '[]'",
      references('transcript_line', 'transcript_id', 'transcript', 'cascade'),
    ]);
    await run(
      db,
      `alter table transcript_line
        add column found tsvector generated always as (to_tsvector('simple', fold(text))) stored`,
    );
    await run(db, 'create index transcript_line_of on transcript_line (tenant_id, transcript_id, from_ms)');
    await run(db, 'create index transcript_line_found on transcript_line using gin (tenant_id, found)');
    await run(db, 'create index transcript_line_newest on transcript_line (tenant_id, call_started_at desc, call_id)');
    await run(db, finder);
    await run(db, queueing);
    await run(db, forgetting);
  },
};

/**
 * Row-level security lets no operator use an index that is not leak-proof, so it looks as the role of look-ups and names the company itself. The statement
 * is put together with the words in it: planned with them, rare words go by their index and common ones from the newest call back.
 */
const finder = `
  create policy lookup on transcript_line for select to ${roles.lookup} using (true);
  grant select on transcript_line to ${roles.lookup};
  create function find_spoken(words text, from_at timestamptz, to_at timestamptz, at_most integer)
    returns table (call_id uuid, started_at timestamptz)
    language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
  begin
    return query execute format('select distinct on (line.call_started_at, line.call_id) line.call_id, line.call_started_at
      from public.transcript_line as line
      where line.tenant_id = %L and line.found @@ %L::tsquery
        and line.call_started_at >= %L and line.call_started_at < %L
      order by line.call_started_at desc, line.call_id limit %s',
      public.current_tenant(), phraseto_tsquery('simple', public.fold(words)),
      coalesce(from_at, '-infinity'), coalesce(to_at, 'infinity'), at_most);
  end $$;
  revoke all on function find_spoken from public;
  grant execute on function find_spoken to ${roles.app};
  alter function find_spoken owner to ${roles.lookup}`;

/** A recording that is whole is written down where its company wants that. */
const queueing = `
  create function queue_transcript(wanted uuid, run_at timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    if not exists (select from public.transcript where tenant_id = public.current_tenant() and id = wanted) then
      raise exception 'There is no such transcript in this tenant.';
    end if;
    perform graphile_worker.add_job('transcript',
      json_build_object('tenantId', public.current_tenant(), 'transcriptId', wanted),
      job_key => 'transcript ' || wanted::text, run_at => run_at,
      flags => array['company:' || public.current_tenant()]);
  end $$;
  revoke all on function queue_transcript from public;
  grant execute on function queue_transcript to ${roles.app};
  create function want_transcript() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
  declare made uuid;
  begin
    if not exists (select from public.company_recogniser where tenant_id = new.tenant_id and active) then
      return null;
    end if;
    insert into public.transcript (tenant_id, id, call_id, call_started_at, recording_id, next_at)
      values (new.tenant_id, gen_random_uuid(), new.call_id, new.call_started_at, new.id, now())
      on conflict do nothing returning id into made;
    if made is not null then perform public.queue_transcript(made, now()); end if;
    return null;
  end $$;
  create trigger transcript_wanted_new after insert on recording for each row
    when (new.kind = 'conversation' and new.state in ('ready', 'incomplete', 'no-space') and new.bytes > 0)
    execute function want_transcript();
  create trigger transcript_wanted after update of state on recording for each row
    when (old.state is distinct from new.state and new.kind = 'conversation'
      and new.state in ('ready', 'incomplete', 'no-space') and new.bytes > 0)
    execute function want_transcript()`;

const forgetting = `
  create function forget_transcript() returns trigger
    language plpgsql security definer set search_path = pg_catalog, public as $$
  begin
    delete from public.transcript where tenant_id = old.tenant_id and recording_id = old.id;
    return null;
  end $$;
  create trigger transcript_gone after delete on recording for each row execute function forget_transcript()`;
