import type { Cause } from '@alo/call-core';
import { causeOfStatus } from '@alo/engine';

/** Q.850: normal call clearing. */
export const clearing = 16;
/** Q.850 causes, of which chan_pjsip makes a final response or the Reason of a BYE or CANCEL. */
const refusals: { readonly [C in Cause]: number } = {
  normal: 19,
  busy: 17,
  'no-answer': 19,
  // A cause that says nothing makes it 603 of one that was not answered; a rejection in so many words would be 403.
  rejected: clearing,
  cancelled: clearing,
  asleep: 20,
  'no-response': 38,
  limit: 34,
  'answered-elsewhere': 26,
  unreachable: 20,
  'not-found': 1,
  forbidden: 21,
  blocked: clearing,
  congestion: 42,
  incompatible: 58,
  'no-media': 19,
  failed: 38,
  interrupted: 42,
};

/** What the Reason of a BYE says of a call that was answered: phones tell their person by it (RFC 3326). */
const reasons: { readonly [C in Cause]?: number } = {
  busy: 17,
  'no-answer': 19,
  'answered-elsewhere': 26,
  interrupted: 41,
  failed: 41,
  congestion: 42,
  'no-media': 102,
};

/** The cause to end a channel by: of one that nobody answered it becomes the response. */
export function causeCode(cause: Cause, { isAnswered }: { readonly isAnswered: boolean }): number {
  if (cause === 'answered-elsewhere') return refusals[cause];
  return isAnswered ? (reasons[cause] ?? clearing) : refusals[cause];
}

/** Why a party that we dialled did not answer: by the status that SIP gave, or else by what Asterisk makes of it. */
export function causeOf(
  q850: number,
  status: number | undefined,
): { readonly cause: Cause; readonly sipCode?: number } {
  if (status !== undefined && status >= 300 && status < 700) return { cause: causeOfStatus(status), sipCode: status };
  return { cause: byQ850[q850] ?? 'failed' };
}

const byQ850: Readonly<Record<number, Cause>> = {
  1: 'not-found',
  3: 'unreachable',
  17: 'busy',
  18: 'no-response',
  19: 'no-answer',
  20: 'unreachable',
  21: 'rejected',
  34: 'congestion',
  38: 'congestion',
  42: 'congestion',
  58: 'incompatible',
};

/** Nothing was heard of the party for too long (`rtp_timeout`). */
export const isSilent = (q850: number): boolean => q850 === 44;
