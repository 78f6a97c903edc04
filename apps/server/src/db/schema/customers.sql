-- Customers, where they come from, what was agreed and said with them, and when each was in a call last.

create table profile_status (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  "group" text not null default '',
  colour text not null default '#64748b' check (colour ~ '^#[0-9a-f]{6}$'),
  position integer not null default 0 check (position between 0 and 9999),
  final boolean not null default false,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index profile_status_name_key on profile_status (tenant_id, name_key(name));
create index profile_status_newest on profile_status (tenant_id, created_at desc, id desc);
create index profile_status_changed on profile_status (tenant_id, updated_at, id);

-- How customers come from a source; of a Google Sheet, which one, and who gets them.
create table data_source (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  note text not null default '',
  kind text not null default 'manual' check (kind in ('manual', 'excel', 'google-sheet', 'api')),
  sheet_id text not null default '',
  sheet_name text not null default '',
  user_id uuid,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  search_text text generated always as (' ' || fold(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' ||
    coalesce(note, ''))) stored,
  primary key (tenant_id, id),
  constraint data_source_sheet
    check (kind <> 'google-sheet' or (sheet_id <> '' and sheet_name <> '' and user_id is not null)),
  constraint data_source_user_id_fkey foreign key (tenant_id, user_id) references account (tenant_id, id)
);
create unique index data_source_name_key on data_source (tenant_id, name_key(name));
create unique index data_source_code_key on data_source (tenant_id, lower(normalize(code) collate "und-x-icu"))
  where code <> '';
create index data_source_search on data_source using gin (tenant_id, search_text gin_trgm_ops);
create index data_source_search_sample on data_source using gin (tenant_id, search_text gin_trgm_ops)
  where (uuid_hash(id) & 15) = 0;
create index data_source_newest on data_source (tenant_id, created_at desc, id desc);
create index data_source_by_name on data_source (tenant_id, name collate "vi-x-icu", id);
create index data_source_by_code on data_source (tenant_id, code collate "vi-x-icu", id);
create index data_source_user on data_source (tenant_id, user_id);
create index data_source_changed on data_source (tenant_id, updated_at, id);

-- How a Google Sheet is read again and again: which columns are what, how often, as whom, and what came of it the
-- last time.
create table sheet_sync (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  data_source_id uuid not null,
  -- Null until somebody has said what the columns mean.
  headings jsonb,
  existing text not null default 'skip' check (existing in ('skip', 'update')),
  every_minutes integer check (every_minutes between 10 and 10080),
  next_at timestamptz,
  -- Who wants it: what they may do is what it may do.
  account_id uuid,
  job_id uuid,
  last_at timestamptz,
  last_counts jsonb,
  last_error text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint sheet_sync_data_source_id_fkey foreign key (tenant_id, data_source_id)
    references data_source (tenant_id, id) on delete cascade
);
create unique index sheet_sync_data_source_id_key on sheet_sync (tenant_id, data_source_id);
create index sheet_sync_due on sheet_sync (tenant_id, next_at) where next_at is not null;

-- Keys of Google's service accounts, sealed: a sheet that is shared with such an account need not be public.
create table sheet_key (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  data_source_id uuid not null,
  -- With whom the sheet is to be shared.
  client_email text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (tenant_id, data_source_id),
  constraint sheet_key_data_source_id_fkey foreign key (tenant_id, data_source_id)
    references data_source (tenant_id, id) on delete cascade
);

create table project (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  status text not null default 'planned' check (status in ('planned', 'running', 'paused', 'ended')),
  starts_on date,
  ends_on date,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint project_period check (starts_on <= ends_on)
);
create unique index project_name_key on project (tenant_id, name_key(name));
create unique index project_code_key on project (tenant_id, lower(normalize(code) collate "und-x-icu"))
  where code <> '';
create index project_newest on project (tenant_id, created_at desc, id desc);
create index project_changed on project (tenant_id, updated_at, id);

create table project_member (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  project_id uuid not null,
  account_id uuid not null,
  position integer not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint project_member_once unique (tenant_id, project_id, account_id),
  constraint project_member_project_id_fkey foreign key (tenant_id, project_id)
    references project (tenant_id, id) on delete cascade,
  constraint project_member_account_id_fkey foreign key (tenant_id, account_id) references account (tenant_id, id)
);
create index project_member_account on project_member (tenant_id, account_id);

create table project_number (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  project_id uuid not null,
  service_number_id uuid not null,
  position integer not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint project_number_once unique (tenant_id, project_id, service_number_id),
  constraint project_number_project_id_fkey foreign key (tenant_id, project_id)
    references project (tenant_id, id) on delete cascade,
  constraint project_number_service_number_id_fkey foreign key (tenant_id, service_number_id)
    references service_number (tenant_id, id)
);
create index project_number_service_number on project_number (tenant_id, service_number_id);

-- Fields of a company's own for its customers. What a customer has in them is in the row itself, by the field's id.
create table customer_field (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null default 'text' check (kind in ('text', 'number', 'day', 'one', 'several')),
  choices text[] not null default '{}',
  position integer not null default 0 check (position between 0 and 9999),
  in_list boolean not null default false,
  on_popup boolean not null default false,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index customer_field_name_key on customer_field (tenant_id, name_key(name));
create index customer_field_newest on customer_field (tenant_id, created_at desc, id desc);
create index customer_field_changed on customer_field (tenant_id, updated_at, id);

create function own_text(own jsonb) returns text
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select coalesce(string_agg(value #>> '{}', ' '), '') from jsonb_each(own)
$$;

create table customer (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  email text not null default '',
  address text not null default '',
  zalo text not null default '',
  facebook text not null default '',
  note text not null default '',
  note_in_calling text not null default '',
  user_id uuid,
  numbers text[] not null default '{}',
  data_source_id uuid,
  project_id uuid,
  do_not_call boolean not null default false,
  status uuid not null,
  own jsonb not null default '{}',
  zalo_digits text generated always as (regexp_replace(zalo, '[^0-9]', '', 'g')) stored,
  email_key text generated always as (lower(email)) stored,
  do_not_call_since timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  search_text text generated always as (' ' || fold(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' ||
    coalesce(email, '') || ' ' || coalesce(address, '') || case when own = '{}' then '' else (' ' ||
    own_text(own)) end)) stored,
  primary key (tenant_id, id),
  constraint customer_user_id_fkey foreign key (tenant_id, user_id) references account (tenant_id, id),
  constraint customer_data_source_id_fkey foreign key (tenant_id, data_source_id)
    references data_source (tenant_id, id),
  constraint customer_project_id_fkey foreign key (tenant_id, project_id) references project (tenant_id, id),
  constraint customer_status_fkey foreign key (tenant_id, status) references profile_status (tenant_id, id)
);
create unique index customer_code_key on customer (tenant_id, lower(normalize(code) collate "und-x-icu"))
  where code <> '';
create index customer_newest on customer (tenant_id, created_at desc, id desc);
create index customer_by_name on customer (tenant_id, name collate "vi-x-icu", id);
create index customer_by_code on customer (tenant_id, code collate "vi-x-icu", id);
create index customer_changed on customer (tenant_id, updated_at, id);
create index customer_status on customer (tenant_id, status, created_at desc, id desc);
create index customer_data_source_id on customer (tenant_id, data_source_id, created_at desc, id desc);
create index customer_project_id on customer (tenant_id, project_id, created_at desc, id desc);
create index customer_user_id on customer (tenant_id, user_id, created_at desc, id desc);
create index customer_search on customer using gin (tenant_id, search_text gin_trgm_ops);
create index customer_search_sample on customer using gin (tenant_id, search_text gin_trgm_ops)
  where (uuid_hash(id) & 15) = 0;
create index customer_zalo on customer (tenant_id, zalo_digits) where zalo_digits <> '';
create index customer_do_not_call on customer (tenant_id, created_at desc, id desc) where do_not_call;
create index customer_email on customer (tenant_id, email_key) where email_key <> '';

-- A number belongs to one customer. Follows from `customer.numbers`, the main one first.
create table customer_phone (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  e164 text not null,
  position smallint not null default 1,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint customer_phone_key unique (tenant_id, e164),
  constraint customer_phone_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index customer_phone_customer on customer_phone (tenant_id, customer_id, position);
create index customer_phone_part on customer_phone using gin (tenant_id, e164 gin_trgm_ops);

-- Follows from `customer.own`, a row a value, so that lists are narrowed down by it. Plain columns of types whose
-- comparisons are leak-proof: row-level security lets the indexes be used.
create table customer_own (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  customer_id uuid not null,
  field_id uuid not null,
  value text collate "C" not null,
  number double precision,
  primary key (tenant_id, field_id, value, customer_id),
  constraint customer_own_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index customer_own_of on customer_own (tenant_id, customer_id);
create index customer_own_number on customer_own (tenant_id, field_id, number) where number is not null;

create function follow_numbers() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    delete from customer_phone using before, after
      where before.id = after.id and before.numbers <> after.numbers
        and customer_phone.tenant_id = before.tenant_id and customer_phone.customer_id = before.id;
    insert into customer_phone (tenant_id, id, customer_id, e164, position)
      select after.tenant_id, gen_random_uuid(), after.id, number, place
      from before join after on before.id = after.id and before.numbers <> after.numbers
        cross join unnest(after.numbers) with ordinality as its (number, place);
  else
    insert into customer_phone (tenant_id, id, customer_id, e164, position)
      select after.tenant_id, gen_random_uuid(), after.id, number, place
      from after cross join unnest(after.numbers) with ordinality as its (number, place);
  end if;
  return null;
end $$;
create trigger follow_inserted after insert on customer
  referencing new table as after for each statement execute function follow_numbers();
create trigger follow_updated after update on customer
  referencing old table as before new table as after for each statement execute function follow_numbers();

create function own_values(own jsonb) returns table (field_id uuid, value text, number double precision)
  language sql immutable set search_path = pg_catalog as $$
  select distinct its.key::uuid, left(piece #>> '{}', 200),
    case jsonb_typeof(piece) when 'number' then (piece #>> '{}')::double precision end
  from jsonb_each(own) as its cross join lateral jsonb_array_elements(
    case jsonb_typeof(its.value) when 'array' then its.value else jsonb_build_array(its.value) end) as piece
$$;
create function follow_own() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'UPDATE' then
    delete from customer_own using before, after
      where before.id = after.id and before.own <> after.own
        and customer_own.tenant_id = before.tenant_id and customer_own.customer_id = before.id;
    insert into customer_own (tenant_id, customer_id, field_id, value, number)
      select after.tenant_id, after.id, its.* from before join after on before.id = after.id and before.own <> after.own
        cross join lateral own_values(after.own) as its;
  else
    insert into customer_own (tenant_id, customer_id, field_id, value, number)
      select after.tenant_id, after.id, its.* from after cross join lateral own_values(after.own) as its
        where after.own <> '{}';
  end if;
  return null;
end $$;
create trigger own_inserted after insert on customer
  referencing new table as after for each statement execute function follow_own();
create trigger own_updated after update on customer
  referencing old table as before new table as after for each statement execute function follow_own();

-- The kind of a field stays once customers have values in it: they were written for it.
create function keep_field_kind() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  if exists (select from customer_own where tenant_id = new.tenant_id and field_id = new.id) then
    raise check_violation using message = 'the field has values', table = tg_table_name, schema = tg_table_schema,
      constraint = 'customer_field_kind_stays';
  end if;
  return new;
end $$;
create trigger keep_kind before update of kind on customer_field
  for each row when (old.kind <> new.kind) execute function keep_field_kind();

-- Who sees numbers masked sends them back as they were shown; nothing else with a star stands for a number.
create function keep_hidden_numbers() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare mode integer := coalesce((select position_hidden_phone_customer from system_setting), 1);
begin
  new.numbers := array(
    select case when number not like '%*%' then number else (
      select kept.number from unnest(old.numbers) with ordinality as kept (number, place)
      where masked_number(national_number(kept.number), mode) = given.number
      order by kept.place = given.place desc, kept.place limit 1) end
    from unnest(new.numbers) with ordinality as given (number, place) order by place);
  if array_position(new.numbers, null) is not null then
    raise check_violation using message = 'a hidden number stands for none', table = tg_table_name,
      schema = tg_table_schema, constraint = 'customer_phone_check';
  end if;
  return new;
end $$;
create trigger keep_hidden_insert before insert on customer
  for each row when (array_to_string(new.numbers, ' ') like '%*%') execute function keep_hidden_numbers();
create trigger keep_hidden_update before update of numbers on customer
  for each row when (array_to_string(new.numbers, ' ') like '%*%') execute function keep_hidden_numbers();

-- Since when a customer refuses advertising.
create function date_refusal() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  -- Who comes back from among the deleted has said it when they said it.
  if tg_op = 'UPDATE' or new.do_not_call_since is null then
    new.do_not_call_since := case when new.do_not_call then now() end;
  end if;
  return new;
end $$;
create trigger refusal_dated before update on customer
  for each row when (new.do_not_call is distinct from old.do_not_call) execute function date_refusal();
create trigger refusal_begun before insert on customer
  for each row when (new.do_not_call) execute function date_refusal();

-- Whom somebody was let call a moment ago although they refuse advertising.
create table call_anyway (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  account_id uuid not null,
  customer_id uuid not null,
  until timestamptz not null,
  primary key (tenant_id, account_id, customer_id),
  constraint call_anyway_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade,
  constraint call_anyway_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index call_anyway_customer on call_anyway (tenant_id, customer_id);

-- By a part of a number. The lookup role's policy is no condition, so that the trigram index is used; the function
-- names the tenant itself.
create function find_customer_number(part text, at_most integer) returns table (id uuid, created_at timestamptz)
  language plpgsql stable rows 100 security definer set search_path = pg_catalog, public as $$
begin
  return query execute format('select id, created_at from public.customer where tenant_id = %L and id = any (array(
    select customer_id from public.customer_phone where tenant_id = %L and e164 like %L limit %s))',
    public.current_tenant(), public.current_tenant(), '%' || part || '%', at_most);
end $$;

-- Two cards that became one, both as they were before and what moved with them, so that it can be undone.
create table customer_merge (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  -- Neither has to be there any longer.
  kept_id uuid not null,
  kept_version integer not null,
  kept jsonb not null,
  other jsonb not null,
  other_stored jsonb not null,
  moved jsonb not null default '{}',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create index customer_merge_kept on customer_merge (tenant_id, kept_id);

-- To what customers have agreed, or no longer do.
create table consent (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  purpose text not null,
  given boolean not null,
  way text not null,
  evidence text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint consent_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index consent_of on consent (tenant_id, customer_id, created_at desc, id desc);
create index consent_refused_recording on consent (tenant_id, customer_id) where purpose = 'recording' and (not given);

-- Call control hears of every consent to recording, and of numbers that change hands while their customer refuses it.
create function tell_recording_consent() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  told public.consent;
begin
  if tg_op = 'DELETE' then told := old; else told := new; end if;
  if told.purpose = 'recording' then
    perform pg_notify('alo', json_build_array('database', 'plan-changed', told.tenant_id, '[]'::json)::text);
  end if;
  return null;
end $$;
create trigger recording_consent after insert or update or delete on consent
  for each row execute function tell_recording_consent();
create function tell_refusing_numbers() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_notify('alo', json_build_array('database', 'plan-changed', tenant_id, '[]'::json)::text)
    from (
      select distinct tenant_id from touched
        where exists (
          select from consent where consent.tenant_id = touched.tenant_id and consent.customer_id = touched.customer_id
            and purpose = 'recording' and not given
        )
    ) as told;
  return null;
end $$;
create trigger refusing_numbers_insert after insert on customer_phone
  referencing new table as touched for each statement execute function tell_refusing_numbers();
create trigger refusing_numbers_update after update on customer_phone
  referencing new table as touched for each statement execute function tell_refusing_numbers();
create trigger refusing_numbers_delete after delete on customer_phone
  referencing old table as touched for each statement execute function tell_refusing_numbers();

-- What customers ask for about their data.
create table data_request (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  -- A customer who was erased is no longer there.
  customer_id uuid not null,
  kind text not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'done', 'refused')),
  received_at timestamptz not null default now(),
  reply_by timestamptz not null,
  due_at timestamptz not null,
  extended boolean not null default false,
  job_id uuid,
  closed_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create index data_request_of on data_request (tenant_id, customer_id, received_at desc);
create index data_request_open on data_request (tenant_id, due_at) where state = 'open';

-- What came of talking with a customer: an outcome, what was said, and when they want to be called again.
create table disposition (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  -- The conversation, as far as it was one of ours; conversations are kept for a time only.
  call_id uuid,
  outcome text not null,
  note text not null default '',
  next_call_at timestamptz,
  -- Which campaign it was for; it does not have to be there any longer.
  campaign_id uuid,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint disposition_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index disposition_of on disposition (tenant_id, customer_id, created_at desc, id desc);
create index disposition_due on disposition (tenant_id, next_call_at) where next_call_at is not null;
create index disposition_by on disposition (tenant_id, created_by, created_at)
  include (outcome) where created_by is not null;
create index disposition_call on disposition (tenant_id, call_id, created_at desc, id desc) where call_id is not null;

-- The call has the outcome that was said last.
create function tell_outcome(tenant uuid, told uuid) returns void
  language plpgsql set search_path = pg_catalog, public as $$
declare last text;
begin
  select said.outcome into last from disposition as said
    where said.tenant_id = tenant and said.call_id = told
    order by said.created_at desc, said.id desc limit 1;
  update call set outcome = coalesce(last, '')
    where call.tenant_id = tenant and call.id = told and call.outcome <> coalesce(last, '');
end $$;
create function tell_outcomes() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' and old.call_id is not null then perform tell_outcome(old.tenant_id, old.call_id); end if;
  if tg_op <> 'DELETE' and new.call_id is not null then perform tell_outcome(new.tenant_id, new.call_id); end if;
  return null;
end $$;
create trigger tell_outcomes after insert or update of call_id, outcome or delete on disposition
  for each row execute function tell_outcomes();

-- What somebody still has to do for a customer, until when.
create table task (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  customer_id uuid not null,
  -- Who has to do it.
  account_id uuid not null,
  text text not null check (text <> ''),
  due_at timestamptz,
  done_at timestamptz,
  done_by uuid,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint task_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade,
  constraint task_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);
create index task_of on task (tenant_id, customer_id, created_at desc);
create index task_account on task (tenant_id, account_id);
create index task_due on task (tenant_id, due_at) where done_at is null and due_at is not null;

-- When each number, and each customer, was in a call last: kept by the statement that writes the call, so that
-- customers who were not called for a month are found by an index. Both tables are narrow: a call changes two small
-- rows.
create table number_contact (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  e164 text not null,
  at timestamptz not null,
  primary key (tenant_id, e164)
) with (fillfactor = 80);

create table customer_contact (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  customer_id uuid not null,
  -- `-infinity` where there was no call.
  at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, customer_id),
  constraint customer_contact_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
) with (fillfactor = 80);
create index customer_contact_at on customer_contact (tenant_id, at, created_at, customer_id);

-- A new customer may have been in a call before, and so may a number that is added.
create function contacts_of_added() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into customer_contact (tenant_id, customer_id, at, created_at)
    select tenant_id, id, coalesce((select max(known.at) from number_contact as known
      where known.tenant_id = added.tenant_id and known.e164 = any (added.numbers)), '-infinity'::timestamptz), created_at
    from added;
  return null;
end $$;
create trigger contacts_of_added after insert on customer
  referencing new table as added for each statement execute function contacts_of_added();
create function contacts_of_changed() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  update customer_contact set at = coalesce((select max(known.at) from number_contact as known
      where known.tenant_id = new.tenant_id and known.e164 = any (new.numbers)), '-infinity'::timestamptz)
    where tenant_id = new.tenant_id and customer_id = new.id;
  return null;
end $$;
create trigger contacts_of_changed after update of numbers on customer
  for each row when (old.numbers <> new.numbers) execute function contacts_of_changed();

-- By the index alone, whatever the planner thinks quicker: as many as are asked for.
create function find_customer_contact(from_at timestamptz, to_at timestamptz, at_most integer) returns table (id uuid,
  created_at timestamptz)
  language plpgsql stable set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query select its.customer_id, its.created_at from customer_contact as its
    where its.tenant_id = (select current_tenant()) and its.at >= from_at and its.at < to_at limit at_most;
end $$;

-- When each customer who was promised a call is to be called: what was said of it last.
create table customer_promise (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  customer_id uuid not null,
  at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, customer_id),
  constraint customer_promise_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index customer_promise_at on customer_promise (tenant_id, at, created_at, customer_id);

create function keep_promise(tenant uuid, customer uuid) returns void
  language plpgsql set search_path = pg_catalog, public as $$
declare next timestamptz;
begin
  select said.next_call_at into next from disposition as said
    where said.tenant_id = tenant and said.customer_id = customer
    order by said.created_at desc, said.id desc limit 1;
  if next is null then
    delete from customer_promise as kept where kept.tenant_id = tenant and kept.customer_id = customer;
    return;
  end if;
  -- Of a customer who is just being deleted nothing is kept.
  insert into customer_promise (tenant_id, customer_id, at, created_at)
    select its.tenant_id, its.id, next, its.created_at from customer as its
      where its.tenant_id = tenant and its.id = customer
    on conflict (tenant_id, customer_id) do update set at = excluded.at;
end $$;
create function keep_promises() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op <> 'INSERT' then perform keep_promise(old.tenant_id, old.customer_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.customer_id <> old.customer_id then
    perform keep_promise(new.tenant_id, new.customer_id);
  end if;
  return null;
end $$;
create trigger keep_promises after insert or update or delete on disposition
  for each row execute function keep_promises();

create function find_customer_promise(from_at timestamptz, to_at timestamptz, at_most integer) returns table (id uuid,
  created_at timestamptz)
  language plpgsql stable set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query select its.customer_id, its.created_at from customer_promise as its
    where its.tenant_id = (select current_tenant()) and its.at >= from_at and its.at < to_at limit at_most;
end $$;
