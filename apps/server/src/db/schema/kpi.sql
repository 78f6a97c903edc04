-- Targets of a person, a team or a department in a month. What is reached is in person_sum and in dispositions.

create table kpi (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('person', 'team', 'department')),
  account_id uuid,
  team_id uuid,
  department_id uuid,
  month text not null check (month ~ '^2[0-9]{3}-(0[1-9]|1[0-2])$'),
  measure text not null,
  target double precision not null check (target > (0)::double precision),
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint kpi_of check ((
case kind
 when 'person' then account_id
 when 'team' then team_id
 else
    department_id
end is not null) and (num_nonnulls(account_id, team_id, department_id) = 1)),
  constraint kpi_account_id_fkey foreign key (tenant_id, account_id)
    references account (tenant_id, id) on delete cascade,
  constraint kpi_team_id_fkey foreign key (tenant_id, team_id) references team (tenant_id, id) on delete cascade,
  constraint kpi_department_id_fkey foreign key (tenant_id, department_id)
    references department (tenant_id, id) on delete cascade
);
create unique index kpi_account_id_key on kpi (tenant_id, account_id, month, measure);
create unique index kpi_team_id_key on kpi (tenant_id, team_id, month, measure);
create unique index kpi_department_id_key on kpi (tenant_id, department_id, month, measure);
create index kpi_newest on kpi (tenant_id, created_at desc, id desc);
create index kpi_changed on kpi (tenant_id, updated_at, id);
create index kpi_month on kpi (tenant_id, month, measure);
