-- Sound that a company brought, recorded or had spoken, and what plays it.

-- A sound never changes: another one has another id, so that whoever is hearing this one hears it to its end.
create table audio (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  source text not null check (source in ('file', 'recording', 'speech')),
  -- The file as it was called, or the words that were spoken.
  title text not null default '',
  voice text not null default '',
  duration_ms integer not null check (duration_ms > 0),
  bytes integer not null check (bytes > 0),
  -- Loudest of each slice, 0 to 1.
  peaks real[] not null default '{}',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);

create table greeting (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  language text not null default 'vi' check (language in ('vi', 'en', 'other')),
  audio_id uuid not null,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint greeting_audio_id_fkey foreign key (tenant_id, audio_id) references audio (tenant_id, id)
);
create unique index greeting_name_key on greeting (tenant_id, name_key(name));
create index greeting_newest on greeting (tenant_id, created_at desc, id desc);
create index greeting_changed on greeting (tenant_id, updated_at, id);
create index greeting_audio on greeting (tenant_id, audio_id);

create table music_on_hold (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  language text not null default 'vi' check (language in ('vi', 'en', 'other')),
  audio_id uuid not null,
  note text not null default '',
  random boolean not null default false,
  volume integer not null default 100 check (volume between 10 and 200),
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint music_on_hold_audio_id_fkey foreign key (tenant_id, audio_id) references audio (tenant_id, id)
);
create unique index music_on_hold_name_key on music_on_hold (tenant_id, name_key(name));
create index music_on_hold_newest on music_on_hold (tenant_id, created_at desc, id desc);
create index music_on_hold_changed on music_on_hold (tenant_id, updated_at, id);
create index music_on_hold_audio on music_on_hold (tenant_id, audio_id);

-- Pieces after the first.
create table music_piece (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  music_on_hold_id uuid not null,
  position integer not null default 0,
  audio_id uuid not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint music_piece_music_on_hold_id_fkey foreign key (tenant_id, music_on_hold_id)
    references music_on_hold (tenant_id, id) on delete cascade deferrable,
  constraint music_piece_audio_id_fkey foreign key (tenant_id, audio_id) references audio (tenant_id, id)
);
create index music_piece_music_on_hold on music_piece (tenant_id, music_on_hold_id);
create index music_piece_audio on music_piece (tenant_id, audio_id);

-- Texts that a company has the telephone say otherwise; `key` is one of the prompt store.
create table system_prompt (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  key text not null,
  audio_id uuid not null,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint system_prompt_once unique (tenant_id, key),
  constraint system_prompt_audio_id_fkey foreign key (tenant_id, audio_id) references audio (tenant_id, id)
);
create index system_prompt_audio on system_prompt (tenant_id, audio_id);
