import type { lastContact, promise } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { By } from '../../kernel/by.ts';
import type { Condition } from '../../resource/resource.ts';

/** Customers who were talked with lately, or were not. */
export function contacted(when: z.output<typeof lastContact>): Condition {
  switch (when) {
    case 'within-7':
      return within(7);
    case 'within-30':
      return within(30);
    case 'not-7':
      return sql`not ${within(7)}`;
    case 'not-30':
      return sql`not ${within(30)}`;
    case 'not-90':
      return sql`not ${within(90)}`;
    case 'never':
      return sql`not ${callSince(sql`'-infinity'`)}`;
    default:
      return when satisfies never;
  }
}

/** Customers who are to be called again: by the end of today, later, or not at all. */
export function promised(which: z.output<typeof promise>, { caller }: By): Condition {
  const tomorrow = sql`((now() at time zone ${caller.timeZone})::date + 1)::timestamp at time zone ${caller.timeZone}`;
  switch (which) {
    case 'due':
      return sql`row.id in (${promisedWhere(sql`its.next_call_at < ${tomorrow}`)})`;
    case 'later':
      return sql`row.id in (${promisedWhere(sql`its.next_call_at >= ${tomorrow}`)})`;
    case 'none':
      return sql`not exists (${promisedWhere(sql`its.customer_id = row.id and its.next_call_at is not null`)})`;
    default:
      return which satisfies never;
  }
}

/** By the promises themselves, which are few: asked of each customer it would be as many questions as there are customers. */
const promisedWhere = (condition: RawBuilder<unknown>) => sql`
  select its.customer_id from disposition as its where ${condition} and not exists (
    select from disposition as later where later.customer_id = its.customer_id
      and (later.created_at, later.id) > (its.created_at, its.id))`;

const within = (days: number) => callSince(sql`now() - make_interval(days => ${days})`);

const callSince = (from: RawBuilder<unknown>) => sql<boolean>`exists (
  select from customer_phone as own join call on call.outside_number = own.e164
  where own.customer_id = row.id and call.started_at >= ${from})`;
