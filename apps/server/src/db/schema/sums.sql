-- Figures that are added up by the very statement that writes what they count: a day is read from a few hundred rows,
-- however many calls there were. Every time zone's hours are made of whole quarters.

-- Conversations by five minutes of their start.
create table call_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  at timestamptz not null,
  direction text not null,
  status text not null,
  n bigint not null,
  -- Of these, those that waited for less than five seconds.
  short bigint not null,
  wait_ms bigint not null,
  talk_ms bigint not null,
  refused bigint not null default 0,
  primary key (tenant_id, at, direction, status)
) with (fillfactor = 70);

-- What each of a company's numbers was called and called with, by the hour.
create table number_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  number text not null,
  at timestamptz not null,
  inbound bigint not null,
  inbound_answered bigint not null,
  outbound bigint not null,
  outbound_answered bigint not null,
  -- Answered, and over within six seconds.
  short bigint not null,
  -- All channels were in use.
  "full" bigint not null,
  primary key (tenant_id, number, at)
) with (fillfactor = 70);

-- What each person did on the phone, by fifteen minutes. Found by the person: a month of somebody's is a few hundred
-- rows. It stays when its calls are kept no longer: a target of last year is not missed because its calls are gone.
create table person_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  extension text not null,
  at timestamptz not null,
  answered bigint not null,
  inbound bigint not null,
  missed bigint not null,
  outbound bigint not null,
  met bigint not null,
  talk_ms bigint not null,
  primary key (tenant_id, extension, at)
) with (fillfactor = 70);

-- Conversations by who of the company placed them, who took them and who else talked in them, by the day. Together,
-- because a conversation of two colleagues is one of each of them and one of their department. Days begin at midnight
-- in Vietnam; of other zones the hours at both ends of a span are counted one by one.
create table party_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  at timestamptz not null,
  from_extension text not null,
  to_extension text not null,
  direction text not null,
  status text not null,
  n bigint not null,
  wait_ms bigint not null,
  talk_ms bigint not null,
  others text[] not null default '{}',
  primary key (tenant_id, at, from_extension, to_extension, others, direction, status)
) with (fillfactor = 70);

-- For how long each person talked, by the day.
create table talk_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  at timestamptz not null,
  extension text not null,
  direction text not null,
  talk_ms bigint not null,
  primary key (tenant_id, at, extension, direction)
) with (fillfactor = 70);

-- How many recordings there are and how large they are, by the day of their calls.
create table recording_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  at timestamptz not null,
  n bigint not null,
  bytes bigint not null,
  primary key (tenant_id, at)
) with (fillfactor = 70);

-- How many calls each inbound rule led, by the day. No key of the rules: calls stay counted as they were led, and
-- rows of a rule that is gone are swept away with the days.
create table rule_sum (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  inbound_rule_id uuid not null,
  at timestamptz not null,
  calls bigint not null,
  primary key (tenant_id, inbound_rule_id, at)
) with (fillfactor = 70);
create index rule_sum_days on rule_sum (tenant_id, at);

-- Makes the functions and triggers that keep a table of sums. `adding` adds the sums of `changed`: rows, each with
-- the `sign` that it counts with. Of a company that is being deleted nothing is kept. Only this file calls it; it is
-- dropped below.
create procedure keep_sums(name text, counted_table text, events text[], adding text) language plpgsql as $do$
declare
  event text;
begin
  foreach event in array events loop
    execute format($sql$
      create function %1$s() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        %2$s;
        return null;
      end $$;
      create trigger %1$s after %3$s on %4$s referencing %5$s for each statement execute function %1$s();
      $sql$,
      name || '_' || event,
      replace(adding, 'changed', case event
        when 'insert' then '(select after.*, 1 as sign from after)'
        when 'delete' then '(select before.*, -1 as sign from before)'
        else '(select after.*, 1 as sign from after union all select before.*, -1 from before)' end),
      event, counted_table,
      case event when 'insert' then 'new table as after' when 'delete' then 'old table as before'
        else 'old table as before new table as after' end);
  end loop;
