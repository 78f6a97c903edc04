import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, guardByTenant, references, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration, MigrationDb } from './migration.ts';

/**
 * When something happens, if it is so, then this is done. What happens are the company's numbered events, of which each is looked at once and in
 * order; what holds for some time is looked at each minute, of the companies that want it.
 */
export const automationsOfCompanies: Migration = {
  name: '0085-automations',
  async up(db) {
    await resourceTable(db, 'automation', {
      columns: [
        'name text not null',
        "note text not null default ''",
        'active boolean not null default false',
        'trigger text not null',
        'level integer',
        'for_minutes integer not null default 0',
        "at_time text not null default ''",
        "direction text check (direction in ('inbound', 'outbound'))",
        'least_seconds integer',
        'most_seconds integer',
        "hours text check (hours in ('in', 'out'))",
        "hours_from text not null default ''",
        "hours_to text not null default ''",
        "known text check (known in ('known', 'unknown'))",
        "owner text check (owner in ('somebody', 'nobody'))",
        "task text check (task in ('open', 'overdue', 'none'))",
        "field_is text check (field_is in ('is', 'more', 'less', 'contains'))",
        "field_value text not null default ''",
        'wait_minutes integer not null default 0',
        'unless_reached boolean not null default false',
        "quiet_from text not null default ''",
        "quiet_to text not null default ''",
        'most_per_day integer not null default 200',
        'customer_hours integer not null default 24',
        // Where it began: what happened before is none of its business.
        'after_number bigint not null default 0',
        // Of what is looked at each minute: when next, and since when it holds.
        'look_at timestamptz',
        'holds_since timestamptz',
        'told boolean not null default false',
      ],
      refersTo: asked,
    });
    // A way back to an older version takes queues away, and puts them back.
    await run(db, 'alter table automation alter constraint automation_queue_id_fkey deferrable');
    await createTenantTable(db, 'automation_action', [
      'automation_id uuid not null',
      'position integer not null default 0',
      `kind text not null check (kind in ('message', 'task', 'owner', 'status', 'campaign', 'bell', 'mail', 'event'))`,
      "text text not null default ''",
      'minutes integer not null default 60',
      "taker text not null default 'owner' check (taker in ('owner', 'person'))",
      ...Object.keys(named).map((column) => `${column} uuid`),
      references('automation_action', 'automation_id', 'automation', 'cascade'),
      ...Object.entries(named).map(([column, table]) => references('automation_action', column, table)),
    ]);
    await run(db, 'create index automation_action_of on automation_action (tenant_id, automation_id, position)');
    for (const column of Object.keys(named)) {
      await run(db, `create index automation_action_${column} on automation_action (tenant_id, ${column})`);
    }
    await createTenantTable(db, 'automation_run', [
      'automation_id uuid not null',
      'key text not null',
      'at timestamptz not null',
      "state text not null check (state in ('waiting', 'ran', 'not'))",
      "why text not null default ''",
      'due_at timestamptz',
      'call_id uuid',
      'customer_id uuid',
      "party text not null default ''",
      'depth integer not null default 0',
      'happened jsonb not null',
      "done text[] not null default '{}'",
      'constraint automation_run_key unique (tenant_id, automation_id, key)',
      references('automation_run', 'automation_id', 'automation', 'cascade'),
      references('automation_run', 'customer_id', 'customer', 'cascade'),
    ]);
    await run(db, 'create index automation_run_of on automation_run (tenant_id, automation_id, at desc, id desc)');
    await run(db, 'create index automation_run_customer on automation_run (tenant_id, customer_id)');
    await run(
      db,
      `create index automation_run_party on automation_run (tenant_id, automation_id, party, at) where state <> 'not'`,
    );
    await run(
      db,
      `create table automation_head (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        number bigint not null,
        constraint automation_head_pkey primary key (tenant_id)
      )`,
    );
    await guardByTenant(db, 'automation_head');
    await run(db, `grant select, insert, update, delete on automation_head to ${roles.app}`);
    await whoIsDue(db);
    await run(db, toldOfRows);
    await run(db, 'alter table role no force row level security');
    await run(
      db,
      `update role set permissions = permissions
        || (select array_agg('automations.' || action) from unnest(array['view', 'create', 'update', 'delete', 'export']) as action)
        where permissions @> array['webhooks.create', 'customer.full-phone']`,
    );
    await run(db, 'alter table role force row level security');
  },
};

