import { isAllowed, notifications, readNotifications, updateSystemSetting } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import { recentAlarms } from './alarms.ts';
import { readBell } from './bell.ts';

const noNews = (): DiskReport => ({ state: 'ok', since: 0, words: '' });

export const notificationRoutes = (db: Db, now: () => number, disk = noNews): Route[] => [
  route(notifications, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { unread, calls, readAt } = await readBell(trx, caller, now());
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
      // Those who may change the system are who can do something about it.
      if (!isAllowed(caller.role, updateSystemSetting.access)) return { unread, data };
      const { words, since } = disk();
      const full = words === '' ? [] : [{ id: 'disk', text: words, at: new Date(since) }];
      const notices = [...full, ...(await recentAlarms(trx, now()))].map((notice) => ({
        ...notice,
        kind: 'system' as const,
        call_id: null,
        read: notice.at <= readAt,
      }));
      return { unread: unread + notices.filter(({ read }) => !read).length, data: [...notices, ...data] };
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
