import {
  getNotificationRules,
  notificationKind,
  notifications,
  readNotifications,
  setNotificationRules,
} from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import { readBell } from './bell.ts';
import { readRules, writeRules } from './rules.ts';
import { mayHear } from './system-troubles.ts';

const noNews = (): DiskReport => ({ state: 'ok', since: 0, words: '' });

export const notificationRoutes = (db: Db, now: () => number, disk = noNews): Route[] => [
  route(notifications, ({ caller }) =>
    db.inTenant(caller.tenantId, (trx) => readBell(trx, caller, { now: now(), disk: disk() })),
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

  route(getNotificationRules, async ({ caller }) => ({
    ...(await db.inTenant(caller.tenantId, (trx) => readRules(trx, caller.accountId))),
    kinds: notificationKind.options.filter((kind) => mayHear(caller, kind)),
  })),

  route(setNotificationRules, async ({ caller, body }) => {
    await db.inTenant(caller.tenantId, (trx) => writeRules(trx, caller.accountId, body));
    return body;
  }),
];
