import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration, MigrationDb } from './migration.ts';

/** Calls go by what the company knows of the customer: the first kind of a condition that fits says where, and who comes first in queues. */
export const conditionsOnCustomers: Migration = {
  name: '0055-conditions-on-customers',
  async up(db) {
    await run(db, widenedChecks);
    await resourceTable(db, 'customer_condition', {
      columns: [
        'name text not null',
        `otherwise_kind text not null constraint customer_condition_otherwise_kind_check check (otherwise_kind in (${kinds}))`,
        "otherwise_value text not null default ''",
        "note text not null default ''",
      ],
    });
    await createTenantTable(db, 'customer_kind', [
      'customer_condition_id uuid not null',
      'position integer not null default 0',
      "label text not null check (label <> '')",
      "known text check (known in ('known', 'unknown'))",
      "owner text check (owner in ('somebody', 'nobody'))",
      "task text check (task in ('open', 'overdue', 'none'))",
      ...Object.keys(about).map((column) => `${column} uuid`),
      "field_is text check (field_is in ('is', 'more', 'less', 'contains'))",
      "field_value text not null default ''",
      `destination_kind text not null constraint customer_kind_destination_kind_check check (destination_kind in (${kinds}))`,
      "destination_value text not null default ''",
      'priority integer check (priority between 0 and 100)',
      `${references('customer_kind', 'customer_condition_id', 'customer_condition', 'cascade')} deferrable`,
      ...Object.entries(about).map(([column, table]) => `${references('customer_kind', column, table)} deferrable`),
    ]);
    await run(db, 'create index customer_kind_condition on customer_kind (tenant_id, customer_condition_id, position)');
    for (const column of Object.keys(about)) {
      await run(db, `create index customer_kind_${column}_reference on customer_kind (tenant_id, ${column})`);
    }
    await run(db, option);
    await run(db, placeName);
    await run(db, destinationName);
    await run(
      db,
      `create trigger keep_destination after delete on customer_condition referencing old table as gone
        for each statement execute function keep_destination('customer', 'id')`,
    );
    for (const table of ['customer_condition', 'customer_kind']) {
      await run(
        db,
        `create trigger note_routing after insert or update or delete on ${table}
          for each row execute function note_routing('id')`,
      );
    }
    await run(db, inWords);
    await giveRights(db);
  },
};

/** Whoever sees to conditions on the time sees to these. */
async function giveRights(db: MigrationDb): Promise<void> {
  await run(db, 'alter table role no force row level security');
  await run(
    db,
    `update role set permissions = permissions || (
        select array_agg('customer-conditions.' || split_part(has, '.', 2)) from unnest(permissions) as has
        where has like 'conditions.%')
      where exists (select from unnest(permissions) as has where has like 'conditions.%')`,
  );
  await run(db, 'alter table role force row level security');
}

/** What a kind may say of a customer, by the row that says it. */
const about: Readonly<Record<string, string>> = {
  status_id: 'profile_status',
  team_id: 'team',
  project_id: 'project',
  data_source_id: 'data_source',
  outcome_id: 'disposition_outcome',
  field_id: 'customer_field',
};

const kinds = ['ivr', 'direct', 'group', 'fw', 'msg', 'time', 'customer', 'voicemail', 'queue', 'lastcall', 'hang-up']
  .map((kind) => `'${kind}'`)
  .join(', ');

/** Wherever calls may end they may go by the customer, too. */
const widenedChecks = `do $do$
declare
  place record;
begin
  for place in
    select c.conrelid::regclass as part, c.conname as name, pg_get_constraintdef(c.oid) as says
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'c' and c.connamespace = 'public'::regnamespace and a.attname like '%\\_kind'
        and pg_get_constraintdef(c.oid) like '%''hang-up''::text%'
  loop
    execute format('alter table %s drop constraint %I', place.part, place.name);
    execute format('alter table %s add constraint %I %s', place.part, place.name,
      replace(place.says, '''hang-up''::text', '''customer''::text, ''hang-up''::text'));
  end loop;
end $do$`;