end $do$;

-- Makes rebuild_<table>s(from_at, to_at), which makes the tenant's sums of a time anew and answers whether they were
-- not what its calls come to. Nobody writes the sums meanwhile. `period` is the beginning of the time that a moment
-- is summed up in.
create procedure rebuild_sums(
  sum_table text, counted_table text, began text, period text, in_order text, figures text, adding text
) language plpgsql as $do$
declare
  nothing text := regexp_replace(figures, '"?\w+"?', '0', 'g');
  within_time text := format('tenant_id = current_tenant() and %%s >= %s and %%1$s < %s',
    replace(period, 'moment', 'from_at'), replace(period, 'moment', 'to_at'));
  kept text := format('(select jsonb_agg(%1$s order by %2$s) from %1$s where %3$s and (%4$s) <> (%5$s))',
    sum_table, in_order, format(within_time, 'at'), figures, nothing);
begin
  execute format($sql$
    create function rebuild_%1$ss(from_at timestamptz, to_at timestamptz) returns boolean
      language plpgsql set search_path = pg_catalog, public as $$
    declare
      was jsonb;
      is_now jsonb;
    begin
      lock table %1$s in share row exclusive mode;
      was := %2$s;
      delete from %1$s where %3$s;
      %4$s;
      is_now := %2$s;
      return was is distinct from is_now;
    end $$;
    $sql$,
    sum_table, kept, format(within_time, 'at'),
    replace(adding, 'changed', format('(select %1$s.*, 1 as sign from %1$s where %2$s)', counted_table,
      format(within_time, began))));
end $do$;

do $do$
declare
  adding text;
