import { keepCall, letCallGo } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { callKeys } from '../../domain/call-records.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';

/** Calls that are kept for a dispute: neither the company's days nor the erasure of a customer takes them, or their recordings. */
export const holdRoutes = (db: Pick<Db, 'inTenant'>): Route[] => [
  route(keepCall, (request) => {
    const { caller, params, body } = request;
    return db.inTenant(caller.tenantId, async (trx) => {
      await refuseUnseen(trx, request, params.id);
      await trx
        .insertInto('call_hold')
        .values({ id: newId(), call_id: params.id, reason: body.reason, created_by: caller.accountId })
        .onConflict((there) =>
          there.columns(['tenant_id', 'call_id']).doUpdateSet({
            reason: body.reason,
            updated_at: sql<Date>`now()`,
            updated_by: caller.accountId,
          }),
        )
        .execute();
      const entry = { action: 'hold', subject: 'call', subjectId: params.id, after: { reason: body.reason } };
      await audit(trx, actorOf(request), entry);
      return {};
    });
  }),

  route(letCallGo, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id } = request.params;
      await refuseUnseen(trx, request, id);
      const before = await trx.deleteFrom('call_hold').where('call_id', '=', id).returning('reason').executeTakeFirst();
      if (before !== undefined)
        await audit(trx, actorOf(request), { action: 'let-go', subject: 'call', subjectId: id, before });
      return {};
    }),
  ),
];

async function refuseUnseen(trx: Trx, { caller }: By, id: string): Promise<void> {
  const seen = await callKeys(trx, caller).where('call.id', '=', id).executeTakeFirst();
  if (seen === undefined) throw Problem.notFound();
}
