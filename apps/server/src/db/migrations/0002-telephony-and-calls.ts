import { roles } from '../roles.ts';
import { createTenantTable, guardByTenant, references, run, uniqueText } from './lib-tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** What routing reads, and what calls leave behind. */
export const telephonyAndCalls: Migration = {
  name: '0002-telephony-and-calls',
  async up(db) {
    await timeAndAudio(db);
    await numbers(db);
    await rules(db);
    await settings(db);
    await calls(db);
    await months(db);
  },
};

/**
 * A destination is a kind and what it names: an extension's number, or the id of a row of the kind's table. Ids are not
 * foreign keys, because the table depends on the kind: deletes look for what refers to a row, and routing says what is missing.
 */
const destination = (name: string, { optional = false } = {}) => [
  `${name}_kind text ${optional ? '' : 'not null'} check (${name}_kind in
    ('ivr', 'direct', 'group', 'fw', 'msg', 'time', 'voicemail', 'queue', 'lastcall', 'hang-up'))`,
  `${name}_value text not null default ''`,
];

async function timeAndAudio(db: MigrationDb) {
  await createTenantTable(db, 'time_group', ['name text not null']);
  await uniqueText(db, 'time_group', 'name');
  await createTenantTable(db, 'time_group_detail', [
    'time_group_id uuid not null',
    'position integer not null default 0',
    "from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')",
    "to_time text not null check (to_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$')",
    // Empty lists say nothing. Weekdays are 1 (Monday) to 7 (Sunday).
    "weekdays smallint[] not null default '{}' check (weekdays <@ '{1,2,3,4,5,6,7}'::smallint[])",
    "days_of_month smallint[] not null default '{}'",
    "months smallint[] not null default '{}'",
    "dates text[] not null default '{}'",
    references('time_group_detail', 'time_group_id', 'time_group', 'cascade'),
  ]);
  await run(db, 'create index time_group_detail_group on time_group_detail (tenant_id, time_group_id, position)');

  await createTenantTable(db, 'time_condition', [
    'name text not null',
    'time_group_id uuid not null',
    "override text check (override in ('match', 'otherwise'))",
    ...destination('match'),
    ...destination('otherwise'),
    references('time_condition', 'time_group_id', 'time_group'),
  ]);
  await uniqueText(db, 'time_condition', 'name');

  await createTenantTable(db, 'announcement', [
    'name text not null',
    'file text not null',
    "skip_key text check (skip_key ~ '^[0-9*#]$')",
    ...destination('then'),
  ]);
  await uniqueText(db, 'announcement', 'name');

  await createTenantTable(db, 'voicemail_box', [
    'name text not null',
    'greeting text not null',
    'max_seconds integer not null default 120 check (max_seconds between 1 and 3600)',
    'max_silence_seconds integer not null default 5 check (max_silence_seconds between 1 and 60)',
  ]);
  await uniqueText(db, 'voicemail_box', 'name');
}

async function numbers(db: MigrationDb) {
  await createTenantTable(db, 'trunk', [
    'name text not null',
    'host text not null',
    'port integer not null default 5060 check (port between 1 and 65535)',
    "transport text not null default 'udp' check (transport in ('udp', 'tcp'))",
    // Source addresses that are this carrier: IPv4, IPv6 or CIDR.
    "addresses text[] not null default '{}'",
    'enabled boolean not null default true',
  ]);
  await uniqueText(db, 'trunk', 'name');

  await createTenantTable(db, 'service_number', [
    // Canonical; `carrier_form` is how the carrier writes it where that differs.
    'number text not null',
    "carrier_form text not null default ''",
    'name text not null',
    'trunk_id uuid not null',
    'enabled boolean not null default true',
    references('service_number', 'trunk_id', 'trunk'),
  ]);
  await uniqueText(db, 'service_number', 'number');
  await run(db, 'create index service_number_trunk on service_number (tenant_id, trunk_id)');

  const ringSeconds = 'ring_seconds integer not null default 25 check (ring_seconds between 5 and 600)';
  await createTenantTable(db, 'extension', [
    "number text not null check (number ~ '^[0-9]{2,8}$')",
    'name text not null',
    ringSeconds,
    ...destination('otherwise', { optional: true }),
  ]);
  await uniqueText(db, 'extension', 'number');

  await createTenantTable(db, 'ring_group', [
    'name text not null',
    "number text not null default '' check (number ~ '^[0-9]{0,8}$')",
    "strategy text not null default 'ring-all' check (strategy in ('ring-all', 'one-by-one'))",
    ringSeconds,
    ...destination('otherwise', { optional: true }),
  ]);
  await uniqueText(db, 'ring_group', 'name');
  await uniqueText(db, 'ring_group', 'number');
  await createTenantTable(db, 'ring_group_member', [
    'ring_group_id uuid not null',
    'extension_id uuid not null',
    'position integer not null default 0',
    references('ring_group_member', 'ring_group_id', 'ring_group', 'cascade'),
    references('ring_group_member', 'extension_id', 'extension', 'cascade'),
    'constraint ring_group_member_once unique (tenant_id, ring_group_id, extension_id)',
  ]);
  await run(db, 'create index ring_group_member_extension on ring_group_member (tenant_id, extension_id)');
}

