import { type Cause, outcomeWords, refusalStatus } from '@alo/call-core';
import { reasonHeader, refusalFor } from '@alo/engine';

/** A call to somebody outside that reached nobody, as three are told of it who never ask each other. */
export interface RefusedCall {
  readonly cause: Cause;
  /** The phone that called, by SIP: the final response, and its `Reason`. */
  readonly sip: { readonly status: number; readonly reason: string };
  /** The history: status and cause of the row. */
  readonly row: { readonly status: ReturnType<typeof refusalStatus>; readonly cause: Cause };
  /** The decision trace, in words. */
  readonly trace: string;
}

/** One for each cause that there is. */
export const refusedCalls: readonly RefusedCall[] = everyCause().map((cause) => {
  const status = cause === 'blocked' ? cause : refusalStatus({ direction: 'outbound' }, cause);
  return {
    cause,
    sip: { status: refusalFor(cause).status, reason: reasonHeader(cause) },
    row: { status, cause },
    trace: outcomeWords({ status, cause, direction: 'outbound', endedBy: 'system' }),
  };
});

function everyCause(): readonly Cause[] {
  const all: { readonly [C in Cause]: C } = {
    normal: 'normal',
    busy: 'busy',
    'no-answer': 'no-answer',
    rejected: 'rejected',
    cancelled: 'cancelled',
    asleep: 'asleep',
    'no-response': 'no-response',
    limit: 'limit',
    'answered-elsewhere': 'answered-elsewhere',
    unreachable: 'unreachable',
    'not-found': 'not-found',
    forbidden: 'forbidden',
    blocked: 'blocked',
    congestion: 'congestion',
    incompatible: 'incompatible',
    'no-media': 'no-media',
    failed: 'failed',
    interrupted: 'interrupted',
  };
  return Object.values(all);
}
