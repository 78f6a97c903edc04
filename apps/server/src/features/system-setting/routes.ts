import { getSystemSetting, updateSystemSetting } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { readSystemSetting } from '../../db/system-setting.ts';
import { actorOf, type Route, route } from '../../http/route.ts';

export const systemSettingRoutes = (db: Db): Route[] => [
  route(getSystemSetting, ({ caller }) => db.inTenant(caller.tenantId, readSystemSetting)),

  route(updateSystemSetting, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const before = await readSystemSetting(trx);
      const after = { ...before, ...request.body };
      const { accountId } = request.caller;
      await trx
        .insertInto('system_setting')
        .values({ ...after, updated_by: accountId })
        .onConflict((row) =>
          row.column('tenant_id').doUpdateSet((current) => ({
            ...after,
            updated_by: accountId,
            updated_at: new Date(),
            version: current(current.ref('system_setting.version'), '+', 1),
          })),
        )
        .execute();
      const entry = { action: 'update', subject: 'system_setting', subjectId: request.caller.tenantId, before, after };
      await audit(trx, actorOf(request), entry);
      return after;
    }),
  ),
];
