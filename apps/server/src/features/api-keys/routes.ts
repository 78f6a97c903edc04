import { renewApiKey, superAdmin } from '@alo/contract';

import type { Bus } from '../../bus/bus.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { hashSecret, newSecret, prefixOf } from './secrets.ts';

export const apiKeyRoutes = (db: Db, bus: Pick<Bus, 'publish'>): Route[] => [
  route(renewApiKey, async (request) => {
    const { caller, params } = request;
    const secret = newSecret();
    await db.inTenant(caller.tenantId, async (trx) => {
      const key = await trx.selectFrom('api_key').where('id', '=', params.id).select('created_by').executeTakeFirst();
      if (key === undefined) throw Problem.notFound();
      // It acts for whoever made it, who may be able to do more than who asks.
      if (key.created_by !== caller.accountId && caller.role.name !== superAdmin) throw Problem.refused('forbidden');
      await trx
        .updateTable('api_key')
        .set({ secret_hash: hashSecret(secret), prefix: prefixOf(secret) })
        .where('id', '=', params.id)
        .execute();
      await audit(trx, actorOf(request), { action: 'renew-secret', subject: 'api_key', subjectId: params.id });
    });
    // Every process asks anew whose a secret is.
    bus.publish('resource-changed', caller.tenantId, ['api-keys']);
    return { secret };
  }),
];
