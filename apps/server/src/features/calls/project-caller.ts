import { matchesPattern } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { callsOut } from '../../domain/number-owners.ts';
import type { Caller } from '../../kernel/caller.ts';

/**
 * With which number of ours somebody calls a customer whose project is running: the first of its numbers that they may call out with
 * and that an outbound rule for the customer's number has. Undefined where the rules decide: the project has no such number, or
 * members of which they are none.
 */
export async function projectCaller(
  trx: Trx,
  { accountId }: Caller,
  { customer, national }: { readonly customer: string; readonly national: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string; patterns: string[] }>`
    select service_number.number, array(
        select outbound_rule.pattern from outbound_route
          join outbound_rule on outbound_rule.id = outbound_route.outbound_rule_id and outbound_rule.enabled
          where outbound_route.service_number_id = service_number.id) as patterns
      from customer
        join project on project.id = customer.project_id and project.status = 'running'
        join project_number as its on its.project_id = project.id
        join service_number on service_number.id = its.service_number_id
        join trunk on trunk.id = service_number.trunk_id and trunk.enabled
      where customer.id = ${customer} and ${callsOut}
        and (not exists (select from project_member as member where member.project_id = project.id)
          or exists (select from project_member as member
            where member.project_id = project.id and member.account_id = ${accountId}))
        and (service_number.callers = 'everybody' or exists (
          select from service_number_caller as chosen join extension on extension.id = chosen.extension_id
            join account on account.extension = extension.number
            where chosen.service_number_id = service_number.id and account.id = ${accountId}))
      order by its.position`.execute(trx);
  return rows.find(({ patterns }) => patterns.some((pattern) => matchesPattern(national, pattern)))?.number;
}
