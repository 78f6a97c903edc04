-- Calls and what belongs to one, in parts by the month in which the call started: a conversation's rows lie together,
-- and retention drops them by the month.

-- `revision` grows with each state that was written.
create table call (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  started_at timestamptz not null,
  revision bigint not null,
  direction text not null check (direction in ('inbound', 'outbound', 'internal')),
  status text not null check (status in ('in_progress', 'answered', 'missed', 'abandoned', 'cancelled', 'busy',
    'no_answer', 'failed', 'blocked', 'voicemail', 'callback', 'stopped_ivr')),
  stage text not null check (stage in ('waiting', 'ringing', 'talking', 'ended')),
  answered_at timestamptz,
  ended_at timestamptz,
  dialled text not null,
  service_number text not null default '',
  outside_number text not null default '',
  from_extension text not null default '',
  to_extension text not null default '',
  agent_extension text not null default '',
  wait_ms bigint not null default 0,
  ring_ms bigint not null default 0,
  talk_ms bigint not null default 0,
  hold_ms bigint not null default 0,
  cause text not null default '',
  ended_by text not null default '' check (ended_by in ('', 'customer', 'agent', 'system')),
  trace jsonb not null default '[]',
  ended_by_extension text not null default '',
  rang text[] not null default '{}',
  broken text not null default '',
  name_prefix text not null default '',
  blocked text not null default '',
  led_by uuid[] not null default '{}',
  trunk_id text not null default '',
  outcome text not null default '',
  shares jsonb,
  mos real,
  poor boolean not null default false,
  primary key (tenant_id, id, started_at),
  constraint call_is_closed check ((status = 'in_progress') = (ended_at is null))
) partition by range (started_at);
create index call_newest on call (tenant_id, started_at desc, id);
create index call_open on call (tenant_id) where status = 'in_progress';
create index call_outside on call (tenant_id, outside_number, started_at desc);
create index call_outside_part on call using gin (tenant_id, outside_number gin_trgm_ops);
create index call_status on call (tenant_id, status, started_at desc, id);
create index call_from on call (tenant_id, from_extension, started_at desc, id);
create index call_to on call (tenant_id, to_extension, started_at desc, id);
create index call_wait on call (tenant_id, wait_ms, started_at, id);
create index call_talk on call (tenant_id, talk_ms, started_at, id);
create index call_broken on call (tenant_id, started_at desc, id) where broken <> '';
create index call_outcome on call (tenant_id, outcome, started_at desc, id) where outcome <> '';
create index call_service on call (tenant_id, service_number, started_at desc, id) where service_number <> '';
create index call_poor on call (tenant_id, started_at desc, id) where poor;
create index call_trunk on call (tenant_id, trunk_id, started_at desc, id) include (status) where trunk_id <> '';

create table leg (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  call_id uuid not null,
  call_started_at timestamptz not null,
  id text not null,
  position integer not null,
  side text not null check (side in ('arrived', 'dialled')),
  extension text not null default '',
  number text not null default '',
  name text not null default '',
  trunk_id text not null default '',
  started_at timestamptz not null,
  ringing_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  cause text not null default '',
  sip_code integer,
  loss_percent real,
  jitter_ms real,
  round_trip_ms real,
  far_loss_percent real,
  worst_mos real,
  poor boolean not null default false,
  codec text not null default '',
  device_id text not null default '',
  primary key (tenant_id, call_id, id, call_started_at)
) partition by range (call_started_at);
create index leg_extension on leg (tenant_id, extension, started_at desc);
create index leg_poor on leg (tenant_id, call_started_at) where poor;

create table call_event (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  call_id uuid not null,
  call_started_at timestamptz not null,
  seq bigint not null,
  at timestamptz not null,
  type text not null,
  data jsonb not null,
  primary key (tenant_id, call_id, seq, call_started_at)
) partition by range (call_started_at);

-- Which of our people were in a conversation, from when to when, and how they came there: the base of their own
-- figures.
create table call_segment (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  call_id uuid not null,
  call_started_at timestamptz not null,
  id text not null,
  position integer not null,
  extension text not null,
  leg_id text not null,
  how text not null check (how in ('called', 'answered', 'transfer', 'consultation', 'conference', 'pick-up',
    'supervision', 'take-over')),
  through_kind text not null default '' check (through_kind in ('', 'group', 'queue')),
  through_key text not null default '',
  from_at timestamptz not null,
  to_at timestamptz,
  hold_ms bigint not null default 0,
  joined boolean not null default false,
  primary key (tenant_id, call_id, id, call_started_at)
) partition by range (call_started_at);
create index call_segment_joined on call_segment (tenant_id, extension, call_started_at desc)
  include (call_id) where joined;

