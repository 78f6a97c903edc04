import { type Selectable, sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { readHolidays } from '../domain/holidays.ts';

/** What `readRows` reads. */
export type Rows = Awaited<ReturnType<typeof readRows>>;
/** A row as it is stored. */
export type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** Everything that routing is made of, as it is stored; rules in the order in which they are tried. */
export async function readRows(trx: Trx) {
  return {
    tenant: await trx
      .selectFrom('tenant')
      .select(['time_zone', sql<number>`extract(year from now() at time zone time_zone)::int`.as('year')])
      .executeTakeFirstOrThrow(),
    ownHolidays: await readHolidays(trx),
    setting: await trx.selectFrom('telephony_setting').selectAll().executeTakeFirst(),
    system: await trx.selectFrom('system_setting').selectAll().executeTakeFirst(),
    people: await trx
      .selectFrom('account')
      .innerJoin('role', 'role.id', 'account.role_id')
      .select(['account.extension', 'account.name', 'role.name as role', 'role.permissions'])
      .where('account.extension', 'is not', null)
      .where('account.active', '=', true)
      .execute(),
    extensions: await trx.selectFrom('extension').selectAll().orderBy('number').execute(),
    extensionGroups: await trx
      .selectFrom('extension_group')
      .select(['id', 'call_rights', 'service_number_id'])
      .execute(),
    ruleGroups: await trx
      .selectFrom('outbound_rule_group')
      .select(['outbound_rule_id', 'extension_group_id'])
      .execute(),
    groups: await trx.selectFrom('ring_group').selectAll().orderBy('id').execute(),
    members: await trx
      .selectFrom('ring_group_member')
      .innerJoin('extension', 'extension.id', 'ring_group_member.extension_id')
      .select(['ring_group_member.ring_group_id', 'extension.number'])
      .orderBy('ring_group_member.position')
      .orderBy('extension.number')
      .execute(),
    queues: await trx.selectFrom('queue').selectAll().orderBy('id').execute(),
    queueMembers: await trx
      .selectFrom('queue_member')
      .innerJoin('extension', 'extension.id', 'queue_member.extension_id')
      .select(['queue_member.queue_id', 'queue_member.penalty', 'queue_member.weight', 'queue_member.skills'])
      .select('extension.number')
      .orderBy('queue_member.position')
      .orderBy('extension.number')
      .execute(),
    queueExits: await trx.selectFrom('queue_exit').selectAll().orderBy('position').execute(),
    sounds: await trx
      .selectFrom('greeting')
      .select(['id', 'tenant_id', 'audio_id'])
      .union(trx.selectFrom('music_on_hold').select(['id', 'tenant_id', 'audio_id']))
      .execute(),
    menus: await trx.selectFrom('ivr_menu').selectAll().orderBy('id').execute(),
    menuKeys: await trx.selectFrom('ivr_key').selectAll().orderBy('keys').execute(),
    lastCallRules: await trx.selectFrom('last_call_rule').selectAll().execute(),
    announcements: await trx.selectFrom('announcement').selectAll().execute(),
    timeGroups: await trx.selectFrom('time_group').selectAll().execute(),
    timeSlots: await trx.selectFrom('time_group_detail').selectAll().orderBy('position').orderBy('id').execute(),
    conditions: await trx.selectFrom('time_condition').selectAll().execute(),
    boxes: await trx.selectFrom('voicemail_box').selectAll().execute(),
    trunks: await trx.selectFrom('trunk').selectAll().where('enabled', '=', true).orderBy('id').execute(),
    numbers: await trx.selectFrom('service_number').selectAll().where('enabled', '=', true).orderBy('number').execute(),
    numberCallers: await trx
      .selectFrom('service_number_caller')
      .innerJoin('extension', 'extension.id', 'service_number_caller.extension_id')
      .select(['service_number_caller.service_number_id', 'extension.number'])
      .orderBy('extension.number')
      .execute(),
    inbound: await trx
      .selectFrom('inbound_rule')
      .selectAll()
      .where('enabled', '=', true)
      .orderBy('priority')
      .orderBy('id')
      .execute(),
    outbound: await trx
      .selectFrom('outbound_rule')
      .selectAll()
      .where('enabled', '=', true)
      .orderBy('priority')
      .orderBy('id')
      .execute(),
    routes: await trx.selectFrom('outbound_route').selectAll().orderBy('position').orderBy('id').execute(),
    blocked: await trx
      .selectFrom('block_list')
      .selectAll()
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]))
      .orderBy('id')
      .execute(),
  };
}
