import type { EndCause, RegistrationFailure } from '../state.ts';

/** The part of a JsSIP `failed` or `ended` event that says why. */
export interface JssipEnd {
  readonly cause: string;
  /** Final response's status; null where the end came by a request or from us. */
  readonly sipCode: number | null;
  /** `Reason` header of the CANCEL or BYE (RFC 3326), '' without one. */
  readonly reason: string;
}

/** JsSIP's own causes (its `Constants.js`), for ends that no response explains. */
const byCause: Readonly<Record<string, EndCause>> = {
  'User Denied Media Access': 'no-microphone',
  'Connection Error': 'connection-lost',
  'Request Timeout': 'connection-lost',
  Canceled: 'cancelled',
  'No Answer': 'no-answer',
  Expires: 'no-answer',
  'RTP Timeout': 'no-audio',
  Terminated: 'normal',
};

/** RFC 3261 §21, as a person would say it. */
function bySipCode(code: number): EndCause {
  switch (code) {
    case 486:
    case 600:
      return 'busy';
    case 403:
    case 603:
      return 'rejected';
    case 404:
    case 484:
    case 604:
      return 'not-found';
    case 408:
      return 'no-answer';
    case 410:
    case 480:
    case 503:
      return 'unavailable';
    case 487:
      return 'cancelled';
    default:
      return 'failed';
  }
}

/** Why a call ended. RFC 3326: `SIP;cause=200` in a CANCEL says that somebody else took the call. */
export function endCause(end: JssipEnd): EndCause {
  if (/\bSIP\s*;\s*cause\s*=\s*200\b/i.test(end.reason)) return 'answered-elsewhere';
  if (end.sipCode !== null && end.sipCode >= 300) {
    // Q.850 19: rung, and nobody came to the phone; 480 alone cannot tell that from a phone that is away.
    if (/\bQ\.850\s*;\s*cause\s*=\s*(18|19)\b/i.test(end.reason)) return 'no-answer';
    return bySipCode(end.sipCode);
  }
  // A BYE that is not somebody's hanging up says so: no sound came any more, or the switch had to end the call.
  if (/\bQ\.850\s*;\s*cause\s*=\s*102\b/i.test(end.reason)) return 'no-audio';
  if (/\bQ\.850\s*;\s*cause\s*=\s*41\b/i.test(end.reason)) return 'interrupted';
  return byCause[end.cause] ?? 'failed';
}

/** Why the registrar said no. */
export function registrationFailure(sipCode: number | null): RegistrationFailure {
  if (sipCode === null) return 'timeout';
  return sipCode === 401 || sipCode === 403 || sipCode === 404 || sipCode === 407 ? 'credentials' : 'refused';
}
