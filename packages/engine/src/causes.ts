import type { Cause } from '@alo/call-core';

/** A final response that refuses a call. */
export interface FinalResponse {
  readonly status: number;
  readonly reason: string;
}

const refusals: { readonly [C in Cause]: FinalResponse } = {
  normal: { status: 480, reason: 'Temporarily Unavailable' },
  busy: { status: 486, reason: 'Busy Here' },
  'no-answer': { status: 480, reason: 'Temporarily Unavailable' },
  rejected: { status: 603, reason: 'Decline' },
  cancelled: { status: 487, reason: 'Request Terminated' },
  asleep: { status: 480, reason: 'Temporarily Unavailable' },
  'no-response': { status: 504, reason: 'Server Time-out' },
  limit: { status: 503, reason: 'Service Unavailable' },
  'answered-elsewhere': { status: 487, reason: 'Request Terminated' },
  unreachable: { status: 480, reason: 'Temporarily Unavailable' },
  'not-found': { status: 404, reason: 'Not Found' },
  forbidden: { status: 403, reason: 'Forbidden' },
  blocked: { status: 603, reason: 'Decline' },
  congestion: { status: 503, reason: 'Service Unavailable' },
  incompatible: { status: 488, reason: 'Not Acceptable Here' },
  'no-media': { status: 480, reason: 'Temporarily Unavailable' },
  failed: { status: 500, reason: 'Server Internal Error' },
  interrupted: { status: 503, reason: 'Service Unavailable' },
};

/** The final response by which a call that was not answered is ended for `cause`. */
export const refusalFor = (cause: Cause): FinalResponse => refusals[cause];

/**
 * Why a party that we dialled refused, by its final response (RFC 3398 §8.2.6.1 is the base). A 480 and a 408 mean that
 * a phone which is there was not picked up; that no phone is there at all is known before we dial.
 */
export function causeOfStatus(status: number): Cause {
  switch (status) {
    case 408:
    case 480:
      return 'no-answer';
    case 486:
    case 600:
      return 'busy';
    case 603:
    case 607: // RFC 8197: the callee does not want this caller.
      return 'rejected';
    case 404:
    case 410:
    case 484:
    case 485:
    case 604:
      return 'not-found';
    case 401:
    case 402: // Of a carrier: whoever pays for the trunk has nothing left there.
    case 403:
    case 407:
    case 433:
      return 'forbidden';
    case 608: // RFC 8688: an intermediary blocked it.
      return 'blocked';
    case 487:
      return 'cancelled';
    case 415:
    case 488:
    case 606:
      return 'incompatible';
    case 502:
    case 503:
    case 504:
      return 'congestion';
    default:
      return status >= 500 && status < 600 ? 'congestion' : 'failed';
  }
}

/**
 * `Reason` of a CANCEL or BYE (RFC 3326), and of a refusal (RFC 6432), whose status alone leaves several open: phones show a call that was
 * answered elsewhere not as missed, and say of one that did not come about what the history says. The numbers are those of RFC 3398 §7.2.4.1.
 */
export function reasonHeader(cause: Cause): string {
  switch (cause) {
    case 'answered-elsewhere':
      return 'SIP;cause=200;text="Call completed elsewhere"';
    case 'no-media':
      return 'Q.850;cause=102;text="No media"';
    case 'interrupted':
    case 'failed':
      return 'Q.850;cause=41;text="Temporary failure"';
    case 'congestion':
      return 'Q.850;cause=42;text="Congestion"';
    case 'no-response':
      return 'Q.850;cause=38;text="Network out of order"';
    case 'limit':
      return 'Q.850;cause=34;text="No circuit available"';
    case 'not-found':
      return 'Q.850;cause=1;text="Unallocated number"';
    case 'unreachable':
    case 'asleep':
      return 'Q.850;cause=20;text="Subscriber absent"';
    case 'forbidden':
      return 'Q.850;cause=57;text="Not authorized"';
    case 'blocked': // RFC 8688: it is not the callee who does not want it.
      return 'SIP;cause=608;text="Rejected"';
    case 'no-answer':
      return 'Q.850;cause=19;text="No answer"';
    case 'busy':
      return 'Q.850;cause=17;text="Busy"';
    case 'rejected':
      return 'Q.850;cause=21;text="Call rejected"';
    case 'incompatible':
      return 'Q.850;cause=88;text="No audio in common"';
    case 'normal':
    case 'cancelled':
      return 'Q.850;cause=16;text="Normal call clearing"';
    default:
      return cause satisfies never;
  }
}

/** When several contacts of one leg all refused, the one that tells most (RFC 3261 §16.7 step 6, in our words). */
export function bestCause(causes: readonly Cause[]): Cause {
  const order: readonly Cause[] = [
    'rejected',
    'busy',
    'no-answer',
    'incompatible',
    'forbidden',
    'not-found',
    'congestion',
    'asleep',
  ];
  return order.find((cause) => causes.includes(cause)) ?? causes.at(-1) ?? 'unreachable';
}
