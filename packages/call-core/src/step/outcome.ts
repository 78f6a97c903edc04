import type { Call, CallStatus, Doer } from '../board/call.ts';
import type { Cause, Instant } from '../board/vocabulary.ts';
import { isMessage } from '../turn/recordings.ts';
import { legOf } from '../turn/turn.ts';

/** The one status of a conversation that `who` ended now. */
export function statusOf(call: Call, who: Doer, cause: Cause, at: Instant): CallStatus {
  if (call.answer !== null) return 'answered';
  if (cause === 'blocked') return 'blocked';
  if (leftAMessage(call, at)) return 'voicemail';
  if (call.blocked !== undefined) return 'blocked';
  if (willBeCalledBack(call)) return 'callback';
  if (cause === 'interrupted' || cause === 'no-media' || cause === 'limit') return 'failed';
  if (stoppedInMenu(call, who, cause)) return 'stopped_ivr';
  if (who.by === 'agent' && call.direction !== 'inbound' && who.extension === callerExtension(call)) return 'cancelled';
  if (who.by === 'customer' && call.direction === 'inbound') return 'abandoned';
  return refusalStatus(call, call.refusal ?? cause);
}

function leftAMessage({ recordings }: Call, at: Instant): boolean {
  return recordings.some((recording) => isMessage(recording, at));
}

/** Nobody was looked for, and the caller heard what there was to hear or hung up in it. */
function stoppedInMenu(call: Call, who: Doer, cause: Cause): boolean {
  const { direction, offered, refusal } = call;
  if (direction !== 'inbound' || offered || refusal !== null) return false;
  const kind = legOf(call, call.caller)?.activity.kind;
  if (kind === 'announcing' || kind === 'menu' || kind === 'coding' || kind === 'survey') return true;
  return who.by === 'system' && cause === 'normal' && kind !== 'prompting' && kind !== 'taking-message';
}

/** The caller hears that we will call back: the place in the line is kept, however this call ends, and nobody has missed them. */
function willBeCalledBack(call: Call): boolean {
  const activity = legOf(call, call.caller)?.activity;
  return activity?.kind === 'queue-wait' && activity.hears === 'farewell';
}

export function callerExtension(call: Call): string | null {
  const party = legOf(call, call.caller)?.party;
  return party?.kind === 'extension' ? party.extension : null;
}

/** Of a call that reached nobody. */
export function refusalStatus({ direction }: Pick<Call, 'direction'>, refusal: Cause): CallStatus {
  const inbound = direction === 'inbound';
  switch (refusal) {
    case 'busy':
    case 'rejected':
      return 'busy';
    case 'no-answer':
      return inbound ? 'missed' : 'no_answer';
    case 'unreachable':
    case 'asleep':
    case 'normal':
      // A customer whom nobody was there for was missed; a colleague or a customer who cannot be reached is a failure.
      return inbound ? 'missed' : 'failed';
    case 'cancelled':
    case 'answered-elsewhere':
    case 'no-response':
    case 'limit':
    case 'not-found':
    case 'forbidden':
    case 'blocked':
    case 'congestion':
    case 'incompatible':
    case 'no-media':
    case 'failed':
    case 'interrupted':
      return 'failed';
    default:
      return refusal satisfies never;
  }
}
