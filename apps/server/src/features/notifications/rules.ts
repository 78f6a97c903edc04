import { matchTimeGroup } from '@alo/calendar';
import { type NotificationKind, type NotificationRules, notificationRules, type Telling } from '@alo/contract';

import type { Trx } from '../../db/database.ts';

/** What somebody has chosen; everything on the screen, and no quiet hours, until they have. */
export async function readRules(trx: Trx, accountId: string): Promise<NotificationRules> {
  const row = await trx
    .selectFrom('notification_rule')
    .where('account_id', '=', accountId)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) return { rules: {}, quiet: null };
  const { rules, quiet_from: from, quiet_to: to, quiet_weekdays: weekdays } = row;
  return notificationRules.parse({ rules, quiet: from === null || to === null ? null : { from, to, weekdays } });
}

export async function writeRules(trx: Trx, accountId: string, { rules, quiet }: NotificationRules): Promise<void> {
  const values = {
    rules: JSON.stringify(rules),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    quiet_weekdays: quiet?.weekdays ?? [],
  };
  await trx
    .insertInto('notification_rule')
    .values({ account_id: accountId, ...values })
    .onConflict((row) => row.columns(['tenant_id', 'account_id']).doUpdateSet(values))
    .execute();
}

export const tellingOf = ({ rules }: NotificationRules, kind: NotificationKind): Telling => rules[kind] ?? 'screen';

/** Whether nothing is to show by itself at this moment, by the clock on the company's wall. */
export function isQuiet({ quiet }: NotificationRules, now: number, timeZone: string): boolean {
  if (quiet === null) return false;
  const slot = { ...quiet, daysOfMonth: [], months: [], dates: [] };
  return matchTimeGroup({ name: '', slots: [slot] }, now, timeZone).slot !== null;
}
