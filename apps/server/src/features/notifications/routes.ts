import { notifications, readNotifications } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import { readBell } from './bell.ts';

export const notificationRoutes = (db: Db, now: () => number): Route[] => [
  route(notifications, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { unread, calls } = await readBell(trx, caller, now());
      const view = await numberView(trx, caller);
      const data = calls.map((call) => {
        const number = call.direction === 'internal' ? call.from_extension : view.show(call.outside_number);
        return {
          id: call.id,
          kind: 'missed-call' as const,
          text: `Cuộc gọi nhỡ từ ${call.name ?? (number === '' ? 'số ẩn' : number)}`,
          at: call.started_at,
          call_id: call.id,
          read: call.read,
        };
      });
      return { unread, data };
    }),
  ),

  route(readNotifications, async ({ caller }) => {
    const readAt = new Date(now());
    await db.inTenant(caller.tenantId, (trx) =>
      trx
        .insertInto('notification_read')
        .values({ account_id: caller.accountId, read_at: readAt })
        .onConflict((row) => row.columns(['tenant_id', 'account_id']).doUpdateSet({ read_at: readAt }))
        .execute(),
    );
    return {};
  }),
];
