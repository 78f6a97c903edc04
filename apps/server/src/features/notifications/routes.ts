import { notifications, readNotifications } from '@alo/contract';

import type { Db, Trx } from '../../db/database.ts';
import { numberView } from '../../db/number-view.ts';
import type { Caller } from '../../http/caller.ts';
import { type Route, route } from '../../http/route.ts';

const shownDays = 7;
const shownAtMost = 50;

export const notificationRoutes = (db: Db, now: () => number): Route[] => [
  route(notifications, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const missed = await missedCalls(trx, caller, now());
      const readAt = await readUpTo(trx, caller.accountId);
      const view = await numberView(trx, caller);
      const data = missed.map((call) => {
        const number = call.direction === 'internal' ? call.from_extension : view.show(call.outside_number);
        return {
          id: call.id,
          kind: 'missed-call' as const,
          text: `Cuộc gọi nhỡ từ ${call.name ?? (number === '' ? 'số ẩn' : number)}`,
          at: call.started_at,
          call_id: call.id,
          read: call.started_at <= readAt,
        };
      });
      return { unread: data.filter(({ read }) => !read).length, data };
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

/** Conversations that rang at the person's phone and that nobody took: one that a colleague answered was not missed. */
async function missedCalls(trx: Trx, { extension }: Caller, now: number) {
  if (extension === null) return [];
  return trx
    .selectFrom('call')
    .where('call.started_at', '>', new Date(now - shownDays * 86_400_000))
    .where('call.status', 'not in', ['in_progress', 'answered'])
    .where((call) =>
      call.exists(
        call
          .selectFrom('leg')
          .whereRef('leg.call_id', '=', 'call.id')
          .whereRef('leg.call_started_at', '=', 'call.started_at')
          .where('leg.extension', '=', extension)
          .where('leg.side', '=', 'dialled')
          .where('leg.ringing_at', 'is not', null)
          .where('leg.answered_at', 'is', null)
          .select('leg.id'),
      ),
    )
    .leftJoin('customer_phone', 'customer_phone.e164', 'call.outside_number')
    .leftJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .select(['call.id', 'call.started_at', 'call.direction', 'call.outside_number', 'call.from_extension'])
    .select('customer.name')
    .orderBy('call.started_at', 'desc')
    .limit(shownAtMost)
    .execute();
}

async function readUpTo(trx: Trx, accountId: string): Promise<Date> {
  const mark = await trx
    .selectFrom('notification_read')
    .where('account_id', '=', accountId)
    .select('read_at')
    .executeTakeFirst();
  return mark?.read_at ?? new Date(0);
}
