-- Where calls can go: hours, announcements, boxes, groups, queues, menus. A pair of columns `<x>_kind`, `<x>_value`
-- is a destination; destinations.sql says of which kinds. References that can be deferred are those of tables that
-- routing versions are made of: rows are laid over each other in any order.

create table time_group (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index time_group_name_key on time_group (tenant_id, name_key(name));
create index time_group_newest on time_group (tenant_id, created_at desc, id desc);
create index time_group_changed on time_group (tenant_id, updated_at, id);

create table time_group_detail (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  time_group_id uuid not null,
  position integer not null default 0,
  from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  to_time text not null check (to_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
  -- Empty lists say nothing. Weekdays are 1 (Monday) to 7 (Sunday).
  weekdays smallint[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]),
  days_of_month smallint[] not null default '{}',
  months smallint[] not null default '{}',
  dates text[] not null default '{}',
  holidays text not null default 'ignored' check (holidays in ('ignored', 'except', 'only')),
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint time_group_detail_time_group_id_fkey foreign key (tenant_id, time_group_id)
    references time_group (tenant_id, id) on delete cascade deferrable
);
create index time_group_detail_group on time_group_detail (tenant_id, time_group_id, position);

-- Holidays of a year, `{ date, name }` each; a year without a row is as the Vietnamese calendar says.
create table holiday_year (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  year integer not null,
  days jsonb not null,
  primary key (tenant_id, year)
);

create table time_condition (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  time_group_id uuid not null,
  override text check (override in ('match', 'otherwise')),
  match_kind text not null, match_value text not null default '',
  otherwise_kind text not null, otherwise_value text not null default '',
  note text not null default '',
  override_until timestamptz,
  code text not null default '',
  pin_hash text,
  pin_misses integer not null default 0,
  pin_blocked_until timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint time_condition_time_group_id_fkey foreign key (tenant_id, time_group_id)
    references time_group (tenant_id, id) deferrable
);
create index time_condition_time_group_id_reference on time_condition (tenant_id, time_group_id);
create unique index time_condition_name_key on time_condition (tenant_id, name_key(name));
create index time_condition_newest on time_condition (tenant_id, created_at desc, id desc);
create index time_condition_changed on time_condition (tenant_id, updated_at, id);
create unique index time_condition_code_key on time_condition (tenant_id, lower(normalize(code) collate "und-x-icu"))
  where code <> '';

create table announcement (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  file text not null default '',
  skip_key text check (skip_key ~ '^[0-9*#]$'),
  then_kind text not null, then_value text not null default '',
  greeting_id uuid,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint announcement_greeting_id_fkey foreign key (tenant_id, greeting_id)
    references greeting (tenant_id, id) deferrable
);
create unique index announcement_name_key on announcement (tenant_id, name_key(name));
create index announcement_greeting_id on announcement (tenant_id, greeting_id);
create index announcement_newest on announcement (tenant_id, created_at desc, id desc);
create index announcement_changed on announcement (tenant_id, updated_at, id);

create table voicemail_box (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  greeting text not null default 'system/vi/voicemail-greeting.wav',
  max_seconds integer not null default 120 check (max_seconds between 1 and 3600),
  max_silence_seconds integer not null default 5 check (max_silence_seconds between 1 and 60),
  greeting_id uuid,
  note text not null default '',
  busy_greeting_id uuid,
  pin_hash text,
  pin_misses integer not null default 0,
  pin_blocked_until timestamptz,
  notify_emails text[] not null default '{}',
  notify_with text not null default 'link' check (notify_with in ('link', 'recording')),
  only_thanks boolean not null default false,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint voicemail_box_greeting_id_fkey foreign key (tenant_id, greeting_id)
    references greeting (tenant_id, id) deferrable,
  constraint voicemail_box_busy_greeting_id_fkey foreign key (tenant_id, busy_greeting_id)
    references greeting (tenant_id, id) deferrable
);
create unique index voicemail_box_name_key on voicemail_box (tenant_id, name_key(name));
create index voicemail_box_greeting_id on voicemail_box (tenant_id, greeting_id);
create index voicemail_box_newest on voicemail_box (tenant_id, created_at desc, id desc);
create index voicemail_box_changed on voicemail_box (tenant_id, updated_at, id);
create index voicemail_box_busy_greeting_id on voicemail_box (tenant_id, busy_greeting_id);

-- What became of a message besides its recording, which call control writes.
create table voicemail_message (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  recording_id text not null,
  heard_at timestamptz,
  deleted_at timestamptz,
  -- Every letter about it was taken.
  mailed_at timestamptz,
  -- Whose was taken, how often the letter was tried, and when it is tried again.
  mailed_to text[] not null default '{}',
  mail_tries integer not null default 0,
  mail_due_at timestamptz,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint voicemail_message_once unique (tenant_id, recording_id)
);

create table ring_group (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  number text not null default '' check (number ~ '^[0-9]{0,8}$'),
  strategy text not null default 'ring-all'
    check (strategy in ('ring-all', 'one-by-one', 'random', 'memory', 'primary')),
  ring_seconds integer not null default 25 check (ring_seconds between 5 and 600),
  otherwise_kind text, otherwise_value text not null default '',
  note text not null default '',
  greeting_id uuid,
  music_id uuid,
  confirms boolean not null default false,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint ring_group_greeting_id_fkey foreign key (tenant_id, greeting_id)
    references greeting (tenant_id, id) deferrable,
  constraint ring_group_music_id_fkey foreign key (tenant_id, music_id)
    references music_on_hold (tenant_id, id) deferrable
);
create unique index ring_group_number_key on ring_group (tenant_id, lower(normalize(number) collate "und-x-icu"))
  where number <> '';
create unique index ring_group_name_key on ring_group (tenant_id, name_key(name));
create index ring_group_newest on ring_group (tenant_id, created_at desc, id desc);
create index ring_group_changed on ring_group (tenant_id, updated_at, id);
create index ring_group_greeting_id on ring_group (tenant_id, greeting_id);
create index ring_group_music_id on ring_group (tenant_id, music_id);

create table ring_group_member (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  ring_group_id uuid not null,
  extension_id uuid not null,
  position integer not null default 0,
  delay_seconds integer not null default 0 check (delay_seconds between 0 and 600),
  ring_seconds integer check (ring_seconds between 5 and 600),
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint ring_group_member_once unique (tenant_id, ring_group_id, extension_id),
  constraint ring_group_member_ring_group_id_fkey foreign key (tenant_id, ring_group_id)
    references ring_group (tenant_id, id) on delete cascade deferrable,
  constraint ring_group_member_extension_id_fkey foreign key (tenant_id, extension_id)
    references extension (tenant_id, id) on delete cascade deferrable
);
create index ring_group_member_extension on ring_group_member (tenant_id, extension_id);

create table queue (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  number text not null default '' check (number ~ '^[0-9]{0,8}$'),
  strategy text not null default 'longest-idle' check (strategy in ('ring-all', 'longest-idle', 'fewest-calls',
    'round-robin', 'random', 'weighted', 'linear', 'skills')),
  joining text not null default 'at-once' check (joining in ('at-once', 'by-request')),
  weight integer not null default 0,
  ring_seconds integer not null default 20 check (ring_seconds between 5 and 600),
  rest_seconds integer not null default 5 check (rest_seconds between 1 and 600),
  wrap_up_seconds integer not null default 0 check (wrap_up_seconds between 0 and 3600),
  pause_after_missed integer check (pause_after_missed > 0),
  max_waiting integer check (max_waiting >= 0),
  max_wait_seconds integer check (max_wait_seconds > 0),
  to_enter text not null default 'anything'
    check (to_enter in ('anything', 'somebody-joined', 'somebody-ready', 'somebody-free')),
  to_stay text not null default 'anything'
    check (to_stay in ('anything', 'somebody-joined', 'somebody-ready', 'somebody-free')),
  music text not null default 'default',
  service_level_seconds integer not null default 20 check (service_level_seconds > 0),
  short_abandon_seconds integer not null default 5 check (short_abandon_seconds >= 0),
  timeout_kind text, timeout_value text not null default '',
  full_kind text, full_value text not null default '',
  empty_kind text, empty_value text not null default '',
  greeting_id uuid,
  announce_greeting_id uuid,
  music_id uuid,
  announce_every_seconds integer check (announce_every_seconds between 5 and 3600),
  announce_first_seconds integer not null default 10 check (announce_first_seconds between 0 and 3600),
  announce_position_up_to integer not null default 0 check (announce_position_up_to between 0 and 1000),
  announce_wait boolean not null default false,
  callback_key text check (callback_key ~ '^[0-9*#]$'),
  callback_attempts integer not null default 3 check (callback_attempts between 1 and 20),
  callback_retry_seconds integer not null default 300 check (callback_retry_seconds between 10 and 86400),
  callback_expire_seconds integer not null default 14400 check (callback_expire_seconds between 60 and 604800),
  note text not null default '',
  recording text not null default 'default' check (recording in ('default', 'always', 'never')),
  prefers_owner boolean not null default false,
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint queue_greeting_id_fkey foreign key (tenant_id, greeting_id) references greeting (tenant_id, id) deferrable,
  constraint queue_announce_greeting_id_fkey foreign key (tenant_id, announce_greeting_id)
    references greeting (tenant_id, id) deferrable,
  constraint queue_music_id_fkey foreign key (tenant_id, music_id) references music_on_hold (tenant_id, id) deferrable
);
create unique index queue_name_key on queue (tenant_id, name_key(name));
create unique index queue_number_key on queue (tenant_id, lower(normalize(number) collate "und-x-icu"))
  where number <> '';
create index queue_greeting_id on queue (tenant_id, greeting_id);
create index queue_announce_greeting_id on queue (tenant_id, announce_greeting_id);
create index queue_music_id on queue (tenant_id, music_id);
create index queue_newest on queue (tenant_id, created_at desc, id desc);
create index queue_changed on queue (tenant_id, updated_at, id);

create table queue_member (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  queue_id uuid not null,
  extension_id uuid not null,
  position integer not null default 0,
  penalty integer not null default 0 check (penalty >= 0),
  weight integer not null default 1 check (weight > 0),
  skills jsonb not null default '{}',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint queue_member_once unique (tenant_id, queue_id, extension_id),
  constraint queue_member_queue_id_fkey foreign key (tenant_id, queue_id)
    references queue (tenant_id, id) on delete cascade deferrable,
  constraint queue_member_extension_id_fkey foreign key (tenant_id, extension_id)
    references extension (tenant_id, id) on delete cascade deferrable
);
create index queue_member_extension on queue_member (tenant_id, extension_id);

-- Keys by which a caller leaves a queue.
create table queue_exit (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  queue_id uuid not null,
  position integer not null default 0,
  key text not null check (key ~ '^[0-9*#]$'),
  destination_kind text not null, destination_value text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint queue_exit_once unique (tenant_id, queue_id, key),
  constraint queue_exit_queue_id_fkey foreign key (tenant_id, queue_id)
    references queue (tenant_id, id) on delete cascade deferrable
);

create table ivr_menu (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  number text not null default '' check (number ~ '^[0-9]{0,8}$'),
  prompt text[] not null default '{}',
  invalid_prompt text[] not null default '{}',
  timeout_prompt text[] not null default '{}',
  direct_dialling boolean not null default false,
  digit_seconds integer not null default 3 check (digit_seconds between 1 and 60),
  wait_seconds integer not null default 5 check (wait_seconds between 1 and 60),
  tries integer not null default 3 check (tries between 1 and 10),
  invalid_kind text, invalid_value text not null default '',
  timeout_kind text, timeout_value text not null default '',
  greeting_id uuid,
  invalid_greeting_id uuid,
  timeout_greeting_id uuid,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint ivr_menu_greeting_id_fkey foreign key (tenant_id, greeting_id)
    references greeting (tenant_id, id) deferrable,
  constraint ivr_menu_invalid_greeting_id_fkey foreign key (tenant_id, invalid_greeting_id)
    references greeting (tenant_id, id) deferrable,
  constraint ivr_menu_timeout_greeting_id_fkey foreign key (tenant_id, timeout_greeting_id)
    references greeting (tenant_id, id) deferrable
);
create unique index ivr_menu_name_key on ivr_menu (tenant_id, name_key(name));
create unique index ivr_menu_number_key on ivr_menu (tenant_id, lower(normalize(number) collate "und-x-icu"))
  where number <> '';
create index ivr_menu_greeting_id on ivr_menu (tenant_id, greeting_id);
create index ivr_menu_invalid_greeting_id on ivr_menu (tenant_id, invalid_greeting_id);
create index ivr_menu_timeout_greeting_id on ivr_menu (tenant_id, timeout_greeting_id);
create index ivr_menu_newest on ivr_menu (tenant_id, created_at desc, id desc);
create index ivr_menu_changed on ivr_menu (tenant_id, updated_at, id);

create table ivr_key (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  ivr_menu_id uuid not null,
  keys text not null check (keys ~ '^[0-9*#]{1,8}$'),
  destination_kind text not null, destination_value text not null default '',
  position integer not null default 0,
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id),
  constraint ivr_key_once unique (tenant_id, ivr_menu_id, keys),
  constraint ivr_key_ivr_menu_id_fkey foreign key (tenant_id, ivr_menu_id)
    references ivr_menu (tenant_id, id) on delete cascade deferrable
);

-- Leads a caller to whom they last talked with.
create table last_call_rule (
  tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
  id uuid not null,
  name text not null,
  within_hours integer not null default 72 check (within_hours between 1 and 2160),
  ring_seconds integer not null default 20 check (ring_seconds between 5 and 600),
  otherwise_kind text not null, otherwise_value text not null default '',
  note text not null default '',
  version integer not null default 1, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), created_by uuid, updated_by uuid,
  primary key (tenant_id, id)
);
create unique index last_call_rule_name_key on last_call_rule (tenant_id, name_key(name));
create index last_call_rule_newest on last_call_rule (tenant_id, created_at desc, id desc);
create index last_call_rule_changed on last_call_rule (tenant_id, updated_at, id);
