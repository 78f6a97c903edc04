import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';
import { beganIn, type CallsSought } from './calls-of.ts';

/** A row of `call_segment` in which one of ours talks because another handed the call on; as its index has it. */
export const isTakenOver = (segment: string): RawBuilder<SqlBool> => sql`${sql.ref(`${segment}.how`)} = 'transfer'`;

/** The calls that were handed on, or those of them that an extension took over, as a condition on `call`. */
export const isHandedOn = ({
  receiver,
  ...span
}: Pick<CallsSought, 'from' | 'to'> & {
  readonly receiver?: ValueOrPlaceholder<string> | undefined;
}): RawBuilder<SqlBool> =>
  sql`(call.id, call.started_at) in (
    select handed.call_id, handed.call_started_at from call_segment as handed
    where ${isTakenOver('handed')} and ${receiver === undefined ? sql`true` : sql`handed.extension = ${receiver}`}
      and ${beganIn(span)})`;
