-- Roles, the people who sign in, their sessions and second factors, and the limits of tries to sign in.

-- `scope` says whose rows the role's people see: their own, their team's, department's, branch's, or all of the
-- company's.
create table role (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  permissions text[] not null default '{}',
  scope text not null default 'all' check (scope in ('own', 'team', 'department', 'branch', 'all')),
  second_factor boolean not null default false,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index role_name_key on role (tenant_id, name_key(name));
create index role_changed on role (tenant_id, updated_at, id);

create table account (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  email text not null,
  name text not null,
  -- Null until an invited person has chosen one.
  password_hash text,
  role_id uuid not null,
  department_id uuid,
  team_id uuid,
  extension text,
  active boolean not null default true,
  status_activity smallint not null default 1 check (status_activity in (1, 2, 3)),
  status_reason text not null default '',
  status_since timestamptz not null default now(),
  phone text not null default '',
  density text not null default 'normal' check (density in ('tight', 'normal', 'airy')),
  -- How the person has the console. The contract says what it may be; the table holds it small.
  preferences jsonb not null default '{}'
    check ((jsonb_typeof(preferences) = 'object') and (octet_length((preferences)::text) <= 65536)),
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint account_extension_key unique (tenant_id, extension),
  constraint account_role_id_fkey foreign key (tenant_id, role_id) references role (tenant_id, id),
  constraint account_department_id_fkey foreign key (tenant_id, department_id) references department (tenant_id, id),
  constraint account_team_id_fkey foreign key (tenant_id, team_id) references team (tenant_id, id)
);
create unique index account_email_key on account (tenant_id, lower(normalize(email) collate "und-x-icu"))
  where email <> '';
create index account_role on account (tenant_id, role_id);
create index account_department on account (tenant_id, department_id);
create index account_team on account (tenant_id, team_id);
create index account_sign_in on account (lower(normalize(email) collate "und-x-icu")) where active and email <> '';
create index account_changed on account (tenant_id, updated_at, id);

-- A token is stored as its SHA-256 only. A session that has ended stays as a record until retention removes it. A
-- session that looks through somebody's eyes belongs to the one that began it, ends with it, and shows what the
-- account or the role that it names sees.
create table session (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  network text not null default '',
  user_agent text not null default '',
  -- The account must have a second factor and has none: it may set one up, and nothing else.
  must_set_up boolean not null default false,
  begun_by uuid,
  look_account_id uuid,
  look_role_id uuid,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint session_look check (((begun_by is null) = (look_account_id is null and look_role_id is null)) and
    (look_account_id is null or look_role_id is null)),
  constraint session_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade,
  constraint session_begun_by_fkey foreign key (tenant_id, begun_by)
    references session (tenant_id, id) on delete cascade,
  constraint session_look_account_id_fkey foreign key (tenant_id, look_account_id)
    references account (tenant_id, id) on delete cascade,
  constraint session_look_role_id_fkey foreign key (tenant_id, look_role_id)
    references role (tenant_id, id) on delete cascade
);
create index session_token on session (token_hash);
create index session_live on session (tenant_id, account_id) where ended_at is null;
create index session_account_id_reference on session (tenant_id, account_id);
create index session_network on session (tenant_id, account_id, network);
create index session_begun_by on session (tenant_id, begun_by);
create index session_look_account_id on session (tenant_id, look_account_id);
create index session_look_role_id on session (tenant_id, look_role_id);

-- A link that lets somebody choose a password once: an invitation, or a forgotten password. Only the token's SHA-256
-- is kept.
create table one_use_link (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  kind text not null check (kind in ('invite', 'reset')),
  token_hash bytea not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint one_use_link_token_key unique (tenant_id, token_hash),
  constraint one_use_link_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);
create index one_use_link_account on one_use_link (tenant_id, account_id);

-- The secret is sealed with the installation's key. A code at or before `last_step` has been used.
create table account_totp (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint account_totp_account_key unique (tenant_id, account_id),
  constraint account_totp_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);

create table passkey (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  -- The host name that the passkey was made for; it opens nothing elsewhere.
  rp_id text not null,
  name text not null,
  last_used_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint passkey_credential_id_key unique (tenant_id, credential_id),
  constraint passkey_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);
create index passkey_account on passkey (tenant_id, account_id);

create table recovery_code (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  account_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint recovery_code_hash_key unique (tenant_id, account_id, code_hash),
  constraint recovery_code_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade
);

-- An answer to a challenge counts once.
create table used_challenge (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint used_challenge_hash_key unique (tenant_id, challenge_hash)
);

-- A ticket opens a live socket. Only its SHA-256 is kept; it goes with its session.
create table live_ticket (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  ticket_hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint live_ticket_hash_key unique (tenant_id, ticket_hash),
  constraint live_ticket_session_id_fkey foreign key (tenant_id, session_id)
    references session (tenant_id, id) on delete cascade
);
create index live_ticket_session on live_ticket (tenant_id, session_id);

-- Tries to sign in, by a digest of what they count under (account and network, account, network, password, all). A
-- try belongs to no tenant, since the company may not exist. No role reads the table; the functions below count and
-- forgive.
create table sign_in_try (
  key_hash bytea primary key,
  count integer not null,
  open_at timestamptz not null,
  last_at timestamptz not null,
  -- A limit counts from the first try of its hour.
  since timestamptz not null
);
create index sign_in_try_last on sign_in_try (last_at);

-- The milliseconds to wait before the next try. A key without a row has no wait.
create function sign_in_wait(wanted bytea[], at timestamptz) returns double precision
  language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce(greatest(0, max(extract(epoch from open_at - at) * 1000)), 0)
    from public.sign_in_try where key_hash = any (wanted)
$$;

-- Takes a try under all of the keys or under none: answers the milliseconds to wait, 0 where taken, and the keys
-- whose last free try that was. A key that is no hour's limit (`quiet`) is forgotten only when nobody has tried for
-- so long. Free tries are open at any moment: a whole office signs in at eight o'clock.
create function take_sign_in_tries(wanted bytea[], free_tries integer[], longest_wait_ms integer[], quiet boolean[],
  at timestamptz, forgotten_after interval, out wait double precision, out crossed bytea[])
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one record;
  entry public.sign_in_try;
  tries integer;
begin
  crossed := '{}';
  -- Whoever has to wait holds nobody else up.
  wait := public.sign_in_wait(wanted, at);
  if wait > 0 then return; end if;
  -- Everybody locks in the same order. Found and locked at once: who finds first and locks then may find it gone.
  for one in select key from unnest(wanted) as key order by key loop
    insert into public.sign_in_try (key_hash, count, open_at, last_at, since)
      values (one.key, 0, at - forgotten_after, at, at)
      on conflict (key_hash) do update set count = public.sign_in_try.count;
  end loop;
  wait := public.sign_in_wait(wanted, at);
  if wait > 0 then return; end if;
  for one in select * from unnest(wanted, free_tries, longest_wait_ms, quiet) as limits (key, free, longest, quiet) loop
    select * into strict entry from public.sign_in_try where key_hash = one.key;
    if not one.quiet and entry.since < at - forgotten_after then
      entry.count := 0;
      entry.since := at;
    elsif one.quiet and entry.last_at < at - forgotten_after then
      entry.count := 0;
    end if;
    tries := entry.count + 1;
    if tries = one.free then crossed := crossed || one.key; end if;
    update public.sign_in_try set count = tries, last_at = at, since = entry.since,
      open_at = case when tries < one.free then at - forgotten_after
        else at + least(one.longest, 1000 * 2 ^ least(tries - one.free, 20)) * interval '1 ms' end
      where key_hash = one.key;
  end loop;
  -- Last, because nothing is waited for behind it.
  delete from public.sign_in_try where key_hash in (
    select key_hash from public.sign_in_try where last_at < at - forgotten_after
      order by last_at limit 100 for update skip locked);
end $$;

-- A right password was no guess: some keys begin anew, the others get back the one try that it took.
create function forgive_sign_in_tries(forgotten bytea[], given_back bytea[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  one record;
begin
  for one in select key, key = any (forgotten) as ended from unnest(forgotten || given_back) as key order by key loop
    if one.ended then
      delete from public.sign_in_try where key_hash = one.key;
    else
      update public.sign_in_try set count = greatest(0, count - 1) where key_hash = one.key;
    end if;
  end loop;
end $$;

-- What has to be found before the tenant is known. These functions belong to the lookup role.
create function tenant_of_session(wanted bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public as $$
  select tenant_id from public.session where token_hash = wanted and ended_at is null
$$;
create function tenants_of_email(wanted text) returns table (id uuid, code text, name text)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select tenant.id, tenant.code, tenant.name from public.account join public.tenant on tenant.id = account.tenant_id
    where lower(normalize(account.email) collate "und-x-icu") = lower(normalize(wanted) collate "und-x-icu")
      and account.active and account.email <> '' and tenant.active
    order by tenant.name limit 8
$$;

-- Within a tenant the account is found by the index of names: row-level security keeps PostgreSQL from using an index
-- through normalize(), which is not leak-proof.
create function account_of_email(wanted text) returns uuid
  language sql stable security definer set search_path = pg_catalog, public as $$
  select id from public.account
    where tenant_id = public.current_tenant() and active and email <> ''
      and lower(normalize(email) collate "und-x-icu") = lower(normalize(wanted) collate "und-x-icu")
$$;

-- A team is in a department, and so are its people: an account that joins a team joins its department, and one that
-- moves to another department leaves the team.
create function account_belongs() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  home uuid;
begin
  if new.team_id is null then
    return new;
  end if;
  select department_id into home from public.team where tenant_id = new.tenant_id and id = new.team_id;
  if home is null or home is not distinct from new.department_id then
    return new;
  end if;
  if tg_op = 'UPDATE' and new.team_id is not distinct from old.team_id then
    new.team_id := null;
  else
    new.department_id := home;
  end if;
  return new;
end $$;
create trigger account_belongs before insert or update of department_id, team_id on account
  for each row execute function account_belongs();

-- Processes that keep sockets open hear of every change of what people may do, and of accounts that come and go.
create function tell_rights_changed() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_notify('alo', json_build_array('database', 'rights-changed', new.tenant_id, json_build_array(new.id))::text);
  return null;
end $$;
create trigger rights_changed after update of permissions, scope, name on role
  for each row
  when (old.permissions is distinct from new.permissions or old.scope is distinct from new.scope or old.name is
    distinct from new.name)
  execute function tell_rights_changed();
create trigger rights_changed after update of role_id, active, department_id, team_id, extension, name on account
  for each row
  when (old.role_id is distinct from new.role_id or old.active is distinct from new.active or old.department_id is
    distinct from new.department_id or old.team_id is distinct from new.team_id or old.extension is distinct from
    new.extension or old.name is distinct from new.name)
  execute function tell_rights_changed();
create trigger account_added after insert on account
  for each row when (new.extension is not null) execute function tell_rights_changed();
create trigger rights_changed after update of branch_id on department
  for each row when (old.branch_id is distinct from new.branch_id) execute function tell_rights_changed();
create function tell_account_gone() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_notify('alo', json_build_array('database', 'rights-changed', old.tenant_id, json_build_array(old.id))::text);
  return null;
end $$;
create trigger account_gone after delete on account for each row execute function tell_account_gone();