begin
  adding := $$
    insert into call_sum as kept (tenant_id, at, direction, status, n, short, wait_ms, talk_ms, refused)
      select * from (
        select tenant_id, date_bin('5 minutes', started_at, '2000-01-01Z') as bin, direction, status, sum(sign) as n,
          coalesce(sum(sign) filter (where wait_ms < 5000), 0) as short,
          sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms,
          coalesce(sum(sign) filter (where cause in ('limit', 'congestion') and ended_at = started_at), 0) as refused
        from changed as made where exists (select from tenant where tenant.id = made.tenant_id) group by 1, 2, 3, 4
      ) as change
      where (n, short, wait_ms, talk_ms, refused) <> (0, 0, 0, 0, 0)
      order by tenant_id, bin, direction, status
      on conflict (tenant_id, at, direction, status) do update set
        n = kept.n + excluded.n, short = kept.short + excluded.short,
        wait_ms = kept.wait_ms + excluded.wait_ms, talk_ms = kept.talk_ms + excluded.talk_ms,
        refused = kept.refused + excluded.refused$$;
  call keep_sums('sum_calls', 'call', '{insert,delete,update}', adding);
  call rebuild_sums('call_sum', 'call', 'started_at', $$date_bin('15 minutes', moment, '2000-01-01Z')$$,
    'at, direction, status', 'n, short, wait_ms, talk_ms, refused', adding);

  -- A call that was answered and then ended by a limit found a channel.
  adding := $$
    insert into number_sum as kept (tenant_id, number, at, inbound, inbound_answered, outbound, outbound_answered, short, "full")
      select * from (
        select tenant_id, service_number, date_bin('1 hour', started_at, '2000-01-01Z') as at,
          coalesce(sum(sign) filter (where direction = 'inbound'), 0) as inbound,
          coalesce(sum(sign) filter (where direction = 'inbound' and status = 'answered'), 0) as inbound_answered,
          coalesce(sum(sign) filter (where direction = 'outbound'), 0) as outbound,
          coalesce(sum(sign) filter (where direction = 'outbound' and status = 'answered'), 0) as outbound_answered,
          coalesce(sum(sign) filter (where status = 'answered' and talk_ms < 6000), 0) as short,
          coalesce(sum(sign) filter (where cause = 'limit' and status <> 'answered'), 0) as "full"
        from changed as made
        where service_number <> '' and exists (select from tenant where tenant.id = made.tenant_id)
        group by 1, 2, 3
      ) as change
      where (inbound, inbound_answered, outbound, outbound_answered, short, "full") <> (0, 0, 0, 0, 0, 0)
      order by tenant_id, service_number, at
      on conflict (tenant_id, number, at) do update set
        inbound = kept.inbound + excluded.inbound, inbound_answered = kept.inbound_answered + excluded.inbound_answered,
        outbound = kept.outbound + excluded.outbound, outbound_answered = kept.outbound_answered + excluded.outbound_answered,
        short = kept.short + excluded.short, "full" = kept."full" + excluded."full"$$;
  call keep_sums('sum_numbers', 'call', '{insert,delete,update}', adding);
  call rebuild_sums('number_sum', 'call', 'started_at', $$date_bin('1 hour', moment, '2000-01-01Z')$$,
    'number, at', 'inbound, inbound_answered, outbound, outbound_answered, short, "full"', adding);

  -- A call is of whoever placed it and of all who talked in it, and one that nobody took of all whom it rang. What is
  -- deleted stays counted.
  adding := $$
    insert into person_sum as kept (tenant_id, extension, at, answered, inbound, missed, outbound, met, talk_ms)
      select tenant_id, extension, at, answered, inbound, missed, outbound, met, talk_ms from (
        select tenant_id, part.extension, date_bin('15 minutes', started_at, '2000-01-01Z') as at,
          sum(part.answered) as answered, sum(part.inbound) as inbound, sum(part.missed) as missed,
          sum(part.outbound) as outbound, sum(part.met) as met, sum(part.talk_ms) as talk_ms
        from changed as made cross join lateral (
          select own.extension, case status when 'answered' then sign else 0 end as answered,
            case when status = 'answered' and direction = 'inbound' then sign else 0 end as inbound, 0 as missed,
            case when is_out then sign else 0 end as outbound,
            case when is_out and status = 'answered' then sign else 0 end as met,
            case status when 'answered' then sign * own.talk_ms else 0 end as talk_ms
          from own_talks(from_extension, to_extension, shares, made.talk_ms) as own
            cross join lateral (select direction = 'outbound' and own.extension = from_extension as is_out) as its
          where status = 'answered' or is_out and status <> 'in_progress'
          union all
          select unnest(rang), 0, 0, sign, 0, 0, 0 where direction = 'inbound' and status not in ('in_progress', 'answered')
        ) as part
        where part.extension <> '' group by 1, 2, 3) as change
      where (answered, inbound, missed, outbound, met, talk_ms) <> (0, 0, 0, 0, 0, 0)
        and exists (select from tenant where tenant.id = change.tenant_id)
      order by tenant_id, extension, at
      on conflict (tenant_id, extension, at) do update set
        answered = kept.answered + excluded.answered, inbound = kept.inbound + excluded.inbound,
        missed = kept.missed + excluded.missed, outbound = kept.outbound + excluded.outbound,
        met = kept.met + excluded.met, talk_ms = kept.talk_ms + excluded.talk_ms$$;
  call keep_sums('keep_person_sum', 'call', '{insert,update}', adding);
  call rebuild_sums('person_sum', 'call', 'started_at', $$date_bin('15 minutes', moment, '2000-01-01Z')$$,
    'extension, at', 'answered, inbound, missed, outbound, met, talk_ms', adding);

  adding := $$
    insert into party_sum as kept
        (tenant_id, at, from_extension, to_extension, others, direction, status, n, wait_ms, talk_ms)
      select tenant_id, at, from_extension, to_extension, others, direction, status, n, wait_ms, talk_ms from (
        select tenant_id, date_bin('1 day', started_at, '2000-01-01T00:00:00+07') as at, from_extension, to_extension,
          case when shares is null then '{}' else array(
            select other from jsonb_object_keys(shares) as other where other not in (from_extension, to_extension) order by 1
          ) end as others, direction, status,
          sum(sign) as n, sum(sign * wait_ms) as wait_ms, sum(sign * talk_ms) as talk_ms
        from changed as made group by 1, 2, 3, 4, 5, 6, 7) as change
      where (n, wait_ms, talk_ms) <> (0, 0, 0) and exists (select from tenant where tenant.id = change.tenant_id)
      order by tenant_id, at, from_extension, to_extension, others, direction, status
      on conflict (tenant_id, at, from_extension, to_extension, others, direction, status) do update set
        n = kept.n + excluded.n, wait_ms = kept.wait_ms + excluded.wait_ms, talk_ms = kept.talk_ms + excluded.talk_ms$$;
  call keep_sums('keep_party_sum', 'call', '{insert,delete,update}', adding);
  call rebuild_sums('party_sum', 'call', 'started_at', $$date_bin('1 day', moment, '2000-01-01T00:00:00+07')$$,
    'at, from_extension, to_extension, others, direction, status', 'n, wait_ms, talk_ms', adding);

  adding := $$
    insert into talk_sum as kept (tenant_id, at, extension, direction, talk_ms)
      select tenant_id, at, extension, direction, talk_ms from (
        select tenant_id, date_bin('1 day', started_at, '2000-01-01T00:00:00+07') as at, own.extension, direction,
          sum(sign * own.talk_ms) as talk_ms
        from changed as made
          cross join lateral own_talks(from_extension, to_extension, shares, made.talk_ms) as own
        where status = 'answered' group by 1, 2, 3, 4) as change
      where (talk_ms) <> (0) and exists (select from tenant where tenant.id = change.tenant_id)
      order by tenant_id, at, extension, direction
      on conflict (tenant_id, at, extension, direction) do update set talk_ms = kept.talk_ms + excluded.talk_ms$$;
  call keep_sums('keep_talk_sum', 'call', '{insert,delete,update}', adding);
  call rebuild_sums('talk_sum', 'call', 'started_at', $$date_bin('1 day', moment, '2000-01-01T00:00:00+07')$$,
    'at, extension, direction', 'talk_ms', adding);

  adding := $$
    insert into recording_sum as kept (tenant_id, at, n, bytes)
      select tenant_id, at, n, bytes from (
        select tenant_id, date_bin('1 day', call_started_at, '2000-01-01Z') as at, sum(sign) as n, sum(sign * bytes) as bytes
        from changed as made group by 1, 2) as change
      where (n, bytes) <> (0, 0) and exists (select from tenant where tenant.id = change.tenant_id)
      order by tenant_id, at
      on conflict (tenant_id, at) do update set n = kept.n + excluded.n, bytes = kept.bytes + excluded.bytes$$;
  call keep_sums('keep_recording_sum', 'recording', '{insert,delete,update}', adding);
  call rebuild_sums('recording_sum', 'recording', 'call_started_at', $$date_bin('1 day', moment, '2000-01-01Z')$$,
    'at', 'n, bytes', adding);

  adding := $$
    insert into rule_sum as kept (tenant_id, inbound_rule_id, at, calls)
      select * from (
        select tenant_id, unnest(led_by) as rule, date_bin('1 day', started_at, '2000-01-01Z') as at, sum(sign) as calls
        from changed as made
        where led_by <> '{}' and exists (select from tenant where tenant.id = made.tenant_id)
        group by 1, 2, 3
      ) as change
      where calls <> 0
      order by tenant_id, rule, at
      on conflict (tenant_id, inbound_rule_id, at) do update set calls = kept.calls + excluded.calls$$;
  call keep_sums('sum_rules', 'call', '{insert,delete,update}', adding);
end $do$;

drop procedure keep_sums(text, text, text[], text);
drop procedure rebuild_sums(text, text, text, text, text, text, text);