/** Of what is asked about a call or a customer, the rows that may be named. */
const asked = {
  queue_id: { table: 'queue' },
  outcome_id: { table: 'disposition_outcome' },
  status_id: { table: 'profile_status' },
  team_id: { table: 'team' },
  project_id: { table: 'project' },
  data_source_id: { table: 'data_source' },
  field_id: { table: 'customer_field' },
};

/** The same of what is done. */
const named = {
  account_id: 'account',
  to_status_id: 'profile_status',
  campaign_id: 'campaign',
  template_id: 'message_template',
};

const lookedAt = {
  automation_run: 'tenant_id, state, due_at',
  automation_head: 'tenant_id, number',
  event_head: 'tenant_id, last',
};

/** The companies in which something is due, all at once: who has no automation costs nothing. */
async function whoIsDue(db: MigrationDb): Promise<void> {
  await run(db, "create index automation_run_due on automation_run (due_at) where state = 'waiting'");
  await run(db, 'create index automation_look on automation (look_at) where active and look_at is not null');
  await run(db, 'create index automation_at_work on automation (tenant_id, trigger) where active');
  // Automations themselves are looked up by their names as well.
  for (const [table, columns] of Object.entries(lookedAt)) {
    await run(
      db,
      `create policy lookup on ${table} for select to ${roles.lookup} using (true);
      grant select (${columns}) on ${table} to ${roles.lookup}`,
    );
  }
  await run(
    db,
    `create function automations_due(at_most integer) returns table (tenant_id uuid)
      language sql stable security definer set search_path = pg_catalog, public as $$
      select run.tenant_id from public.automation_run as run where run.state = 'waiting' and run.due_at <= now()
      union select one.tenant_id from public.automation as one where one.active and one.look_at <= now()
      union select head.tenant_id from public.automation_head as mine
        join public.event_head as head on head.tenant_id = mine.tenant_id and head.last > mine.number
        where exists (select from public.automation as its where its.tenant_id = head.tenant_id and its.active)
      limit at_most
    $$;
    alter function automations_due owner to ${roles.lookup};
    revoke all on function automations_due from public;
    grant execute on function automations_due to ${roles.app}`,
  );
}

/**
 * What people, and automations, write is told as events too, where an automation wants to know: at the end of the transaction, so that nobody is
 * held up. An automation's own changes say how deep they are.
 */
const toldOfRows = `
  create function tell_automations() returns trigger
    language plpgsql set search_path = pg_catalog, public as $$
  declare
    deep text := coalesce(nullif(current_setting('app.automation_depth', true), ''), '0');
    what text := tg_argv[0];
    -- Each of these tables has other columns.
    it jsonb := to_jsonb(new);
    told jsonb;
  begin
    if not exists (select from automation where active and trigger = what) then return null; end if;
    told := case what
      when 'outcome.kept' then jsonb_build_object('key', 'outcome/' || (it ->> 'id'), 'at', it -> 'created_at', 'detail',
        jsonb_build_object('customer_id', it -> 'customer_id', 'outcome_id', it -> 'outcome_id', 'depth', deep::integer))
      when 'consent.changed' then jsonb_build_object('key', 'consent/' || (it ->> 'id'), 'at', it -> 'created_at', 'detail',
        jsonb_build_object('customer_id', it -> 'customer_id', 'depth', deep::integer))
      else jsonb_build_object('key', 'status/' || (it ->> 'id') || '/' || txid_current(), 'at', now(), 'detail',
        jsonb_build_object('customer_id', it -> 'id', 'depth', deep::integer))
    end;
    perform tell_events(jsonb_build_array(told || jsonb_build_object('type', what)));
    return null;
  end $$;
  create constraint trigger tell_automations after insert on disposition deferrable initially deferred
    for each row execute function tell_automations('outcome.kept');
  create constraint trigger tell_automations after insert on consent deferrable initially deferred
    for each row execute function tell_automations('consent.changed');
  create constraint trigger tell_automations after update on customer deferrable initially deferred
    for each row when (old.status is distinct from new.status) execute function tell_automations('customer.status')`;
