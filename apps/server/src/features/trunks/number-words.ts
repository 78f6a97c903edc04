import type { numberKinds } from '@alo/contract';
import { sql } from 'kysely';

/** What kind of number one in canonical form is, by how it begins. */
export const kindOf = sql<keyof typeof numberKinds>`case
  when service_number.number like '+841800%' then 'toll-free'
  when service_number.number like '+841900%' then 'shared-cost'
  when service_number.number ~ '^\\+84(69|199|799|672)' then 'special'
  when service_number.number like '+842%' then 'fixed'
  when service_number.number like '+84%' then 'mobile'
  when service_number.number like '+%' then 'international'
  else 'short' end`;

/** Where calls to a number go, in words, rule by rule; a rule without a number is for all of them. */
export const routesTo = sql<string[]>`array(
  select inbound_rule.name || ' → ' || case inbound_rule.destination_kind
    when 'ivr' then 'Lời thoại ' || coalesce((select name from ivr_menu where id::text = destination_value), '?')
    when 'direct' then 'Máy nhánh ' || destination_value
    when 'group' then 'Nhóm ' || coalesce((select name from ring_group where id::text = destination_value), '?')
    when 'queue' then 'Hàng đợi ' || coalesce((select name from queue where id::text = destination_value), '?')
    when 'msg' then 'Thông báo ' || coalesce((select name from announcement where id::text = destination_value), '?')
    when 'time' then 'Điều kiện ' || coalesce((select name from time_condition where id::text = destination_value), '?')
    when 'voicemail' then 'Hộp thư ' || coalesce((select name from voicemail_box where id::text = destination_value), '?')
    when 'lastcall' then 'Cuộc gọi gần nhất'
    when 'fw' then 'Chuyển ra ngoài'
    else 'Gác máy' end
  from inbound_rule where inbound_rule.enabled
    and (inbound_rule.service_number_id = service_number.id or inbound_rule.service_number_id is null)
  order by inbound_rule.priority, inbound_rule.id)`;
