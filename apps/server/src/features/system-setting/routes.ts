import { getSystemSetting, updateSystemSetting } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { readSystemSetting } from '../../domain/system-setting.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';

/** `onChanged` is waited for: what is masked on a phone's display follows these settings too. */
export const systemSettingRoutes = (db: Db, onChanged: (tenantId: string) => Promise<void>): Route[] => [
  route(getSystemSetting, ({ caller }) => db.inTenant(caller.tenantId, readSystemSetting)),

  route(updateSystemSetting, async (request) => {
    const after = await db.inTenant(request.caller.tenantId, async (trx) => {
      const before = await readSystemSetting(trx);
      const { accountId } = request.caller;
      // Only what was sent is written, so that two people who change different settings do not undo each other.
      await trx
        .insertInto('system_setting')
        .values({ ...before, ...request.body, updated_by: accountId })
        .onConflict((row) =>
          row.column('tenant_id').doUpdateSet((current) => ({
            ...request.body,
            updated_by: accountId,
            updated_at: new Date(),
            version: current(current.ref('system_setting.version'), '+', 1),
          })),
        )
        .execute();
      const saved = await readSystemSetting(trx);
      const entry = { action: 'update', subject: 'system_setting', subjectId: request.caller.tenantId };
      await audit(trx, actorOf(request), { ...entry, before, after: saved });
      return saved;
    });
    await onChanged(request.caller.tenantId);
    return after;
  }),
];
