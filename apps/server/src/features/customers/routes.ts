import { customerByPhone, updateNoteInCalling } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { numberMeant, readCustomerCard } from './customer-card.ts';

const lastCalls = 5;

export const customerRoutes = (db: Db, budget: NumberBudget): Route[] => [
  route(customerByPhone, async (request) => {
    const { caller, query } = request;
    await budget.spend(request, query.phone);
    return db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const number = await numberMeant(trx, query.phone, { view, extension: caller.extension });
      if (number === undefined) return { customer: null, calls: [] };
      const owner = await trx
        .selectFrom('customer_phone')
        .where('e164', '=', number)
        .select('customer_id')
        .executeTakeFirst();
      const customer = owner === undefined ? undefined : await readCustomerCard(trx, owner.customer_id, view);
      const newest = (keys: ReturnType<typeof callKeys>) =>
        keys.where('call.outside_number', '=', number).orderBy('call.started_at', 'desc').limit(lastCalls);
      const records = await recordsOf(trx, () => newest(callKeys(trx, caller)))
        .orderBy('call.started_at', 'desc')
        .execute();
      return { customer: customer ?? null, calls: records.map((record) => presentCall(record, view)) };
    });
  }),

  route(updateNoteInCalling, (request) => {
    const { caller, params, body } = request;
    return db.inTenant(caller.tenantId, async (trx) => {
      const view = await numberView(trx, caller);
      const before = await readCustomerCard(trx, params.id, view);
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
      const after = await readCustomerCard(trx, params.id, view);
      if (after === undefined) throw Problem.notFound();
      if (numUpdatedRows === 0n) throw Problem.conflict(after);
      await audit(trx, actorOf(request), {
        action: 'update',
        subject: 'customer',
        subjectId: params.id,
        before: { note_in_calling: before.note_in_calling },
        after: { note_in_calling: after.note_in_calling },
      });
      return after;
    });
  }),
];