async function rules(db: MigrationDb) {
  await createTenantTable(db, 'inbound_rule', [
    'name text not null',
    'priority integer not null default 100',
    'enabled boolean not null default true',
    'service_number_id uuid',
    "caller_pattern text not null default ''",
    'time_group_id uuid',
    ...destination('destination'),
    references('inbound_rule', 'service_number_id', 'service_number'),
    references('inbound_rule', 'time_group_id', 'time_group'),
  ]);
  await uniqueText(db, 'inbound_rule', 'name');
  await run(db, 'create index inbound_rule_priority on inbound_rule (tenant_id, priority, id)');

  await createTenantTable(db, 'outbound_rule', [
    'name text not null',
    'priority integer not null default 100',
    'enabled boolean not null default true',
    'pattern text not null',
    // Null is every extension; an empty list is none.
    'extensions text[]',
    'strip integer not null default 0 check (strip between 0 and 20)',
    "prepend text not null default '' check (prepend ~ '^[0-9+]{0,10}$')",
  ]);
  await uniqueText(db, 'outbound_rule', 'name');
  await createTenantTable(db, 'outbound_route', [
    'outbound_rule_id uuid not null',
    'position integer not null default 0',
    // The caller number that is shown must be the tenant's own; its trunk carries the call.
    'service_number_id uuid not null',
    references('outbound_route', 'outbound_rule_id', 'outbound_rule', 'cascade'),
    references('outbound_route', 'service_number_id', 'service_number'),
  ]);
  await run(db, 'create index outbound_route_rule on outbound_route (tenant_id, outbound_rule_id, position)');

  await createTenantTable(db, 'block_list', [
    "direction text not null check (direction in ('in', 'out'))",
    "kind text not null check (kind in ('number', 'pattern', 'anonymous'))",
    "value text not null default ''",
    "reason text not null default ''",
    'expires_at timestamptz',
    'constraint block_list_once unique (tenant_id, direction, kind, value)',
  ]);
}

async function settings(db: MigrationDb) {
  await run(
    db,
    `create table telephony_setting (
      tenant_id uuid not null default current_tenant() primary key references tenant (id) on delete cascade,
      records_inbound boolean not null default true,
      records_outbound boolean not null default true,
      records_internal boolean not null default true,
      hold_music text not null default 'music/default.wav'
    )`,
  );
  await guardByTenant(db, 'telephony_setting');
  await run(db, `grant select, insert, update, delete on telephony_setting to ${roles.app}`);

  // One process runs a tenant's calls: whoever holds the lease, until it expires.
  await run(
    db,
    `create table tenant_lease (
      tenant_id uuid not null default current_tenant() primary key references tenant (id) on delete cascade,
      holder text not null,
      expires_at timestamptz not null
    )`,
  );
  await guardByTenant(db, 'tenant_lease');
  await run(db, `grant select, insert, update, delete on tenant_lease to ${roles.app}`);
}

/**
 * Calls, their legs and events are partitioned by the month in which the call started, so a conversation's rows lie
 * together and retention drops them by the month. `revision` grows with each state that was written.
 */
