import { isAllowed, permissions } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { LiveHub } from '../../live/live-hub.ts';
import { notMissed } from './calls-for-me.ts';
import { remindedBetween } from './reminders.ts';
import { toldOfScores } from './scores.ts';
import { toldOfSwaps } from './shift-swaps.ts';
import { neededFor } from './system-troubles.ts';

const word = {};

/** Tells people's consoles that their bell has something new; what it is they read as whoever they are. */
export function bellAnnouncer({
  db,
  live,
  onError,
}: {
  db: Pick<Db, 'inTenant'>;
  live: Pick<LiveHub, 'publish' | 'isWatched'>;
  onError: (error: unknown) => void;
}) {
  const tell = (tenantId: string, whether: (caller: Caller) => boolean) =>
    live.publish(tenantId, 'notified', (caller) => (whether(caller) ? word : undefined));
  const people = async (tenantId: string, ids: Promise<readonly { id: string }[]>) => {
    const told = new Set((await ids).map(({ id }) => id));
    if (told.size > 0) tell(tenantId, ({ accountId }) => told.has(accountId));
  };
  /** Nothing is read for nobody. */
  const watched =
    (work: (tenantId: string, ids: readonly string[]) => Promise<void>) =>
    (tenantId: string, ids: readonly string[]): void => {
      if (live.isWatched(tenantId)) void work(tenantId, ids).catch(onError);
    };

  return {
    /** The history has these conversations: some rang in vain, some found one busy, some left a message. */
    calls: watched((tenantId, callIds) =>
      people(
        tenantId,
        db.inTenant(tenantId, async (trx) => {
          // From the calls to the people, step by step: joined, all extensions are compared with all people where PostgreSQL has
          // not counted either yet.
          const { rows } = await sql<{ id: string }>`
            select account.id from account where account.extension = any (array(
              select leg.extension from leg
                where leg.call_id = any (${[...callIds]}::uuid[]) and leg.side = 'dialled' and leg.ringing_at is not null
                  and leg.answered_at is null and exists (select from call
                    where call.id = leg.call_id and call.started_at = leg.call_started_at and call.status <> all (${[...notMissed]}))
              union
              select call.dialled from call
                where call.id = any (${[...callIds]}::uuid[]) and call.status = 'busy' and call.direction = 'internal'
              union
              select extension.number from extension
                where extension.otherwise_kind = 'voicemail' and extension.otherwise_value = any (array(
                  select recording.voicemail_box_id from recording
                    where recording.call_id = any (${[...callIds]}::uuid[]) and recording.kind = 'message'
                      and recording.state = 'ready'))))`.execute(trx);
          return rows;
        }),
      ),
    ),

    /** Jobs have changed: some have come to their end. */
    jobs: watched((tenantId, jobIds) =>
      people(
        tenantId,
        db.inTenant(tenantId, (trx) =>
          trx
            .selectFrom('job')
            .where('id', 'in', [...jobIds])
            .where('state', 'in', ['done', 'failed'])
            .select('account_id as id')
            .execute(),
        ),
      ),
    ),

    /** Scores were given, answered or decided, or calls wait to be scored. */
    scores: watched(async (tenantId, ids) => {
      const { people: concerned, deciders } = await db.inTenant(tenantId, (trx) => toldOfScores(trx, ids));
      const told = new Set(concerned);
      if (told.size === 0 && !deciders) return;
      tell(tenantId, ({ accountId, role }) => told.has(accountId) || (deciders && isAllowed(role, 'quality.decide')));
    }),

    /** Shifts were offered, taken or decided. */
    swaps: watched(async (tenantId, ids) => {
      const { people: concerned, planners } = await db.inTenant(tenantId, (trx) => toldOfSwaps(trx, ids));
      const told = new Set(concerned);
      tell(tenantId, ({ accountId, role }) => told.has(accountId) || (planners && isAllowed(role, 'roster.update')));
    }),

    /** The time of promises and tasks has come between two moments. */
    reminders: (tenantId: string, after: Date, until: Date): void => {
      const due = db.inTenant(tenantId, (trx) => remindedBetween(trx, after, until));
      people(tenantId, due).catch(onError);
    },

    /** A notice was put up, or without one, trunks or limits have something to say. */
    notices: watched(async (tenantId, [noticeId]) => {
      if (noticeId === undefined) {
        tell(tenantId, ({ role }) => isAllowed(role, neededFor.trunk) || isAllowed(role, neededFor.limit));
        return;
      }
      const notice = await db.inTenant(tenantId, (trx) =>
        trx.selectFrom('notice').where('id', '=', noticeId).select('permission').executeTakeFirst(),
      );
      const permission = permissions.find((one) => one === notice?.permission);
      if (permission !== undefined) tell(tenantId, ({ role }) => isAllowed(role, permission));
    }),
  };
}
