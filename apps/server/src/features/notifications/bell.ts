import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';

export const shownDays = 7;
const shownAtMost = 50;

/** A person's missed calls, newest first, and how many of them they have not seen. `now` is in milliseconds. */
export async function readBell(trx: Trx, person: Pick<Caller, 'accountId' | 'extension'>, now: number) {
  const missed = await missedCalls(trx, person.extension, new Date(now - shownDays * 86_400_000));
  const readAt = await readUpTo(trx, person.accountId);
  const calls = missed.map((call) => ({ ...call, read: call.started_at <= readAt }));
  return { unread: calls.filter(({ read }) => !read).length, calls, readAt };
}

/**
 * Outcomes of which nobody has to be told: one that a colleague answered was not missed, and of a customer who wants to be
 * called back the queue takes care.
 */
export const notMissed = ['in_progress', 'answered', 'callback'] as const;

/** Conversations that rang at the person's phone and that nobody took. */
async function missedCalls(trx: Trx, extension: string | null, since: Date) {
  if (extension === null) return [];
  return trx
    .selectFrom('call')
    .where('call.started_at', '>', since)
    .where('call.status', 'not in', notMissed)
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
