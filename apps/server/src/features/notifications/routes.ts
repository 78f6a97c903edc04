import { isAllowed, notifications, readNotifications, updateSystemSetting } from '@alo/contract';

import type { Db, Trx } from '../../db/database.ts';
import { noticesFor } from '../../domain/notices.ts';
import { numberView } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import { recentAlarms } from './alarms.ts';
import { readBell, shownDays } from './bell.ts';

const noNews = (): DiskReport => ({ state: 'ok', since: 0, words: '' });

export function notificationRoutes(db: Db, now: () => number, disk = noNews): Route[] {
  /** Those who may change the system are who can do something about it. */
  async function troubles(trx: Trx, { role }: Caller) {
    if (!isAllowed(role, updateSystemSetting.access)) return [];
    const { words, since } = disk();
    const full = words === '' ? [] : [{ id: 'disk', text: words, at: new Date(since) }];
    return [...full, ...(await recentAlarms(trx, now()))];
  }

  return [
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
        const told = await noticesFor(trx, caller, new Date(now() - shownDays * 86_400_000));
        const notices = [...(await troubles(trx, caller)), ...told].map((one) => ({
          ...{ id: one.id, kind: 'system' as const, text: one.text, at: one.at, call_id: null, read: one.at <= readAt },
        }));
        const all = [...notices, ...data].toSorted((a, b) => b.at.getTime() - a.at.getTime());
        return { unread: unread + notices.filter(({ read }) => !read).length, data: all };
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
}
