import type { findCampaignFaults, ParsedRequestOf } from '@alo/contract';
import { callsByItself, callsForQueue, superAdmin } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { CompanyClock } from '../../domain/company-clock.ts';
import { callsOut } from '../../domain/number-owners.ts';
import type { CampaignOutlook } from './campaign-faults.ts';
import { numberToCall } from './contacts.ts';

type Asked = ParsedRequestOf<typeof findCampaignFaults>['body'];

/** What a campaign would find now: its customers, its people, and the ways out. */
export async function outlookOf(
  trx: Trx,
  { id, member_ids: members, caller_ids: callers, queue_id: queue, mode, max_attempts: most, ...rules }: Asked,
  { date: today }: Pick<CompanyClock, 'date'>,
): Promise<CampaignOutlook> {
  return {
    rules,
    today,
    customers: id === undefined ? null : await customersOf(trx, id, most),
    queue: callsForQueue(mode) ? await queueOf(trx, queue) : null,
    isItself: callsByItself(mode),
    people: { named: members.length > 0, ...(await peopleOf(trx, members)) },
    ways: await waysOf(trx, today, callers),
  };
}

/** Numbers are blocked by themselves or by a pattern; what patterns block is told by the call that they refuse. */
async function customersOf(trx: Trx, id: string, most: number): Promise<CampaignOutlook['customers']> {
  const { rows } = await sql<NonNullable<CampaignOutlook['customers']>>`
    select count(*)::int as all,
      count(*) filter (where open)::int as open,
      count(*) filter (where open and customer.do_not_call)::int as refusing,
      count(*) filter (where open and exists (select from block_list as blocked where blocked.direction = 'out'
        and blocked.kind = 'number' and blocked.value = ${numberToCall}
        and (blocked.expires_at is null or blocked.expires_at > now())))::int as blocked
    from (select customer_id, number, state = 'calling' or (state in ('new', 'missed', 'call-again') and attempts < ${most})
        or (state = 'exhausted' and not stopped and attempts < ${most}) as open
      from campaign_contact where campaign_id = ${id}) as contact
    join customer on customer.id = contact.customer_id`.execute(trx);
  return only(rows);
}

async function peopleOf(trx: Trx, members: readonly string[]): Promise<{ all: number; able: number }> {
  const isAsked = members.length === 0 ? sql`true` : sql`account.id = any(${[...members]}::uuid[])`;
  const { rows } = await sql<{ all: number; able: number }>`
    select count(*)::int as all,
      count(*) filter (where account.active and account.extension is not null
        and (role.name = ${superAdmin} or 'campaign.call' = any(role.permissions)))::int as able
    from account join role on role.id = account.role_id where ${isAsked}`.execute(trx);
  return only(rows);
}

/** Of a row of `outbound_rule`: it names neither extensions nor groups of them. */
const isForEverybody = sql<boolean>`(outbound_rule.extensions is null and not exists (
  select from outbound_rule_group where outbound_rule_group.outbound_rule_id = outbound_rule.id))`;

/** Who of a queue could ever be rung: people with an account that is used. */
async function queueOf(trx: Trx, id: string | null): Promise<CampaignOutlook['queue']> {
  const { rows } = await sql<{ people: number }>`select count(*)::int as people from queue_member
    join extension on extension.id = queue_member.extension_id
    join account on account.extension = extension.number and account.active
    where queue_member.queue_id = ${id}`.execute(trx);
  return only(rows);
}

/** The numbers that calls go out with, as routing has them. It asks for no day of theirs: the carrier does. */
async function waysOf(trx: Trx, today: string, callers: readonly string[]): Promise<CampaignOutlook['ways']> {
  const { rows } = await sql<CampaignOutlook['ways']>`
    with usable as (
      select service_number.id, service_number.expires_on < ${today}::date as over from service_number
        join trunk on trunk.id = service_number.trunk_id and trunk.enabled
        where ${callsOut})
    select (select count(*)::int from usable) as numbers,
      (select count(*)::int from usable where over) as over,
      ${callers.length}::int as chosen,
      (select count(distinct usable.id)::int from usable
        join outbound_route on outbound_route.service_number_id = usable.id
        join outbound_rule on outbound_rule.id = outbound_route.outbound_rule_id and outbound_rule.enabled
        where usable.id = any(${[...callers]}::uuid[])) as shown,
      (select count(distinct outbound_rule.id)::int from outbound_rule
        join outbound_route on outbound_route.outbound_rule_id = outbound_rule.id
        join usable on usable.id = outbound_route.service_number_id
        where outbound_rule.enabled and ${isForEverybody}) as common,
      (select count(distinct outbound_rule.id)::int from outbound_rule
        join outbound_route on outbound_route.outbound_rule_id = outbound_rule.id
        join usable on usable.id = outbound_route.service_number_id
        where outbound_rule.enabled) as rules`.execute(trx);
  return only(rows);
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A count has no row.');
  return row;
}
