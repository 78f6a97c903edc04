import type { dashboard } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { type PhoneState, presenceOf } from '../../domain/presence.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import { accountInReach } from '../../resource/scope.ts';
import type { Window } from './windows.ts';

export type Agent = z.input<typeof dashboard.result>['agents'][number];

/** Everybody with an extension whose calls the caller sees, and what they did in the window. */
export async function readAgents(
  trx: Trx,
  { from, to }: Window,
  caller: Caller,
  phonesOf: (extensions: readonly string[]) => Promise<ReadonlyMap<string, PhoneState>>,
): Promise<Agent[]> {
  const people = await trx
    .selectFrom('account')
    .where('extension', 'is not', null)
    .where('active', '=', true)
    .where(accountInReach(reachOf(caller)))
    .select(['name', 'status_activity', sql<string>`extension`.as('extension')])
    .orderBy('extension')
    .execute();
  const talked = await trx
    .selectFrom('call')
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where('status', '=', 'answered')
    .groupBy('agent_extension')
    .select(['agent_extension', sql<number>`count(*)`.as('answered'), sql<number>`sum(talk_ms)::bigint`.as('talkMs')])
    .execute();
  const missed = await trx
    .selectFrom('leg')
    .innerJoin('call', (join) =>
      join.onRef('call.id', '=', 'leg.call_id').onRef('call.started_at', '=', 'leg.call_started_at'),
    )
    .where('leg.call_started_at', '>=', from)
    .where('leg.call_started_at', '<', to)
    .where('leg.side', '=', 'dialled')
    .where('leg.ringing_at', 'is not', null)
    .where('call.status', 'not in', ['in_progress', 'answered'])
    .groupBy('leg.extension')
    .select(['leg.extension', sql<number>`count(distinct leg.call_id)`.as('missed')])
    .execute();

  const phones = await phonesOf(people.map(({ extension }) => extension));
  const talkedBy = new Map(talked.map((row) => [row.agent_extension, row]));
  const missedBy = new Map(missed.map((row) => [row.extension, row.missed]));
  return people.map(({ extension, name, status_activity: activity }) => ({
    extension,
    name,
    state: presenceOf(activity, phones.get(extension)),
    answered: talkedBy.get(extension)?.answered ?? 0,
    missed: missedBy.get(extension) ?? 0,
    talk_seconds: Math.round((talkedBy.get(extension)?.talkMs ?? 0) / 1_000),
  }));
}
