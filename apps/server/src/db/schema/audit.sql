-- The audit trail. Each entry of a tenant is linked to the one before it by a hash when its transaction commits. The
-- serving role adds entries and can neither change, link nor remove one; a tenant that is deleted leaves its trail.

create table audit (
  tenant_id uuid not null default current_tenant(),
  id uuid not null,
  at timestamptz not null default now(),
  account_id uuid,
  action text not null,
  subject text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  network text not null default '',
  request_id text not null default '',
  -- Of the digest `said`. Both are made as an entry is added; where a person is erased, content and salt go and
  -- `said` stays.
  salt bytea,
  said bytea,
  primary key (tenant_id, id, at)
) partition by range (at);
create index audit_subject on audit (tenant_id, subject, subject_id, at);
create index audit_at on audit (tenant_id, at desc, id desc);
create index audit_account on audit (tenant_id, account_id, at desc);
create table audit_default partition of audit default;

-- The last link of each tenant: whoever adds the next one waits for whoever is adding it.
create table audit_head (
  tenant_id uuid default current_tenant() primary key,
  seq bigint not null,
  hash bytea not null
);

create table audit_link (
  tenant_id uuid not null default current_tenant(),
  seq bigint not null,
  audit_id uuid not null,
  at timestamptz not null,
  digest bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
create unique index audit_link_entry on audit_link (tenant_id, audit_id);

-- The last link of what retention has removed: the chain of what stays begins with it.
create table audit_anchor (
  tenant_id uuid default current_tenant() primary key,
  seq bigint not null,
  hash bytea not null
);

-- The digest of what an entry says has a salt of its own, so that nothing can be guessed from it once the salt is gone.
-- Entries that come back from a copy bring their own.
create function salt_audit() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  new.salt := uuid_send(gen_random_uuid());
  new.said := sha256(new.salt || convert_to(jsonb_build_array(new.before, new.after)::text, 'UTF8'));
  return new;
end $$;
create trigger audit_salted before insert on audit for each row when (new.said is null) execute function salt_audit();

-- A link stands for who did what to what and when, and for the digest of what the entry says: always the same JSON,
-- the moment in microseconds.
create function audit_digest(entry audit) returns bytea
  language sql stable parallel safe set search_path = pg_catalog, public as $$
  select sha256(convert_to(case when entry.said is null then jsonb_build_array(
      entry.tenant_id, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.account_id, entry.action,
      entry.subject, entry.subject_id, entry.before, entry.after, entry.network, entry.request_id)
    else jsonb_build_array(
      entry.tenant_id, entry.id, (extract(epoch from entry.at) * 1000000)::bigint, entry.account_id, entry.action,
      entry.subject, entry.subject_id, encode(entry.said, 'hex'), entry.network, entry.request_id)
    end::text, 'UTF8'))
$$;

create function link_audit_entry(entry audit) returns void
  language plpgsql set search_path = pg_catalog, public as $$
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
end $$;
create function link_audit() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform public.link_audit_entry(new);
  return null;
end $$;
create constraint trigger audit_linked after insert on audit deferrable initially deferred
  for each row execute function link_audit();

-- Reads the tenant's chain from its anchor to its end. Answers what does not fit: a link that does not follow from
-- the one before, an entry that is not what was linked or is gone, one without a link, an end that is not the head,
-- an anchor of which the trail itself says nothing.
create function audit_faults() returns table (seq bigint, audit_id uuid, at timestamptz, fault text)
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
      or (entry.said is not null and entry.salt is not null and entry.said <> sha256(
        entry.salt || convert_to(jsonb_build_array(entry.before, entry.after)::text, 'UTF8')))
      or (entry.said is not null and entry.salt is null and entry.id not in (select id from forgotten))
  union all select null, entry.id, entry.at, 'unlinked' from public.audit as entry
    where not exists (select from public.audit_link where audit_link.audit_id = entry.id)
  union all select anchor.seq, null, null, 'anchor' from anchor where not exists (
    select from public.audit as entry where entry.action = 'anchor' and entry.subject = 'audit'
      and entry.after ->> 'seq' = anchor.seq::text and entry.after ->> 'hash' = encode(anchor.hash, 'hex'))
  union all select head.seq, null, null, 'cut' from public.audit_head as head
    where not exists (select from public.audit_link as l where l.seq = head.seq and l.hash = head.hash)
  order by 1, 2
$$;

-- Removes the months that the company keeps no longer, by its own setting and never what is younger than ninety days.
-- Answers how many entries went.
create function expire_audit(entry_id uuid) returns integer
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
    values (own, entry_id, 'anchor', 'audit', own::text, jsonb_build_object(
      'seq', last.seq, 'hash', encode(last.hash, 'hex'),
      'entries', gone, 'before', before), 'retention', entry_id::text);
  return gone;
end $$;

-- What is left of a value without a person: whatever has one of their marks (ids, numbers, e-mail) beside other
-- values is gone with them, and what is of others stays.
create function without_person(value jsonb, marks text) returns jsonb
  language plpgsql immutable parallel safe set search_path = pg_catalog, public as $$
declare nothing constant jsonb := '{"erased": true}';
begin
  case jsonb_typeof(value)
    when 'string' then
      return case when value #>> '{}' ~* marks then to_jsonb('–'::text) else value end;
    when 'array' then
      -- Cells of a row are one person's; ids beside each other are many's.
      if value::text ~* marks
        and (select bool_and(jsonb_typeof(one) not in ('array', 'object')) from jsonb_array_elements(value) as one)
        and not (select bool_and(one #>> '{}' ~ '^[0-9a-f-]{36}$') from jsonb_array_elements(value) as one)
      then
        return (select jsonb_agg('–'::text) from jsonb_array_elements(value));
      end if;
      return (select coalesce(jsonb_agg(without_person(one, marks) order by place), '[]')
        from jsonb_array_elements(value) with ordinality as its (one, place));
    when 'object' then
      if exists (select from jsonb_each(value) as its
        where jsonb_typeof(its.value) = 'string' and its.value #>> '{}' ~* marks) then
        return nothing;
      end if;
      return (select coalesce(jsonb_object_agg(its.key, without_person(its.value, marks)), '{}')
        from jsonb_each(value) as its);
    else
      return value;
  end case;
end $$;

-- Makes entries forget a person. An entry of the trail names those that did, so that nobody can do so unseen.
create function forget_in_audit(entry_id uuid, ids text[], marks text, from_at timestamptz, to_at timestamptz) returns
  integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
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
end $$;
