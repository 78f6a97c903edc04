import { type RawBuilder, type SqlBool, sql } from 'kysely';

import { type CallsSought, callsOf, isCallOf, isHeldAt } from './calls-of.ts';

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
    or exists (select from (${heldBy(whose)}) as held where held.extension = ${extension} and ${isHeldAt(at)})))`;
}

/** The calls of people, as a condition on `call`: those of the extensions that they had as the call began. */
export const isCallOfPeople = (whose: RawBuilder<SqlBool>): RawBuilder<SqlBool> => sql`(
  ${isCallOf(everHeld(whose))} and (not ${isCallOf(heldForATime(whose))}
    or exists (select from (${heldBy(whose)}) as held
      where ${isHeldAt(sql`call.started_at`)} and ${isCallOf(sql`array[held.extension]`)})))`;

const everHeld = (whose: RawBuilder<SqlBool>) => sql`array(select extension from (${heldBy(whose)}) as held)`;

/** Those that somebody else had, too: of nearly all extensions it is enough to know whose they are. */
const heldForATime = (whose: RawBuilder<SqlBool>) => sql`array(
  select extension from (${heldBy(whose)}) as held where from_at <> '-infinity' or to_at <> 'infinity')`;

/** The keys of the calls of people by extensions that they had then, all of them or some; found as `callsOf` finds them. */
export const callsOfPeople = (
  whose: RawBuilder<SqlBool>,
  { held = heldBy(whose), ...sought }: CallsSought & { readonly held?: RawBuilder<unknown> } = {},
): RawBuilder<unknown> => callsOf(held, (extension, at) => wasTheirs(whose, extension, at), sought);
