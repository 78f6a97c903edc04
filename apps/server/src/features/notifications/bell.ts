import type { NotificationItem } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { numberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import { messagesInBox, missedCalls } from './calls-for-me.ts';
import { aboutNoCall, type BellNotice } from './notice.ts';
import { reminders } from './reminders.ts';
import { isQuiet, readRules, tellingOf } from './rules.ts';
import { scoresOf } from './scores.ts';
import { swapsOfBell } from './shift-swaps.ts';
import { systemTroubles } from './system-troubles.ts';

const shownMs = 7 * 86_400_000;

/** What a person's bell tells, newest first, and how much of it they have not seen. `now` is in milliseconds. */
export async function readBell(
  trx: Trx,
  caller: Caller,
  { now, disk }: { now: number; disk: DiskReport },
): Promise<{ unread: number; data: (Omit<NotificationItem, 'at'> & { at: Date })[] }> {
  const since = new Date(now - shownMs);
  const view = await numberView(trx, caller);
  const chosen = await readRules(trx, caller.accountId);
  const { time_zone } = await trx.selectFrom('tenant').select('time_zone').executeTakeFirstOrThrow();
  const quiet = isQuiet(chosen, now, time_zone);
  const readAt = await readUpTo(trx, caller.accountId);
  const left = await messagesInBox(trx, caller, { since, view });
  const withMessage = new Set(left.map(({ call_id }) => call_id));
  const all = [
    // Who left a message is told of once.
    ...(await missedCalls(trx, caller, { since, view })).filter(({ call_id }) => !withMessage.has(call_id)),
    ...left,
    ...(await reminders(trx, caller.accountId, { since, now: new Date(now), view })),
    ...(await scoresOf(trx, caller, since)),
    ...(await swapsOfBell(trx, caller, since)),
    ...(await finishedJobs(trx, caller, since)),
    ...(await systemTroubles(trx, caller, disk, { now, since })),
  ];
  const data = all
    .filter(({ kind }) => tellingOf(chosen, kind) !== 'off')
    .map((one) => ({
      ...one,
      read: one.at <= readAt,
      on_screen: !quiet && tellingOf(chosen, one.kind) === 'screen',
    }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return { unread: data.filter(({ read }) => !read).length, data };
}

/** Work of the person's that has come to its end without them. */
async function finishedJobs(trx: Trx, { accountId }: Caller, since: Date): Promise<BellNotice[]> {
  const rows = await trx
    .selectFrom('job')
    .where('account_id', '=', accountId)
    // What was done in a request, as rows are deleted by hand, was seen to be done.
    .where('run', '>', 0)
    .where('state', 'in', ['done', 'failed'])
    .where('finished_at', '>', since)
    .select(['id', 'title', 'state', 'finished_at as at'])
    .orderBy('finished_at', 'desc')
    .limit(20)
    .execute();
  return rows.flatMap(({ id, title, state, at }) =>
    at === null
      ? []
      : [
          {
            ...aboutNoCall,
            id,
            at,
            kind: 'job' as const,
            text: `${title}: ${state === 'done' ? 'đã xong' : 'thất bại'}`,
          },
        ],
  );
}

async function readUpTo(trx: Trx, accountId: string): Promise<Date> {
  const mark = await trx
    .selectFrom('notification_read')
    .where('account_id', '=', accountId)
    .select('read_at')
    .executeTakeFirst();
  return mark?.read_at ?? new Date(0);
}
