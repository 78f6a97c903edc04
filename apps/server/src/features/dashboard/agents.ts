import type { dashboard } from '@alo/contract';
import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { Window } from '../../domain/call-sums.ts';
import { endOf, type PhoneState, presenceOf, whyPaused } from '../../domain/presence.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { deedsAtEdges, deedsIn } from './summed.ts';

export type Agent = z.input<typeof dashboard.result>['agents'][number];

interface Deeds {
  readonly answered: number;
  readonly missed: number;
  readonly talk_ms: number;
}

/** Everybody with an extension whose calls the caller sees, and what they did in the window. */
export const readAgents = (trx: Trx, window: Window, caller: Caller) =>
  trx
    .with(
      (cte) => cte('edge').materialized(),
      (db) => db.selectFrom(sql<Deeds & { extension: string }>`${deedsAtEdges(window)}`.as('one')).selectAll(),
    )
    .selectFrom('account')
    .innerJoinLateral(
      sql<{ answered: number; missed: number; talkMs: number }>`(
        select coalesce(sum(answered), 0)::bigint as answered, coalesce(sum(missed), 0)::bigint as missed,
          coalesce(sum(talk_ms), 0)::bigint as "talkMs" from ${deedsIn(window)} as one)`.as('deed'),
      (join) => join.onTrue(),
    )
    .where('account.extension', 'is not', null)
    .where('account.active', '=', true)
    .where(accountInReach(reachOf(caller)))
    .select([
      'account.name',
      'account.status_activity',
      'account.status_reason',
      sql<string>`account.extension`.as('extension'),
      'deed.answered',
      'deed.missed',
      'deed.talkMs',
    ])
    .orderBy('account.extension');

export const presentAgents = (
  people: InferResult<ReturnType<typeof readAgents>>,
  phones: ReadonlyMap<string, PhoneState>,
): Agent[] =>
  people.map(({ extension, name, status_activity: activity, status_reason: reason, answered, missed, talkMs }) => {
    const phone = phones.get(extension);
    const state = presenceOf(activity, phone);
    return {
      extension,
      name,
      state,
      until: endOf(state, phone),
      note: whyPaused(state, reason, phone),
      answered,
      rang_unanswered: missed,
      talk_seconds: Math.round(talkMs / 1_000),
    };
  });
