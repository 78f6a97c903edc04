import type { lastContact } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';

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

const within = (days: number) => callSince(sql`now() - make_interval(days => ${days})`);

const callSince = (from: RawBuilder<unknown>) => sql<boolean>`exists (
  select from customer_phone as own join call on call.outside_number = own.e164
  where own.customer_id = row.id and call.started_at >= ${from})`;
