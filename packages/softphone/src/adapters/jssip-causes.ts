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

/** What a `Reason` says (RFC 3326): by Q.850 as RFC 3398 §7.2.4.1 reads it, and by SIP's own status. */
const byReason: Readonly<Record<string, EndCause>> = {
  'Q.850 1': 'not-found',
  'Q.850 17': 'busy',
  'Q.850 18': 'no-answer',
  'Q.850 19': 'no-answer',
  'Q.850 20': 'unavailable',
  'Q.850 21': 'rejected',
  'Q.850 34': 'limit',
  'Q.850 38': 'no-response',
  'Q.850 41': 'interrupted',
  'Q.850 42': 'congestion',
  'Q.850 57': 'forbidden',
  'Q.850 88': 'incompatible',
  'Q.850 102': 'no-audio',
  'SIP 200': 'answered-elsewhere',
  'SIP 608': 'blocked',
};

/** RFC 3261 §21, as a person would say it; where a status leaves several open, what the `Reason` says. */
function bySipCode(code: number, told: EndCause | undefined): EndCause {
  switch (code) {
    case 486:
    case 600:
      return 'busy';
    case 404:
    case 484:
    case 604:
      return 'not-found';
    case 402:
    case 403:
      return 'forbidden';
    case 488:
    case 606:
      return 'incompatible';
    case 487:
      return 'cancelled';
    case 504:
      return 'no-response';
    case 608:
      return 'blocked';
    case 603:
      return told ?? 'rejected';
    case 408:
      return told ?? 'no-answer';
    case 410:
    case 480:
      return told ?? 'unavailable';
    case 503:
      return told ?? 'congestion';
    default:
      return 'failed';
  }
}

/** Why a call ended. `SIP;cause=200` in a CANCEL says that somebody else took the call. */
export function endCause(end: JssipEnd): EndCause {
  const told = reasonIn(end.reason);
  if (told === 'answered-elsewhere') return told;
  if (end.sipCode !== null && end.sipCode >= 300) return bySipCode(end.sipCode, told);
  // A BYE that is not somebody's hanging up says so: no sound came any more, or the switch had to end the call.
  if (told === 'no-audio' || told === 'interrupted') return told;
  return byCause[end.cause] ?? 'failed';
}

function reasonIn(reason: string): EndCause | undefined {
  const [, kind = '', number = ''] = /\b(SIP|Q\.850)\s*;\s*cause\s*=\s*(\d+)/i.exec(reason) ?? [];
  return byReason[`${kind.toUpperCase()} ${number}`];
}

/** Why the registrar said no. */
export function registrationFailure(sipCode: number | null): RegistrationFailure {
  if (sipCode === null) return 'timeout';
  return sipCode === 401 || sipCode === 403 || sipCode === 404 || sipCode === 407 ? 'credentials' : 'refused';
}