create table recording (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id text not null,
  call_id uuid not null,
  call_started_at timestamptz not null,
  kind text not null check (kind in ('conversation', 'message')),
  voicemail_box_id text not null default '',
  state text not null check (state in ('open', 'ready', 'failed', 'incomplete', 'no-space')),
  started_at timestamptz not null,
  duration_ms bigint not null default 0,
  bytes bigint not null default 0,
  primary key (tenant_id, id, call_started_at)
) partition by range (call_started_at);
create index recording_call on recording (tenant_id, call_id, call_started_at);
create index recording_message on recording (tenant_id, voicemail_box_id, started_at) where kind = 'message';
create index recording_open on recording (tenant_id) where state = 'open';

-- Makes the parts of a month where they are missing. The serving role may call it and make no other table. Entries of
-- the audit trail that came before their month was made move there.
create function create_call_month(of_day date) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  first_day date := date_trunc('month', of_day)::date;
  from_at timestamptz := first_day::timestamp at time zone 'UTC';
  to_at timestamptz := (first_day + interval '1 month')::timestamp at time zone 'UTC';
  parent text;
  part text;
begin
  if first_day not between date '2000-01-01' and (current_date + interval '400 days')::date then
    raise exception 'no partition for %', of_day using errcode = 'check_violation';
  end if;
  foreach parent in array array['call', 'leg', 'call_event', 'call_segment', 'recording', 'audit'] loop
    part := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
    if to_regclass('public.' || part) is null then
      -- Two processes may come here at the same moment.
      perform pg_advisory_xact_lock(hashtext('create_call_month'));
      continue when to_regclass('public.' || part) is not null;
      execute format('create table public.%I (like public.%I including defaults including constraints)', part, parent);
      if parent = 'audit' then
        execute format('with early as (delete from public.audit_default where at >= %L and at < %L returning *)
          insert into public.%I select * from early', from_at, to_at, part);
      end if;
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, part,
        from_at, to_at);
    end if;
  end loop;
end $$;

select create_call_month((current_date + make_interval(months => ahead))::date)
  from generate_series(0, 2) as ahead;

-- What came of a call in each queue that it was in: a narrow row, written once, when it has left the queue. Reports
-- count these rows as they are: the longest wait of some days is in no sum that a call can be taken out of again. No
-- key of the queues.
create table queue_stay (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  call_id uuid not null,
  call_started_at timestamptz not null,
  queue_id text not null,
  outcome text not null
    check (outcome in ('answered', 'abandoned', 'timed-out', 'left-elsewhere', 'called-back', 'turned-away')),
  wait_ms bigint not null,
  primary key (tenant_id, call_id, queue_id)
);
create index queue_stay_queue on queue_stay (tenant_id, queue_id, call_started_at desc)
  include (call_id, outcome, wait_ms);

