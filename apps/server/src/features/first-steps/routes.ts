import { firstSteps } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import { trialNumbers } from '../../domain/trial-number.ts';
import { type Route, route } from '../../http/route.ts';

/** How far a new company has come. Nothing of it is remembered: whoever takes a step back has it before them again. */
export const firstStepRoutes = ({ db }: { readonly db: Db }): Route[] => [
  route(firstSteps, async ({ caller: { tenantId } }) => {
    const [done] = (
      await db.read(tenantId, (trx) => ({
        done: trx.selectNoFrom([
          isThere(sql`call where status = 'answered'`).as('call'),
          // Whoever signed up is one; the colleague who comes with the trial is not active.
          sql<boolean>`(select count(*) > 1 from account where active)`.as('people'),
          isThere(sql`customer`).as('customers'),
          isThere(sql`service_number where trunk_id is not null and number not like ${trialNumbers}`).as('number'),
          isThere(sql`time_condition`).as('hours'),
          isThere(sql`greeting`).as('greeting'),
          isThere(sql`call where direction = 'inbound' and status = 'answered'
            and service_number <> '' and service_number not like ${trialNumbers}`).as('way'),
        ]),
      }))
    ).done;
    if (done === undefined) throw new Error('a query of one row answered none');
    return { done };
  }),
];

const isThere = (what: RawBuilder<unknown>) => sql<boolean>`exists (select from ${what})`;
