-- Surveys that people ask customers: a bank of questions, what is asked when, and what was answered.

create table survey_category (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  position integer not null default 0,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index survey_category_name_key on survey_category (tenant_id, name_key(name));
create index survey_category_newest on survey_category (tenant_id, created_at desc, id desc);
create index survey_category_changed on survey_category (tenant_id, updated_at, id);

create table survey_question (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  category_id uuid not null,
  kind text not null check (kind in ('one', 'several', 'scale', 'nps', 'yes-no', 'text')),
  choices text[] not null default '{}',
  required boolean not null default false,
  position integer not null default 0,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint survey_question_category_id_fkey foreign key (tenant_id, category_id)
    references survey_category (tenant_id, id)
);
create index survey_question_category on survey_question (tenant_id, category_id);
create unique index survey_question_name_key on survey_question (tenant_id, name_key(name));
create index survey_question_newest on survey_question (tenant_id, created_at desc, id desc);
create index survey_question_changed on survey_question (tenant_id, updated_at, id);

create table survey_campaign (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'running', 'paused', 'ended')),
  starts_on date,
  ends_on date,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint survey_campaign_period check (starts_on <= ends_on)
);
create unique index survey_campaign_name_key on survey_campaign (tenant_id, name_key(name));
create index survey_campaign_newest on survey_campaign (tenant_id, created_at desc, id desc);
create index survey_campaign_changed on survey_campaign (tenant_id, updated_at, id);

create table survey_campaign_question (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  survey_campaign_id uuid not null,
  question_id uuid not null,
  position integer not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint survey_campaign_question_once unique (tenant_id, survey_campaign_id, question_id),
  constraint survey_campaign_question_survey_campaign_id_fkey foreign key (tenant_id, survey_campaign_id)
    references survey_campaign (tenant_id, id) on delete cascade,
  constraint survey_campaign_question_question_id_fkey foreign key (tenant_id, question_id)
    references survey_question (tenant_id, id)
);
create index survey_campaign_question_question on survey_campaign_question (tenant_id, question_id);

create table survey_response (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  survey_campaign_id uuid not null,
  customer_id uuid not null,
  outcome text not null check (outcome in ('answered', 'no-answer', 'declined')),
  -- With the words of then: a question that is changed later has not been asked so. One row, so that it goes and
  -- comes back whole.
  answers jsonb not null default '[]',
  -- Answers on a scale, and those of 4 and 5 among them, so that lists need not look into answers.
  rated integer not null default 0,
  satisfied integer not null default 0,
  note text not null default '',
  -- No reference: conversations go earlier.
  call_id uuid,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint survey_response_once unique (tenant_id, survey_campaign_id, customer_id),
  constraint survey_response_survey_campaign_id_fkey foreign key (tenant_id, survey_campaign_id)
    references survey_campaign (tenant_id, id),
  constraint survey_response_customer_id_fkey foreign key (tenant_id, customer_id)
    references customer (tenant_id, id) on delete cascade
);
create index survey_response_customer on survey_response (tenant_id, customer_id, created_at);
create index survey_response_call on survey_response (tenant_id, call_id) where call_id is not null;
