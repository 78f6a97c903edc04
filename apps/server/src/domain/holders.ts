import { type RawBuilder, type SqlBool, sql } from 'kysely';

import { isCallOf } from './calls-of.ts';

/** The extensions that people have or had, as rows of `extension_holder`; `whose` are accounts, as a condition on `account`. */
export const heldBy = (whose: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`select held.* from extension_holder as held join account on account.id = held.account_id where ${whose}`;

/** Whether an extension was theirs at a time. */
export function wasTheirs(
  whose: RawBuilder<SqlBool>,
  extension: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql`(${extension} = any(${everHeld(whose)}) and (${extension} <> all(${heldForATime(whose)})
    or exists (select from (${heldBy(whose)}) as held where held.extension = ${extension} and ${isWithin(at)})))`;
}

/** The calls of people, as a condition on `call`: those of the extensions that they had as the call began. */
export const isCallOfPeople = (whose: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql`(
  ${isCallOf(everHeld(whose))} and (not ${isCallOf(heldForATime(whose))}
    or exists (select from (${heldBy(whose)}) as held
      where ${isWithin(sql`call.started_at`)} and ${isCallOf(sql`array[held.extension]`)})))`;

const isWithin = (at: RawBuilder<unknown>) => sql`${at} >= held.from_at and ${at} < held.to_at`;

const everHeld = (whose: RawBuilder<SqlBool>) => sql`array(select extension from (${heldBy(whose)}) as held)`;

/** Those that somebody else had, too: of nearly all extensions it is enough to know whose they are. */
const heldForATime = (whose: RawBuilder<SqlBool>) => sql`array(
  select extension from (${heldBy(whose)}) as held where from_at <> '-infinity' or to_at <> 'infinity')`;

/** The keys of calls of extensions in times, as rows of `extension_holder`. */
export const callsHeld = (held: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select its.id, its.started_at from (${held}) as held cross join lateral (
    select id, started_at from call where from_extension = held.extension and ${isWithin(sql`started_at`)}
    union
    select id, started_at from call where to_extension = held.extension and ${isWithin(sql`started_at`)}
    union
    select call_id, call_started_at from call_segment
      where joined and call_segment.extension = held.extension and ${isWithin(sql`call_started_at`)}
  ) as its`;