async function calls(db: MigrationDb) {
  const own = 'tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade';
  await run(
    db,
    `create table call (
      ${own},
      id uuid not null,
      started_at timestamptz not null,
      revision bigint not null,
      direction text not null check (direction in ('inbound', 'outbound', 'internal')),
      status text not null check (status in ('in_progress', 'answered', 'missed', 'abandoned', 'busy', 'no_answer',
        'failed', 'blocked', 'voicemail', 'stopped_ivr')),
      stage text not null check (stage in ('waiting', 'ringing', 'talking', 'ended')),
      answered_at timestamptz,
      ended_at timestamptz,
      dialled text not null,
      service_number text not null default '',
      outside_number text not null default '',
      from_extension text not null default '',
      to_extension text not null default '',
      agent_extension text not null default '',
      wait_ms bigint not null default 0,
      ring_ms bigint not null default 0,
      talk_ms bigint not null default 0,
      hold_ms bigint not null default 0,
      cause text not null default '',
      ended_by text not null default '' check (ended_by in ('', 'caller', 'callee', 'system')),
      trace jsonb not null default '[]',
      primary key (tenant_id, id, started_at),
      constraint call_is_closed check ((status = 'in_progress') = (ended_at is null))
    ) partition by range (started_at)`,
  );
  await run(db, 'create index call_newest on call (tenant_id, started_at desc, id)');
  await run(db, `create index call_open on call (tenant_id) where status = 'in_progress'`);
  await run(db, 'create index call_outside on call (tenant_id, outside_number, started_at desc)');
  await run(db, 'create index call_agent on call (tenant_id, agent_extension, started_at desc)');

  await run(
    db,
    `create table leg (
      ${own},
      call_id uuid not null,
      call_started_at timestamptz not null,
      id text not null,
      position integer not null,
      side text not null check (side in ('arrived', 'dialled')),
      extension text not null default '',
      number text not null default '',
      name text not null default '',
      trunk_id text not null default '',
      started_at timestamptz not null,
      ringing_at timestamptz,
      answered_at timestamptz,
      ended_at timestamptz,
      cause text not null default '',
      sip_code integer,
      loss_percent real,
      jitter_ms real,
      round_trip_ms real,
      primary key (tenant_id, call_id, id, call_started_at)
    ) partition by range (call_started_at)`,
  );
  await run(db, 'create index leg_extension on leg (tenant_id, extension, started_at desc)');

  await run(
    db,
    `create table call_event (
      ${own},
      call_id uuid not null,
      call_started_at timestamptz not null,
      seq bigint not null,
      at timestamptz not null,
      type text not null,
      data jsonb not null,
      primary key (tenant_id, call_id, seq, call_started_at)
    ) partition by range (call_started_at)`,
  );

  await run(
    db,
    `create table recording (
      ${own},
      id text not null,
      call_id uuid not null,
      call_started_at timestamptz not null,
      kind text not null check (kind in ('conversation', 'message')),
      voicemail_box_id text not null default '',
      state text not null check (state in ('open', 'ready', 'failed')),
      started_at timestamptz not null,
      duration_ms bigint not null default 0,
      bytes bigint not null default 0,
      primary key (tenant_id, id)
    )`,
  );
  await run(db, 'create index recording_call on recording (tenant_id, call_id)');

  for (const table of ['call', 'leg', 'call_event', 'recording']) {
    await guardByTenant(db, table);
    await run(db, `grant select, insert, update on ${table} to ${roles.app}`);
  }
}

/** Makes the partitions of a month where they are missing. The serving role may call it and make no other table. */
async function months(db: MigrationDb) {
  await run(
    db,
    `create function create_call_month(of_day date) returns void
      language plpgsql security definer set search_path = pg_catalog, public as $$
      declare
        first_day date := date_trunc('month', of_day)::date;
        parent text;
        part text;
      begin
        if first_day not between date '2000-01-01' and (current_date + interval '400 days')::date then
          raise exception 'no partition for %', of_day using errcode = 'check_violation';
        end if;
        foreach parent in array array['call', 'leg', 'call_event'] loop
          part := format('%s_%s', parent, to_char(first_day, 'YYYY_MM'));
          if to_regclass('public.' || part) is null then
            -- Two processes may come here at the same moment.
            perform pg_advisory_xact_lock(hashtext('create_call_month'));
            execute format(
              'create table if not exists public.%I partition of public.%I for values from (%L) to (%L)', part, parent,
              first_day::timestamp at time zone 'UTC', (first_day + interval '1 month')::timestamp at time zone 'UTC');
          end if;
        end loop;
      end $$`,
  );
  await run(db, 'revoke all on function create_call_month(date) from public');
  await run(db, `grant execute on function create_call_month(date) to ${roles.app}`);
  await run(
    db,
    `select create_call_month((current_date + make_interval(months => ahead))::date)
    from generate_series(0, 2) as ahead`,
  );
}
