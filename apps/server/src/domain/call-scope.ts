import { type InferResult, type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { type Place, type Reach, reachOf, type Seer } from '../kernel/reach.ts';
import { accountInReach } from '../resource/scope.ts';
import { preparedReach, type Within } from '../resource/within.ts';
import { wasTheirs } from './holders.ts';

/**
 * Whose a conversation is: who of ours placed it or talked in it, and, as long as nobody of ours has talked, whose phone rang.
 * What a colleague took is theirs, although it rang everywhere. A condition on `leg`.
 */
const takesPart = sql<boolean>`(leg.side = 'arrived' or leg.answered_at is not null
  or leg.ringing_at is not null and exists (select from call as rang
    where rang.id = leg.call_id and rang.started_at = leg.call_started_at and rang.agent_extension = ''))`;

/** The conversations that somebody sees, as a condition on `call`: the one place that says so, for everything made of calls. */
export const callsSeenBy = (caller: Seer): RawBuilder<SqlBool> => callsWithin(reachOf(caller));

/** The same of whoever has this reach. */
export function callsWithin(reach: Within): RawBuilder<SqlBool> {
  return reach.kind === 'all' ? sql`true` : sql`(call.id, call.started_at) in (${legsWithin(reach)})`;
}

// By the phones of the people, which are few: the index on a leg's extension brings their calls and nobody else's.
const legsWithin = (reach: Within) => sql`
  select leg.call_id, leg.call_started_at from leg
  where ${wasTheirs(accountInReach(reach), sql`leg.extension`, sql`leg.call_started_at`)} and ${takesPart}`;

interface Seen {
  readonly whose: string;
  readonly atMost: number;
}

/**
 * What `countSeen` is made of: how many conversations somebody sees who does not see everybody's, up to a limit. Counted as rows
 * of `call`, each would be looked for among the legs.
 */
export const seenUpTo = prepared((trx, { whose, atMost }: Placeholders<Seen>, kind: Reach['kind']) =>
  trx
    .selectFrom(
      sql<{ call_id: string }>`(${legsWithin(preparedReach(kind, whose))} limit ${legsForEach} * ${atMost}::int)`.as(
        'those',
      ),
    )
    .select([sql<number>`count(*)`.as('legs'), sql<number>`count(distinct call_id)`.as('calls')]),
);

/** Hardly any conversation has more than two legs of the same people. */
const legsForEach = 2;

/** Undefined where it is not found quickly. */
export function countSeen(found: InferResult<ReturnType<typeof seenUpTo>> = [], atMost: number): number | undefined {
  const { legs = 0, calls = 0 } = found[0] ?? {};
  return legs < legsForEach * atMost || calls >= atMost ? Math.min(calls, atMost) : undefined;
}

/** Who is concerned by a conversation: whose it is, and whose phone has rung though it is a colleague's now. */
export interface CallParties {
  readonly owners: readonly Place[];
  readonly rung: readonly Place[];
}

/** The same for conversations that are told of, to people of every scope at once. */
export async function concernedBy(
  trx: Trx,
  calls: readonly { readonly id: string; readonly started_at: Date }[],
): Promise<Map<string, CallParties>> {
  const { rows } = await sql<Place & { call: string; owns: boolean }>`
    select leg.call_id as call, bool_or(${takesPart}) as owns, account.id as "accountId", account.team_id as "teamId",
      account.department_id as "departmentId", department.branch_id as "branchId"
    from leg join account on account.extension = leg.extension left join department on department.id = account.department_id
    where leg.call_id = any (${calls.map(({ id }) => id)}::uuid[])
      and leg.call_started_at = any (${calls.map(({ started_at: at }) => at)}::timestamptz[])
    group by leg.call_id, account.id, account.team_id, account.department_id, department.branch_id`.execute(trx);
  const people = Map.groupBy(rows, ({ call }) => call);
  return new Map(
    calls.map(({ id }) => {
      const [owners, rung] = [true, false].map(
        (isOwner) => people.get(id)?.filter(({ owns }) => owns === isOwner) ?? [],
      );
      return [id, { owners: owners ?? [], rung: rung ?? [] }];
    }),
  );
}
