import { renewWebhookSecret, replayWebhookDelivery, testWebhook, totalCap, webhookDeliveries } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { newSigningSecret } from '../../kernel/signature.ts';
import { addDeliveries, queueDelivery } from './deliveries.ts';
import { webhookPlaceOf, webhookSealer } from './secret.ts';

export function webhookRoutes(db: Db, serverKey: ServerKey): Route[] {
  const sealer = webhookSealer(serverKey);
  return [
    route(renewWebhookSecret, async (request) => {
      const { caller, params } = request;
      const secret = newSigningSecret();
      await db.inTenant(caller.tenantId, async (trx) => {
        await mustBeThere(trx, params.id);
        const sealed = sealer.seal(webhookPlaceOf(caller.tenantId, params.id), secret);
        await trx.updateTable('webhook').set({ sealed_secret: sealed }).where('id', '=', params.id).execute();
        await audit(trx, actorOf(request), { action: 'renew-secret', subject: 'webhook', subjectId: params.id });
      });
      return { secret };
    }),

    route(testWebhook, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        await mustBeThere(trx, params.id);
        const data = { text: 'Alô!' };
        const [id] = await addDeliveries(trx, [{ webhookId: params.id, event: 'test', data }]);
        if (id === undefined) throw new Error('A delivery that may be repeated was taken for another.');
        return { delivery_id: id };
      }),
    ),

    route(webhookDeliveries, ({ caller, params, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        await mustBeThere(trx, params.id);
        const log = trx.selectFrom('webhook_delivery').where('webhook_id', '=', params.id);
        const data = await log
          .select(['id', 'event', 'state', 'attempts', 'status', 'answer', 'created_at', 'last_at', 'next_at'])
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(query.per_page)
          .offset((query.page - 1) * query.per_page)
          .execute();
        const counted = trx.selectFrom(
          log
            .select('id')
            .limit(totalCap + 1)
            .as('some'),
        );
        const { total } = await counted
          .select((row) => row.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        return { data, total: Math.min(total, totalCap), total_capped: total > totalCap };
      }),
    ),

    route(replayWebhookDelivery, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { id } = request.params;
        const again = await trx
          .updateTable('webhook_delivery')
          .set({ state: 'waiting', attempts: 0, next_at: new Date() })
          .where('id', '=', id)
          .returning('webhook_id')
          .executeTakeFirst();
        if (again === undefined) throw Problem.notFound();
        // Who asks for it wants to know now: it tries the receiver out.
        await trx
          .updateTable('webhook_rest')
          .set({ until: new Date() })
          .where('webhook_id', '=', again.webhook_id)
          .where('until', 'is not', null)
          .execute();
        await queueDelivery(trx, id, new Date());
        await audit(trx, actorOf(request), { action: 'replay', subject: 'webhook_delivery', subjectId: id });
        return { delivery_id: id };
      }),
    ),
  ];
}

async function mustBeThere(trx: Trx, id: string): Promise<void> {
  if ((await trx.selectFrom('webhook').where('id', '=', id).select('id').executeTakeFirst()) === undefined) {
    throw Problem.notFound();
  }
}
