import {
  getSystemSetting,
  type KeptSetting,
  type licenceStates,
  paymentCheck,
  type RequestOf,
  updateSystemSetting,
} from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { seesFullNumbers } from '../../domain/number-view.ts';
import { readTenantSetting } from '../../domain/system-setting.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';

const dayMs = 86_400_000;
const soonDays = 30;

const stateOf = (daysLeft: number): keyof typeof licenceStates =>
  daysLeft <= 0 ? 'expired' : daysLeft <= soonDays ? 'ending' : 'active';

/**
 * `onChanged` is waited for: what is masked on a phone's display follows these settings too. `onPages`: other pages may have the phone from now on,
 * or may no more.
 */
export const systemSettingRoutes = (
  db: Db,
  { onChanged, onPages }: { onChanged: (tenantId: string) => Promise<void>; onPages: (tenantId: string) => void },
  now: () => number = Date.now,
): Route[] => [
  route(getSystemSetting, ({ caller }) => db.inTenant(caller.tenantId, readTenantSetting)),

  route(updateSystemSetting, async (request) => {
    const after = await db.inTenant(request.caller.tenantId, async (trx) => {
      const before = await readTenantSetting(trx);
      keepNumbersIn(request.caller, before, request.body);
      const { accountId } = request.caller;
      const { time_zone, version, ...changed } = request.body;
      const { time_zone: _, version: __, ...stored } = before;
      // Only what was sent is written, so that two people who change different settings do not undo each other.
      const { numInsertedOrUpdatedRows: written } = await trx
        .insertInto('system_setting')
        .values({ ...stored, ...changed, updated_by: accountId })
        .onConflict((row) =>
          row
            .column('tenant_id')
            .doUpdateSet((current) => ({
              ...changed,
              updated_by: accountId,
              updated_at: new Date(now()),
              version: current(current.ref('system_setting.version'), '+', 1),
            }))
            .where((row) => (version === undefined ? row.lit(true) : row('system_setting.version', '=', version))),
        )
        .executeTakeFirst();
      if (written === 0n) throw Problem.conflict(await readTenantSetting(trx));
      if (time_zone !== undefined) {
        await trx
          .updateTable('tenant')
          .set({ time_zone, updated_at: new Date(now()) })
          .execute();
      }
      const saved = await readTenantSetting(trx);
      const entry = { action: 'update', subject: 'system_setting', subjectId: request.caller.tenantId };
      await audit(trx, actorOf(request), { ...entry, before, after: saved });
      return saved;
    });
    await onChanged(request.caller.tenantId);
    if (request.body.phone_origins !== undefined) onPages(request.caller.tenantId);
    return after;
  }),

  route(paymentCheck, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const features = await trx
        .selectFrom('feature')
        .orderBy('date_expired')
        .select(['feature_name_data', 'date_expired'])
        .execute();
      const { trial_until } = await trx.selectFrom('tenant').select('trial_until').executeTakeFirstOrThrow();
      const data = features.map((feature) => {
        const days_left = Math.ceil((feature.date_expired.getTime() - now()) / dayMs);
        return { ...feature, days_left, state: stateOf(days_left) };
      });
      return { data, trial_until, expired: data.some(({ state }) => state === 'expired') };
    }),
  ),
];

/** All numbers of callers go to the company's CRM: only who sees them in full says where that is. */
function keepNumbersIn(
  caller: Caller,
  before: KeptSetting,
  changed: RequestOf<typeof updateSystemSetting>['body'],
): void {
  if (seesFullNumbers(caller)) return;
  for (const field of ['crm_lookup_url', 'crm_page_url'] as const) {
    if (changed[field] === undefined || changed[field] === before[field]) continue;
    throw Problem.invalid({ [field]: 'Chỉ người xem được số đầy đủ mới đổi được, vì số của khách được gửi tới đó' });
  }
}
