import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { ValueOrPlaceholder } from '../db/prepared.ts';

interface Span {
  readonly from?: ValueOrPlaceholder<Date> | undefined;
  readonly to?: ValueOrPlaceholder<Date> | undefined;
}

/** A row of `recording` of which it is known who spoke when; as its index has it. */
export const isHeard = (recording: string): RawBuilder<SqlBool> => sql`${sql.ref(`${recording}.heard`)} = 'done'`;

/** Whose call began in a time, open where nothing is said. */
export const beganInSpan = (recording: string, { from, to }: Span): RawBuilder<SqlBool> => sql`
  ${sql.ref(`${recording}.call_started_at`)} >= coalesce(${from ?? null}, '-infinity'::timestamptz)
    and ${sql.ref(`${recording}.call_started_at`)} < coalesce(${to ?? null}, 'infinity'::timestamptz)`;

/** Calls with somebody outside of which it is known, as a condition on `call`. */
export const isMeasured = (span: Span): RawBuilder<SqlBool> => sql`call.direction <> 'internal'
  and (call.id, call.started_at) in (select heard.call_id, heard.call_started_at from recording as heard
    where ${isHeard('heard')} and ${beganInSpan('heard', span)})`;
