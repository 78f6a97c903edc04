import { isAllowed, permissions } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { LiveHub } from '../../live/live-hub.ts';

/** Tells the bells of those whom a notice is for. */
export function noticeAnnouncer({
  db,
  live,
  onError,
}: {
  db: Pick<Db, 'inTenant'>;
  live: Pick<LiveHub, 'publish'>;
  onError: (error: unknown) => void;
}) {
  async function tell(tenantId: string, noticeId: string): Promise<void> {
    const found = await db.inTenant(tenantId, async (trx) => {
      const notice = await trx.selectFrom('notice').where('id', '=', noticeId).select('permission').executeTakeFirst();
      if (notice === undefined) return undefined;
      const { rows } = await sql<{ id: string; unread: number }>`select account.id, (select count(*) from notice
          where notice.permission = ${notice.permission} and notice.at > coalesce(mark.read_at, 'epoch')) as unread
        from account left join notification_read as mark on mark.account_id = account.id`.execute(trx);
      return { permission: notice.permission, unread: new Map(rows.map(({ id, unread }) => [id, unread])) };
    });
    const permission = permissions.find((one) => one === found?.permission);
    if (found === undefined || permission === undefined) return;
    live.publish(tenantId, 'notified', ({ role, accountId }) =>
      isAllowed(role, permission) ? { unread: found.unread.get(accountId) ?? 0 } : undefined,
    );
  }
  return (tenantId: string, [noticeId = '']: readonly string[]): void => void tell(tenantId, noticeId).catch(onError);
}
