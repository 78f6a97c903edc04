import { customerByPhone, updateNoteInCalling } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import { callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { resourceRoutes } from '../../resource/routes.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { numberMeant, readCustomerCard } from './customer-card.ts';
import { allCustomerFieldRoute } from './customer-fields.ts';
import { customer } from './customers.ts';
import { dispositionRoutes } from './dispositions.ts';
import { duplicatesRoute } from './likenesses.ts';
import { mergeRoutes } from './merge.ts';
import { privacyRoutes } from './privacy.ts';
import { timelineRoute } from './timeline.ts';

const lastCalls = 5;

export interface CustomerDeps extends ResourceDeps {
  readonly budget: NumberBudget;
}

export const customerRoutes = ({ budget, ...deps }: CustomerDeps): Route[] => [
  ...Object.values(resourceRoutes(deps, customer)).map((one) => spending(one, budget)),
  ...dispositionRoutes(deps, budget),
  ...mergeRoutes(deps),
  ...privacyRoutes(deps),
  timelineRoute(deps.db),
  allCustomerFieldRoute(deps.db),
  duplicatesRoute(deps.db, budget),

  route(customerByPhone, async (request) => {
    const { caller, query } = request;
    await budget.spend(request, query.phone);
    return deps.db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const number = await numberMeant(trx, query.phone, { view, extension: caller.extension });
      if (number === undefined) return { customer: null, calls: [] };
      const owner = await trx
        .selectFrom('customer_phone')
        .where('e164', '=', number)
        .select('customer_id')
        .executeTakeFirst();
      const card = owner === undefined ? undefined : await readCustomerCard(trx, request, owner.customer_id);
      const newest = (keys: ReturnType<typeof callKeys>) =>
        keys.where('call.outside_number', '=', number).orderBy('call.started_at', 'desc').limit(lastCalls);
      const records = await recordsOf(trx, () => newest(callKeys(trx, caller)))
        .orderBy('call.started_at', 'desc')
        .execute();
      return { customer: card ?? null, calls: records.map((record) => presentCall(record, view)) };
    });
  }),

  route(updateNoteInCalling, (request) => {
    const { caller, params, body } = request;
    return deps.db.inTenant(caller.tenantId, async (trx) => {
      const before = await readCustomerCard(trx, request, params.id);
      if (before === undefined) throw Problem.notFound();
      const { numUpdatedRows } = await trx
        .updateTable('customer')
        .set({
          note_in_calling: body.note_in_calling,
          version: sql<number>`version + 1`,
          updated_at: new Date(),
          updated_by: caller.accountId,
        })
        .where('id', '=', params.id)
        .where('version', '=', body.version)
        .executeTakeFirst();
      const after = await readCustomerCard(trx, request, params.id);
      if (after === undefined) throw Problem.notFound();
      if (numUpdatedRows === 0n) throw Problem.conflict(customer.contract.row.parse(after));
      await audit(trx, actorOf(request), {
        action: 'update',
        subject: 'customer',
        subjectId: params.id,
        before: { note_in_calling: before.note_in_calling },
        after: { note_in_calling: after.note_in_calling },
      });
      // Nobody's list is read again for each word: who looks at the customer next sees it.
      return after;
    });
  }),
];

/** A search may be a whole number: whoever sees numbers masked has only so many. */
function spending(one: Route, budget: NumberBudget): Route {
  const spend = (request: By) => budget.spend(request, searchIn(request));
  switch (one.kind) {
    case 'signed-in':
      return { ...one, handle: behind(spend, one.handle) };
    case 'file':
      return { ...one, handle: behind(spend, one.handle) };
    case 'public':
      return one;
    default:
      return one satisfies never;
  }
}

const behind =
  <Request extends By, Answer>(check: (request: By) => Promise<void>, handle: (request: Request) => Promise<Answer>) =>
  async (request: Request): Promise<Answer> => {
    await check(request);
    return handle(request);
  };

const searching = z.object({
  query: z.object({ search: z.string().default('') }),
  body: z.object({ wanted: z.object({ search: z.string().default('') }).optional() }).catch({}),
});

function searchIn(request: unknown): string {
  const { query, body } = searching.parse(request);
  return query.search || body.wanted?.search || '';
}
