import { destinationLabels, type numberKinds } from '@alo/contract';
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
  select inbound_rule.name || ' → ' || concat_ws(' ', case inbound_rule.destination_kind
      ${sql.join(
        Object.entries(destinationLabels).map(([kind, label]) => sql`when ${sql.lit(kind)} then ${sql.lit(label)}`),
        sql` `,
      )} end,
    nullif(destination_name(inbound_rule.destination_kind, inbound_rule.destination_value), ''))
  from inbound_rule where inbound_rule.enabled and inbound_rule.purpose = 'calls'
    and (inbound_rule.service_number_id = service_number.id or inbound_rule.service_number_id is null)
  order by inbound_rule.priority, inbound_rule.id)`;
