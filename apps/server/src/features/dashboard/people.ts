import type { dashboard } from '@alo/contract';
import { type InferResult, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { endOf, type PhoneState, presenceOf } from '../../domain/presence.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import { deedsIn } from './summed.ts';
import type { Window } from './windows.ts';

export type Agent = z.input<typeof dashboard.result>['agents'][number];

/** Everybody with an extension whose calls the caller sees, and what they did in the window. */
export const readAgents = (trx: Trx, window: Window, caller: Caller) =>
  trx
    .with('deed', (db) =>
      db
        .selectFrom(
          sql<{ extension: string; answered: number; missed: number; talk_ms: number }>`${deedsIn(window)}`.as<'one'>(
            sql`one`,
          ),
        )
        .groupBy('extension')
        .select([
          'extension',
          sql<number>`sum(answered)::bigint`.as('answered'),
          sql<number>`sum(missed)::bigint`.as('missed'),
          sql<number>`sum(talk_ms)::bigint`.as('talkMs'),
        ]),
    )
    .selectFrom('account')
    .leftJoin('deed', 'deed.extension', 'account.extension')
    .where('account.extension', 'is not', null)
    .where('account.active', '=', true)
    .where(accountInReach(reachOf(caller)))
    .select([
      'account.name',
      'account.status_activity',
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
  people.map(({ extension, name, status_activity: activity, answered, missed, talkMs }) => {
    const phone = phones.get(extension);
    const state = presenceOf(activity, phone);
    return {
      ...{ extension, name, state, until: endOf(state, phone) },
      answered: answered ?? 0,
      missed: missed ?? 0,
      talk_seconds: Math.round((talkMs ?? 0) / 1_000),
    };
  });