-- Which customer a conversation is with, where several may be calling: as whoever talks has chosen.
create table call_customer (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  call_id uuid not null,
  customer_id uuid not null,
  chosen_by uuid,
  chosen_at timestamptz not null default now(),
  primary key (tenant_id, call_id),
  constraint call_customer_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index call_customer_of on call_customer (tenant_id, customer_id);

-- A call that is held for a dispute stays with its recording, however long calls are kept.
create table call_hold (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  call_id uuid not null,
  reason text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index call_hold_call on call_hold (tenant_id, call_id);

-- The last contacts of numbers and customers. A conversation's number and beginning never change once it is written.
-- Statistics of tables that are just being filled know nothing, and a plan made from them reads all of them for each
-- call: rows are looked up by their keys.
create function note_contacts() returns trigger
  language plpgsql set search_path = pg_catalog, public set enable_seqscan = off set enable_hashjoin = off set
  enable_mergejoin = off as $$
begin
  insert into number_contact as known (tenant_id, e164, at)
    select tenant_id, outside_number, max(started_at) from added where outside_number <> ''
      group by 1, 2 order by 1, 2
    on conflict (tenant_id, e164) do update set at = excluded.at where known.at < excluded.at;
  update customer_contact as kept set at = its.at
    from (
      select phone.tenant_id, phone.customer_id, max(added.started_at) as at
        from added join customer_phone as phone on phone.tenant_id = added.tenant_id and phone.e164 = added.outside_number
        where added.outside_number <> '' group by 1, 2
    ) as its
    where kept.tenant_id = its.tenant_id and kept.customer_id = its.customer_id and kept.at < its.at;
  return null;
end $$;
create trigger note_contacts after insert on call
  referencing new table as added for each statement execute function note_contacts();

-- Who of ours talked in a call for how long. Only a call that was handed on has `shares`; of any other, whoever
-- placed it and whoever took it talked for all of its talk. Without a search path of its own it becomes part of the
-- query that calls it.
create function own_talks(placed text, took text, shares jsonb, talk bigint) returns table (extension text, talk_ms
  bigint)
  language sql immutable parallel safe as $$
  select placed, case when shares is null then talk else coalesce((shares ->> placed)::bigint, 0) end where placed <> ''
  union all
  select took, case when shares is null then talk else coalesce((shares ->> took)::bigint, 0) end
    where took <> '' and took <> placed
  union all
  select other.key, other.value::bigint from jsonb_each_text(shares) as other where other.key not in (placed, took)
$$;

-- What a call's stays say of who talked in it; null where that is the talk of whoever placed and took it.
create function shares_of(tenant uuid, told uuid, began timestamptz, placed text, took text, talk bigint) returns
  jsonb
  language sql stable set search_path = pg_catalog, public as $$
  with stays as (
    select extension, range_agg(tstzrange(from_at, greatest(from_at, to_at))) as times from call_segment
    where tenant_id = tenant and call_id = told and call_started_at = began and to_at is not null
      and how not in ('consultation', 'supervision')
    group by extension
  ), talks as (
    select extension, least(talk, (
      select coalesce(round(1000 * sum(extract(epoch from upper(span) - lower(span)))), 0) from unnest(times) as span
    ))::bigint as ms from stays
  )
  select jsonb_object_agg(extension, ms) from talks
  having count(*) <> (select count(distinct one) from unnest(array[placed, took]) as one where one <> '')
    or bool_or(extension not in (placed, took) or abs(ms - talk) > 1)
$$;

-- The few calls at the edges of a time that is otherwise read from its sums. In a function they are planned once a
-- session, and known to be few.
create function calls_between(from_at timestamptz, to_at timestamptz) returns table (at timestamptz, direction text,
  status text, wait_ms bigint, talk_ms bigint, from_extension text, to_extension text, shares jsonb, rang text[],
  refused boolean)
  language plpgsql stable rows 100 set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan as $$
begin
  return query select call.started_at, call.direction, call.status, call.wait_ms::bigint, call.talk_ms::bigint,
      call.from_extension, call.to_extension, call.shares, call.rang,
      coalesce(call.cause in ('limit', 'congestion') and call.ended_at = call.started_at, false)
    from call where call.started_at >= from_at and call.started_at < to_at;
end $$;

-- By a part of the customer's number. Row-level security lets no index be used through LIKE, which is not leak-proof;
-- the lookup role's policy is no condition, and the function names the tenant itself.
create function find_call(part text, from_at timestamptz, to_at timestamptz, at_most integer) returns table (id uuid,
  started_at timestamptz)
  language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
begin
  return query execute format('select id, started_at from public.call where tenant_id = %L and outside_number like %L
    and started_at >= %L and started_at < %L limit %s', public.current_tenant(), '%' || part || '%',
  coalesce(from_at, '-infinity'), coalesce(to_at, 'infinity'), at_most);
end $$;

-- Retention. The serving role cannot delete a call or a recording; these functions look again, and leave one that is
-- held or still goes on.
create function expire_recordings(wanted text[], before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare own uuid := public.current_tenant(); gone integer;
begin
  delete from public.recording where tenant_id = own and id = any (wanted) and call_started_at < before
    and state <> 'open'
    and not exists (select from public.call_hold as hold where hold.tenant_id = own and hold.call_id = recording.call_id);
  get diagnostics gone = row_count;
  return gone;
end $$;

create function expire_calls(before timestamptz, at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare own uuid := public.current_tenant(); ids uuid[]; since timestamptz; gone integer; part text;
begin
  select array_agg(id), min(started_at) into ids, since from (
    select id, started_at from public.call where tenant_id = own and started_at < before and status <> 'in_progress'
      and not exists (select from public.call_hold as hold where hold.tenant_id = own and hold.call_id = call.id)
      and not exists (select from public.recording
        where tenant_id = own and call_id = call.id and call_started_at = call.started_at)
    order by started_at limit at_most) as old;
  if ids is null then return 0; end if;
  foreach part in array array['leg', 'call_event', 'call_segment', 'queue_stay'] loop
    execute format('delete from public.%I where tenant_id = $1 and call_id = any ($2)
      and call_started_at >= $3 and call_started_at < $4', part) using own, ids, since, before;
  end loop;
  delete from public.call where tenant_id = own and id = any (ids) and started_at >= since and started_at < before;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Months in which no company has anything any more go as a whole. One that is in use at this moment waits for another
-- night.
create function drop_empty_months(before date) returns integer
  language plpgsql security definer set search_path = pg_catalog, public set lock_timeout = '2s' as $$
declare part record; is_used boolean; dropped integer := 0;
begin
  for part in
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
      join pg_class parent on parent.oid = inhparent
    where parent.relname in ('call', 'leg', 'call_event', 'call_segment', 'recording', 'audit')
      and parent.relnamespace = 'public'::regnamespace and child.relname ~ '[0-9]{4}_[0-9]{2}$'
      and to_date(substring(child.relname from '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM') + interval '1 month'
        <= least(before, current_date - 62)
  loop
    execute format('select exists (select from public.%I)', part.name) into is_used;
    if not is_used then
      execute format('drop table public.%I', part.name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

-- What happened stays for the figures; whom it happened with does not. A call that is held stays as it is.
create function erase_calls(numbers text[], at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare own uuid := public.current_tenant(); ids uuid[]; since timestamptz; until timestamptz;
begin
  select array_agg(id), min(started_at), max(started_at) into ids, since, until from (
    select id, started_at from public.call where tenant_id = own and outside_number = any (numbers)
      and status <> 'in_progress'
      and not exists (select from public.call_hold where tenant_id = own and call_hold.call_id = call.id)
      and not exists (select from public.recording where tenant_id = own and call_id = call.id
        and call_started_at = call.started_at)
    limit at_most) as theirs;
  if ids is null then return 0; end if;
  delete from public.call_event where tenant_id = own and call_id = any (ids)
    and call_started_at between since and until;
  update public.leg set number = '', name = '' where tenant_id = own and call_id = any (ids)
    and call_started_at between since and until and extension = '';
  update public.call set outside_number = '', trace = default,
      dialled = case when direction = 'outbound' then '' else dialled end
    where tenant_id = own and id = any (ids) and started_at between since and until;
  return array_length(ids, 1);
end $$;

-- A line of a block list is found by what it blocks; a call is counted once, by the statement by which it is first
-- blocked.
do $do$
declare
  counted record;
begin
  for counted in
    select * from (values
      ('insert', 'new table as after', $$select * from after where blocked <> ''$$),
      ('update', 'old table as before new table as after',
        $$select after.* from after join before using (tenant_id, id, started_at) where after.blocked <> '' and before.blocked = ''$$)
    ) as events (event, transition, made)
  loop
    execute format($sql$
      create function count_blocked_%1$s() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        insert into block_hit as kept (tenant_id, block_list_id, calls, last_at)
          select entry.tenant_id, entry.id, count(*), max(made.started_at)
          from (%2$s) as made
          join block_list as entry on entry.tenant_id = made.tenant_id and entry.direction = 'in'
            and entry.kind = case when made.blocked in ('number', 'anonymous') then made.blocked else 'pattern' end
            and entry.value = case made.blocked
              when 'number' then made.outside_number when 'anonymous' then '' else made.blocked end
          group by 1, 2 order by 1, 2
          on conflict (tenant_id, block_list_id)
            do update set calls = kept.calls + excluded.calls, last_at = greatest(kept.last_at, excluded.last_at);
        return null;
      end $$;
      create trigger count_blocked_%1$s after %1$s on call referencing %3$s
        for each statement execute function count_blocked_%1$s();
      $sql$, counted.event, counted.made, counted.transition);
  end loop;
end $do$;
