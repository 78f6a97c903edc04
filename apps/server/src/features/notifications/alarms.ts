import type { Trx } from '../../db/database.ts';

const shownDays = 7;
const shownAtMost = 20;

/** What calls have run into lately: limits, what looks like fraud. Newest first. `now` is in milliseconds. */
export async function recentAlarms(trx: Trx, now: number) {
  const rows = await trx
    .selectFrom('call_alarm')
    .where('last_at', '>', new Date(now - shownDays * 86_400_000))
    .select(['kind', 'subject', 'since', 'last_at', 'count', 'words'])
    .orderBy('last_at', 'desc')
    .limit(shownAtMost)
    .execute();
  return rows.map(({ kind, subject, since, last_at: at, count, words }) => ({
    id: `${kind} ${subject} ${since.getTime()}`,
    text: `${kind === 'fraud' ? 'Dấu hiệu gian lận cước: ' : ''}${words}${count > 1 ? ` (${count} lần)` : ''}`,
    at,
  }));
}
