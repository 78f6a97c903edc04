import { type CallEvent, callEvents, unservedStatuses } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export const isCallEvent = (event: string): event is CallEvent => callEvents.some((one) => one === event);

const unserved = Object.keys(unservedStatuses);

const hasWhole = (kind: 'conversation' | 'message') => sql<SqlBool>`exists (
  select from recording where recording.call_id = call.id and recording.call_started_at = call.started_at
    and recording.kind = ${kind} and recording.state = 'ready')`;

/** Whether an event has happened in a row of `call`, since a webhook is there. */
export const hasHappened: { readonly [E in CallEvent]: (since: Date) => RawBuilder<SqlBool> } = {
  'call.started': (since) => sql`call.started_at > ${since}`,
  'call.answered': (since) => sql`call.answered_at > ${since}`,
  'call.ended': (since) => sql`call.ended_at > ${since}`,
  // A bot that tries the product, a survey or a code is nobody whom somebody should have served.
  'call.missed': (since) =>
    sql`call.ended_at > ${since} and call.direction = 'inbound' and call.status = any (${unserved}::text[])
      and call.purpose not in ('survey', 'otp', 'test')`,
  'call.voicemail': (since) => sql`call.ended_at > ${since} and ${hasWhole('message')}`,
  'call.recorded': (since) => sql`call.ended_at > ${since} and ${hasWhole('conversation')}`,
};
