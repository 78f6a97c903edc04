import { isAllowed } from '@alo/contract';
import type { Db } from '../../db/database.ts';
import { callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import { fullNumbers, maskedNumbers, type NumberView } from '../../domain/number-view.ts';
import { readSystemSetting } from '../../domain/system-setting.ts';
import type { LiveHub } from '../../live/live-hub.ts';

/**
 * Tells a tenant's listeners of conversations that have changed, by their row as it is stored now. Changes of one
 * conversation that come while an earlier one is being told are told once.
 */
export function callAnnouncer({
  db,
  live,
  onError,
}: {
  db: Db;
  live: Pick<LiveHub, 'publish'>;
  onError: (error: unknown) => void;
}) {
  const due = new Map<string, Set<string>>();
  const telling = new Set<string>();

  async function tell(tenantId: string): Promise<void> {
    telling.add(tenantId);
    try {
      for (let ids = due.get(tenantId); ids !== undefined; ids = due.get(tenantId)) {
        due.delete(tenantId);
        const chosen = [...ids];
        const { records, setting } = await db.inTenant(tenantId, async (trx) => ({
          records: await recordsOf(trx, () => callKeys(trx).where('call.id', 'in', chosen)).execute(),
          setting: await readSystemSetting(trx),
        }));
        const masked = maskedNumbers(setting.position_hidden_phone_customer);
        for (const record of records) {
          const shown = (view: NumberView) => presentCall(record, view);
          const [inFull, inPart] = [
            shown(fullNumbers),
            shown(setting.hidden_phone_customer === 1 ? masked : fullNumbers),
          ];
          live.publish(tenantId, 'call-changed', ({ role }) =>
            isAllowed(role, 'customer.full-phone') ? inFull : inPart,
          );
        }
      }
    } catch (error) {
      // What is lost shows at the call's next change, or when somebody looks.
      onError(error);
    } finally {
      telling.delete(tenantId);
    }
  }

  return (tenantId: string, callIds: readonly string[]): void => {
    const gathered = due.get(tenantId) ?? new Set();
    for (const id of callIds) gathered.add(id);
    due.set(tenantId, gathered);
    if (!telling.has(tenantId)) void tell(tenantId);
  };
}
