-- Lists of any length: pages far behind, words among a million rows, keys of an import, and views that people keep.

-- A list's filters, search and order under a name.
create table saved_view (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  list text not null,
  name text not null,
  address text not null,
  shared boolean not null default false,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint saved_view_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);
create unique index saved_view_name_key on saved_view (tenant_id, account_id, list, name_key(name));

-- How many rows of a list were made from `at` to `until`, both seconds and inclusive: one entry for each statement
-- that added or deleted some, until settle_tallies makes few of many. Page 100,000 is found by how many rows lie
-- before it.
create table row_tally (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  list text not null,
  at timestamptz not null,
  id bigint generated always as identity,
  until timestamptz not null,
  n bigint not null,
  primary key (tenant_id, list, at, id),
  constraint row_tally_span check (at <= until)
);

-- The last place in a list, newest first, before which no more than `skip` rows lie: `newer` rows were made at `at`
-- or after it. A cut within an entry would part rows that were counted together, so there is none. In plpgsql it is
-- planned once a session.
create function list_cut(of_list text, skip bigint) returns table (at timestamptz, newer bigint)
  language plpgsql stable rows 1 set search_path = pg_catalog, public as $$
begin
  return query select cut.at, cut.newer::bigint
    from (
      select entry.at, sum(entry.n) over (order by entry.at desc) as newer,
        max(entry.until) over (order by entry.at rows between unbounded preceding and 1 preceding) as reaches
      from (
        select tally.at, max(tally.until) as until, sum(tally.n) as n from row_tally as tally
        where tally.tenant_id = (select current_tenant()) and tally.list = of_list group by tally.at
      ) as entry
    ) as cut
    where cut.newer <= skip and (cut.reaches is null or cut.reaches < cut.at)
    order by cut.at limit 1;
end $$;

-- Makes few entries of the many that statements have left of one list, without changing where any row lies. What lies
-- within another entry's span cannot be told apart from it; the others are put together until they are 2,000 rows.
-- What is added meanwhile stays beside it.
create function settle_tallies(of_list text) returns void
  language sql set search_path = pg_catalog, public as $$
  with taken as (
    delete from row_tally where tenant_id = (select current_tenant()) and list = of_list returning at, until, n
  ), entry as (
    select at, max(until) as until, sum(n) as n,
      coalesce(max(max(until)) over (order by at rows between unbounded preceding and 1 preceding) < at, true) as begins
    from taken group by at
  ), span as (
    select min(at) as at, max(until) as until, sum(n) as n
    from (select at, until, n, count(*) filter (where begins) over (order by at) as number from entry) as numbered
    group by number having sum(n) <> 0
  ), filled as (
    select at, until, n, div(sum(n) over (order by at) - n, 2000) as number from span
  )
  insert into row_tally (list, at, until, n)
    select of_list, min(at), max(until), sum(n) from filled group by number
$$;

-- tally_<table>() for every list, by the column of the moment that a row was made at, which never changes.
do $do$
declare
  list text;
  at text;
  event text;
begin
  foreach list in array array[
    'announcement', 'api_key', 'branch', 'call', 'campaign', 'customer', 'customer_field', 'data_source',
    'department', 'greeting', 'ivr_menu', 'kpi', 'last_call_rule', 'music_on_hold', 'otp_number', 'otp_request',
    'profile_status', 'project', 'queue', 'ring_group', 'service_number', 'survey_campaign', 'survey_category',
    'survey_question', 'team', 'time_condition', 'time_group', 'trunk', 'voicemail_box', 'webhook'
  ] loop
    at := case list when 'call' then 'started_at' else 'created_at' end;
    execute format($sql$
      create function tally_%1$s() returns trigger language plpgsql set search_path = pg_catalog, public as $$
      begin
        -- Of a company that is being deleted nothing is kept.
        insert into row_tally (tenant_id, list, at, until, n)
          select tenant_id, %1$L, second, second, case tg_op when 'INSERT' then n else -n end
          from (
            select tenant_id, date_trunc('second', %2$s) as second, count(*) as n from changed group by 1, 2
          ) as made
          where exists (select from tenant where tenant.id = made.tenant_id);
        return null;
      end $$;
      create trigger tally_insert after insert on %1$s referencing new table as changed
        for each statement execute function tally_%1$s();
      create trigger tally_delete after delete on %1$s referencing old table as changed
        for each statement execute function tally_%1$s();
      $sql$, list, at);
  end loop;
end $do$;

-- find_<table>(words, at_most) answers rows that have every word, in no order. Row-level security lets no index be
-- used through LIKE, which is not leak-proof: the function belongs to the lookup role, whose policy is no condition,
-- and names the tenant itself. Its statement is put together with the words in it; planned without them it would take
-- several times as long. The index brings all places of a word before the first row is read, which is much where
-- nearly every row has it: so a sixteenth of the rows, by a hash of the id, has an index of its own. Where more of
-- these have the words than could be if no more than `at_most` of all had them (ten deviations away), the answer is
-- that many ids of nobody, and nothing else is looked up.
do $do$
declare
  list text;
begin
  foreach list in array array['branch', 'customer', 'data_source'] loop
    execute format($sql$
      create function find_%1$s(words text[], at_most integer) returns table (id uuid, created_at timestamptz)
        language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
      declare
        has text := format('from public.%1$s as row where tenant_id = %%L', public.current_tenant());
        share float := at_most / 16.0;
        plenty integer := ceil(share + 10 * sqrt(share));
        pattern text;
        met bigint;
      begin
        foreach pattern in array public.search_patterns(words) loop
          has := has || format(' and search_text like %%L', pattern);
        end loop;
        if at_most > 1000 then
          execute 'select count(*) from (select ' || has || format(' and (uuid_hash(id) & 15) = 0 limit %%s) as some_rows', plenty)
            into met;
        end if;
        if met >= plenty then
          return query select lpad(to_hex(n), 32, '0')::uuid, null::timestamptz from generate_series(1, at_most) as n;
        else
          return query execute 'select row.id, row.created_at ' || has || format(' limit %%s', at_most);
        end if;
      end $$;
      $sql$, list);
  end loop;
end $do$;

-- A batch of an import asks for a thousand keys of a table that may have millions of rows. Each is found by its
-- index: rows are asked for in the order of their keys, which no other index has, and nothing may be sorted;
-- statistics know nothing of how many rows a company has while they are written. A name and a code stand once in a
-- company.
create function ids_by_key(of_table text, field text, keys text[]) returns table (place bigint, id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, public set enable_sort = off set
  enable_seqscan = off as $$
declare
  key text := case when field = 'name' then 'public.name_key(%s)' else 'lower(normalize(%s) collate "und-x-icu")' end;
  own text := format('row.%I', field);
begin
  return query execute format(
    'select given.place, found.id from unnest($1) with ordinality as given (key, place)
      cross join lateral (
        select row.id from public.%1$I as row
        where row.tenant_id = public.current_tenant() and %2$s <> $2
          and %3$s >= %4$s and %3$s <= %4$s order by %3$s limit 1
      ) as found',
    of_table, own, format(key, own), format(key, 'given.key')) using keys, '';
end $$;
