import { inbounds, rulePurposes, ruleRecordings } from '@alo/contract';
import { sql } from 'kysely';
import { numberNamed } from '../../domain/number-named.ts';
import { isActive } from '../../domain/number-states.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { timeGroupNamed } from './groups-named.ts';
import { yesOrNoColumn } from './yes-or-no.ts';

const shown = [
  ...(['id', 'name', 'priority', 'service_number_id', 'caller_pattern', 'time_group_id', 'enabled', 'note'] as const),
  ...(['purpose', 'greeting_id', 'recording', 'music_id', 'name_prefix'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
] as const;

/** A rule that fits nothing, or is never come to, says so. */
const warning = sql<string>`case
  when not inbound_rule.enabled then ''
  when service_number.enabled = false then 'Đầu số đang tắt: quy tắc này không nhận cuộc gọi nào'
  when service_number.id is not null and not ${isActive} then 'Đầu số chưa hoạt động hoặc đã dừng: quy tắc này không nhận cuộc gọi nào'
  when inbound_rule.time_group_id is not null and not exists (
    select from time_group_detail where time_group_detail.time_group_id = inbound_rule.time_group_id
  ) then 'Nhóm thời gian chưa có khung giờ nào'
  else coalesce((
    select 'Không bao giờ được xét: “' || earlier.name || '” đứng trước và nhận mọi cuộc gọi như thế'
    from inbound_rule as earlier
    where earlier.tenant_id = inbound_rule.tenant_id and earlier.enabled and earlier.purpose = inbound_rule.purpose
      and (earlier.priority, earlier.id) < (inbound_rule.priority, inbound_rule.id)
      and (earlier.service_number_id is null or earlier.service_number_id = inbound_rule.service_number_id)
      and earlier.caller_pattern in ('', inbound_rule.caller_pattern)
      and (earlier.time_group_id is null or earlier.time_group_id = inbound_rule.time_group_id)
    order by earlier.priority, earlier.id limit 1
  ), '') end`;

/** Where calls from outside go. */
export const inboundRule = resource(inbounds, {
  table: 'inbound_rule',
  calls: 'rules',
  leadsTo: ['destination', 'after_talk'],
  search: ['name', 'number', 'number_name', 'caller_pattern', 'destination_name', 'note'],
  filters: { filter_action: (type) => sql`row.destination ->> 'type' = ${type}`, enabled: yesOrNoColumn('enabled') },
  rows: (trx) =>
    trx
      .selectFrom('inbound_rule')
      .leftJoin('service_number', 'service_number.id', 'inbound_rule.service_number_id')
      .leftJoin('time_group', 'time_group.id', 'inbound_rule.time_group_id')
      .leftJoin('greeting', 'greeting.id', 'inbound_rule.greeting_id')
      .leftJoin('music_on_hold', 'music_on_hold.id', 'inbound_rule.music_id')
      .select(shown.map((column) => `inbound_rule.${column}` as const))
      .select(['service_number.number', 'service_number.name as number_name', 'time_group.name as time_group_name'])
      .select(['greeting.name as greeting_name', 'music_on_hold.name as music_name'])
      .select([
        destinationIn('inbound_rule', 'destination').$notNull().as('destination'),
        destinationNameIn('inbound_rule', 'destination').as('destination_name'),
        destinationIn('inbound_rule', 'after_talk').as('after_talk'),
        sql<number>`(select coalesce(sum(calls), 0)::int from rule_sum
          where inbound_rule_id = inbound_rule.id and at > now() - interval '30 days')`.as('calls'),
        warning.as('warning'),
      ]),
  imports: {
    keys: ['name'],
    fields: {
      service_number_id: numberNamed,
      time_group_id: timeGroupNamed,
      destination: byDestination('Điểm đến'),
      after_talk: byDestination('Sau khi nói chuyện'),
      purpose: oneOf('Dùng cho', rulePurposes),
      greeting_id: byName('Lời chào', 'greeting'),
      recording: oneOf('Ghi âm', ruleRecordings),
      music_id: byName('Nhạc chờ', 'music_on_hold'),
    },
  },
  sheet: {
    priority: 'Thứ tự',
    name: 'Tên quy tắc',
    number: 'Đầu số',
    caller_pattern: 'Số gọi đến',
    time_group_name: 'Khung giờ',
    destination: { heading: 'Điểm đến', from: (row) => destinationInWords(row.destination, row.destination_name) },
    purpose: { heading: 'Dùng cho', cell: (purpose) => rulePurposes[purpose ?? 'calls'] },
    greeting_name: 'Lời chào',
    recording: { heading: 'Ghi âm', cell: (recording) => ruleRecordings[recording ?? 'default'] },
    music_name: 'Nhạc chờ',
    name_prefix: 'Tiền tố tên gọi',
    enabled: { heading: 'Đang dùng', cell: (enabled) => (enabled === false ? 'Không' : 'Có') },
    calls: 'Lượt khớp 30 ngày',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
