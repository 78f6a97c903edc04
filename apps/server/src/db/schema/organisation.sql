-- Branches, their departments and their teams.

create table branch (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  address text not null default '',
  phone text not null default '',
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  search_text text generated always as (' ' || fold(coalesce(name, '') || ' ' || coalesce(code, '') || ' ' ||
    coalesce(address, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(note, ''))) stored,
  primary key (tenant_id, id)
);
create unique index branch_code_key on branch (tenant_id, lower(normalize(code) collate "und-x-icu")) where code <> '';
create unique index branch_name_key on branch (tenant_id, name_key(name));
create index branch_search on branch using gin (tenant_id, search_text gin_trgm_ops);
create index branch_search_sample on branch using gin (tenant_id, search_text gin_trgm_ops)
  where (uuid_hash(id) & 15) = 0;
create index branch_newest on branch (tenant_id, created_at desc, id desc);
create index branch_by_name on branch (tenant_id, name collate "vi-x-icu", id);
create index branch_by_code on branch (tenant_id, code collate "vi-x-icu", id);
create index branch_changed on branch (tenant_id, updated_at, id);

create table department (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null default '',
  branch_id uuid,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint department_branch_id_fkey foreign key (tenant_id, branch_id) references branch (tenant_id, id)
);
create unique index department_code_key on department (tenant_id, lower(normalize(code) collate "und-x-icu"))
  where code <> '';
create index department_branch on department (tenant_id, branch_id);
create unique index department_name_key on department (tenant_id, name_key(name));
create index department_newest on department (tenant_id, created_at desc, id desc);
create index department_changed on department (tenant_id, updated_at, id);

create table team (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  department_id uuid not null,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint team_department_id_fkey foreign key (tenant_id, department_id) references department (tenant_id, id)
);
create index team_department on team (tenant_id, department_id);
create unique index team_name_key on team (tenant_id, name_key(name));
create index team_newest on team (tenant_id, created_at desc, id desc);
create index team_changed on team (tenant_id, updated_at, id);

-- A team that moves to another department takes its people along.
create function team_takes_along() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  -- The team is named again, so that its new department is taken for where its people belong.
  update public.account set department_id = new.department_id, version = version + 1, updated_at = now()
    where tenant_id = new.tenant_id and team_id = new.id;
  return null;
end $$;
create trigger team_takes_along after update of department_id on team
  for each row when (old.department_id is distinct from new.department_id) execute function team_takes_along();
