import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { LiveHub } from '../../live/live-hub.ts';
import { notMissed, readBell } from './bell.ts';

/** Tells people's bells of conversations that rang at their phone and that nobody took. */
export function missedCallAnnouncer({
  db,
  live,
  onError,
}: {
  db: Db;
  live: Pick<LiveHub, 'publish'>;
  onError: (error: unknown) => void;
}) {
  async function tell(tenantId: string, callIds: readonly string[]): Promise<void> {
    const unread = await db.inTenant(tenantId, async (trx) => {
      const people = await trx
        .selectFrom('leg')
        .innerJoin('call', (join) =>
          join.onRef('call.id', '=', 'leg.call_id').onRef('call.started_at', '=', 'leg.call_started_at'),
        )
        .innerJoin('account', 'account.extension', 'leg.extension')
        .where('leg.call_id', 'in', [...callIds])
        .where('leg.side', '=', 'dialled')
        .where('leg.ringing_at', 'is not', null)
        .where('leg.answered_at', 'is', null)
        .where('call.status', 'not in', notMissed)
        .distinct()
        .select(['account.id', sql<string>`account.extension`.as('extension')])
        .execute();
      const bells = new Map<string, { unread: number }>();
      for (const { id, extension } of people) {
        const bell = await readBell(trx, { accountId: id, extension }, Date.now());
        bells.set(id, { unread: bell.unread });
      }
      return bells;
    });
    if (unread.size > 0) live.publish(tenantId, 'notified', ({ accountId }) => unread.get(accountId));
  }
  return (tenantId: string, callIds: readonly string[]): void => void tell(tenantId, callIds).catch(onError);
}
