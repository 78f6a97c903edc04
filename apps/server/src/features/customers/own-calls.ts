import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';

/** Conversations with somebody outside in which the person at an extension has or had a part within the last hour, newest first. */
export const ownCallsOfLate = (trx: Trx, extension: string) =>
  trx
    .selectFrom('leg')
    .innerJoin('call', (join) =>
      join.onRef('call.id', '=', 'leg.call_id').onRef('call.started_at', '=', 'leg.call_started_at'),
    )
    .where('leg.extension', '=', extension)
    .where('leg.started_at', '>', sql<Date>`now() - interval '1 hour'`)
    // What only rang at one's phone was somebody else's.
    .where((leg) => leg.or([leg('leg.side', '=', 'arrived'), leg('leg.answered_at', 'is not', null)]))
    .where('call.outside_number', '<>', '')
    .orderBy('leg.started_at', 'desc')
    .select(['call.id', 'call.started_at', 'call.outside_number']);

/** The number outside of a conversation in which one had a part within the last day, as the history has it. */
export async function numberThen(
  trx: Trx,
  { extension }: Pick<Caller, 'extension'>,
  callId: string,
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('leg')
    .innerJoin('call', (join) =>
      join.onRef('call.id', '=', 'leg.call_id').onRef('call.started_at', '=', 'leg.call_started_at'),
    )
    .where('leg.call_id', '=', callId)
    .where('leg.extension', '=', extension)
    .where('call.started_at', '>', sql<Date>`now() - interval '1 day'`)
    .where('call.outside_number', '<>', '')
    .select('call.outside_number')
    .limit(1)
    .executeTakeFirst();
  return found?.outside_number;
}

/** Conversations of the last day with a number, whoever had them. */
export const callsOfLateWith = (trx: Trx, number: string) =>
  trx
    .selectFrom('call')
    .where('outside_number', '=', number)
    .where('started_at', '>', sql<Date>`now() - interval '1 day'`)
    .select('id');
