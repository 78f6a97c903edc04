import { updateNoteInCalling } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { resourceRoutes } from '../../resource/routes.ts';
import { callDispositionRoutes } from './call-dispositions.ts';
import { consentOfNumberRoutes } from './consent-of-number.ts';
import { type CrmDeps, crmRoutes } from './crm/routes.ts';
import { readCustomerCard } from './customer-card.ts';
import { allCustomerFieldRoute } from './customer-fields.ts';
import { customer } from './customers.ts';
import { type DispositionDeps, dispositionRoutes } from './dispositions.ts';
import { fromCallRoutes } from './from-call.ts';
import { keepCallNote } from './keep-call-note.ts';
import { lastTalksRoute } from './last-talks.ts';
import { duplicatesRoute } from './likenesses.ts';
import { mergeRoutes } from './merge.ts';
import { namedCall } from './named-call.ts';
import { privacyRoutes } from './privacy.ts';
import { strangersNoteRoute } from './strangers-note.ts';
import { taskRoutes } from './tasks.ts';
import { timelineRoute } from './timeline.ts';
import { whoIsCallingRoutes } from './who-is-calling.ts';
import { whomOneAsksAbout } from './whom-one-asks-about.ts';

export interface CustomerDeps extends DispositionDeps {
  readonly budget: NumberBudget;
  readonly calls: DispositionDeps['calls'] & Pick<CallsNow, 'ownCalls'>;
  readonly crm: Pick<CrmDeps, 'serverKey' | 'lookUp'>;
}

export function customerRoutes({ budget, calls, told, said, writtenUp, crm, ...deps }: CustomerDeps): Route[] {
  const whom = whomOneAsksAbout({ budget, calls });
  return [
    ...Object.values(resourceRoutes(deps, customer)).map((one) => spending(one, budget)),
    ...dispositionRoutes({ ...deps, calls, told, said, writtenUp }),
    ...callDispositionRoutes({ ...deps, told, said, writtenUp }),
    ...fromCallRoutes({ ...deps, budget, said }),
    strangersNoteRoute({ db: deps.db, calls, said }),
    ...mergeRoutes(deps),
    ...privacyRoutes(deps),
    ...consentOfNumberRoutes({ ...deps, budget }),
    ...taskRoutes(deps),
    timelineRoute(deps.db),
    lastTalksRoute(deps.db),
    allCustomerFieldRoute(deps.db),
    duplicatesRoute(deps.db, budget),
    ...whoIsCallingRoutes({ db: deps.db, calls, whom }),
    ...crmRoutes({ db: deps.db, whom, ...crm }),

    route(updateNoteInCalling, async (request) => {
      const { caller, params, body } = request;
      const ofCall = await namedCall(calls, request, body.call_id);
      return deps.db.inTenant(caller.tenantId, async (trx) => {
        const before = await readCustomerCard(trx, request, params.id);
        if (before === undefined) throw Problem.notFound();
        const call = await ofCall(trx, params.id);
        const update = trx
          .updateTable('customer')
          .set({
            note_in_calling: body.note_in_calling,
            version: sql<number>`version + 1`,
            updated_at: new Date(),
            updated_by: caller.accountId,
          })
          .where('id', '=', params.id);
        // The note of a conversation is its author's alone: what others wrote of theirs stays with theirs.
        const { numUpdatedRows } = await (call.named
          ? update
          : update.where('version', '=', body.version)
        ).executeTakeFirst();
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
        const kept = { customerId: params.id, by: caller.accountId, text: body.note_in_calling };
        const { id: callId } = call;
        if (callId !== null) {
          await keepCallNote(trx, { callId, ...kept });
          afterCommit(trx, () =>
            said(caller.tenantId, { account: caller.accountId, call: callId, customer: params.id }),
          );
        }
        // Nobody's list is read again for each word: who looks at the customer next sees it.
        return after;
      });
    }),
  ];
}

/** A search may be a whole number: whoever sees numbers masked has only so many. */
function spending(one: Route, budget: NumberBudget): Route {
  const spend = (request: By) => budget.spend(request, searchIn(request));
  switch (one.kind) {
    case 'signed-in':
      return { ...one, handle: behind(spend, one.handle) };
    case 'file':
      return { ...one, handle: behind(spend, one.handle) };
    case 'public':
    case 'public-file':
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