const option = `create or replace view destination_option with (security_invoker = true) as
  select tenant_id, 'direct' as type, number::text as value, extension.number || coalesce(' · ' || (
      select min(account.name) from account where account.extension = extension.number
    ), nullif(' · ' || extension.name, ' · '), '') as name from extension
  union all select tenant_id, 'group' as type, id::text as value, case when ring_group.number = '' then ring_group.name
    else ring_group.name || ' (' || ring_group.number || ')' end as name from ring_group
  union all select tenant_id, 'queue' as type, id::text as value, case when queue.number = '' then queue.name
    else queue.name || ' (' || queue.number || ')' end as name from queue
  union all select tenant_id, 'ivr' as type, id::text as value, case when ivr_menu.number = '' then ivr_menu.name
    else ivr_menu.name || ' (' || ivr_menu.number || ')' end as name from ivr_menu
  union all select tenant_id, 'time' as type, id::text as value, time_condition.name as name from time_condition
  union all select tenant_id, 'customer' as type, id::text as value, customer_condition.name as name
    from customer_condition
  union all select tenant_id, 'msg' as type, id::text as value, announcement.name as name from announcement
  union all select tenant_id, 'voicemail' as type, id::text as value, voicemail_box.name as name from voicemail_box
  union all select tenant_id, 'lastcall' as type, id::text as value, last_call_rule.name as name from last_call_rule`;

const placeName = `create or replace function place_name(type text, value text) returns text
  language sql stable as $$
  select case type
    when 'direct' then (
      select extension.number || coalesce(' · ' || (
        select min(account.name) from account where account.extension = extension.number
      ), nullif(' · ' || extension.name, ' · '), '') from extension where extension.number = place_name.value)
    when 'group' then (
      select case when ring_group.number = '' then ring_group.name
        else ring_group.name || ' (' || ring_group.number || ')' end
      from ring_group where ring_group.id = place_name.value::uuid)
    when 'queue' then (
      select case when queue.number = '' then queue.name else queue.name || ' (' || queue.number || ')' end
      from queue where queue.id = place_name.value::uuid)
    when 'ivr' then (
      select case when ivr_menu.number = '' then ivr_menu.name else ivr_menu.name || ' (' || ivr_menu.number || ')' end
      from ivr_menu where ivr_menu.id = place_name.value::uuid)
    when 'time' then (
      select time_condition.name from time_condition where time_condition.id = place_name.value::uuid)
    when 'customer' then (
      select customer_condition.name from customer_condition where customer_condition.id = place_name.value::uuid)
    when 'msg' then (select announcement.name from announcement where announcement.id = place_name.value::uuid)
    when 'voicemail' then (
      select voicemail_box.name from voicemail_box where voicemail_box.id = place_name.value::uuid)
    when 'lastcall' then (
      select last_call_rule.name from last_call_rule where last_call_rule.id = place_name.value::uuid)
    when 'fw' then replace(place_name.value, 'customer/', '')
    else ''
  end
$$`;

const destinationName = `create or replace function destination_name(type text, value text) returns text
  language sql stable as $$
  select case
    when type = 'fw' and strpos(value, '>') > 0 then
      replace(split_part(value, '>', 1), 'customer/', '') || '; nếu không được: ' ||
      case split_part(split_part(value, '>', 2), '/', 1)
        when 'direct' then 'Máy nhánh'
        when 'group' then 'Nhóm đổ chuông'
        when 'queue' then 'Hàng đợi'
        when 'ivr' then 'Cây IVR'
        when 'time' then 'Điều kiện thời gian'
        when 'customer' then 'Điều kiện khách hàng'
        when 'msg' then 'Thông báo'
        when 'voicemail' then 'Hộp thư thoại'
        when 'lastcall' then 'Gọi lại người cũ' end || ': ' ||
      place_name(split_part(split_part(value, '>', 2), '/', 1), split_part(value, '/', -1))
    else place_name(type, value) end
$$`;

/** What versions have in words is of this resource, too. */
const inWords = `create or replace trigger note_routing_words after insert on audit
  for each row
  when (new.subject = any (array['service_number', 'service_number_caller', 'extension_group', 'extension',
    'greeting', 'music_on_hold', 'time_group', 'time_group_detail', 'holiday_year', 'time_condition', 'announcement',
    'voicemail_box', 'last_call_rule', 'ring_group', 'ring_group_member', 'queue', 'queue_member', 'queue_exit',
    'ivr_menu', 'ivr_key', 'inbound_rule', 'outbound_rule', 'outbound_rule_group', 'outbound_route',
    'customer_condition']))
  execute function note_routing_words()`;
