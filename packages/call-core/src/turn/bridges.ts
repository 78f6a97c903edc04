import type { Activity } from '../board/activity.ts';
import type { Bridge, Call, Leg } from '../board/call.ts';
import type { BridgeId, CallId, LegId, Member } from '../board/vocabulary.ts';
import { amend, callAt, isLive, nextSerial, type Turn } from './turn.ts';

/** A bridge of a call, empty until an activity puts somebody into it. */
export function newBridge(turn: Turn, call: CallId, kind: Bridge['kind'] = 'conversation'): BridgeId {
  const id = `${call}/b${nextSerial(turn, call)}` as BridgeId; // the one place where bridges are named
  amend(turn, call, { bridges: [...callAt(turn, call).bridges, { id, kind, asked: [] }] });
  return id;
}

/** The bridge that an activity puts a leg into. */
export function bridgeOf(activity: Activity): BridgeId | null {
  switch (activity.kind) {
    case 'talking':
    case 'supervising':
    case 'echo-test':
      return activity.bridge;
    case 'offering':
    case 'offered':
      return activity.early;
    case 'routing':
    case 'called':
    case 'confirming':
    case 'announcing':
    case 'menu':
    case 'prompting':
    case 'taking-message':
    case 'queue-wait':
    case 'queue-offered':
    case 'parked':
    case 'otp':
    case 'broadcast':
    case 'saying':
    case 'mailbox':
    case 'proving':
    case 'reconsidering':
    case 'deciding':
    case 'coding':
    case 'survey':
      return null;
    default:
      return activity satisfies never;
  }
}

/** The members of a bridge now. */
export function present(call: Call, bridge: BridgeId): readonly Leg[] {
  return call.legs.filter((leg) => isLive(leg) && bridgeOf(leg.activity) === bridge);
}

/** Whom everybody in a bridge can hear: all but those who only listen or whisper. */
export function speakers(call: Call, bridge: BridgeId): readonly Leg[] {
  return present(call, bridge).filter(({ activity }) => activity.kind !== 'supervising' || activity.mode === 'barge');
}

/** Legs that are connected and talk, hold, or wait for a party to come back. */
export function talkersOf(call: Call, bridge: BridgeId): readonly Leg[] {
  return speakers(call, bridge).filter(({ activity, state }) => activity.kind === 'talking' && state === 'up');
}

/** Those who left the conversation for a while. */
export function away(call: Call, bridge: BridgeId): readonly Leg[] {
  return call.legs.filter((leg) => isLive(leg) && leg.elsewhere === bridge);
}

/** Those who will join when they answer. */
export function invited(call: Call, bridge: BridgeId): readonly Leg[] {
  return call.legs.filter(
    ({ activity, ...leg }) =>
      isLive({ activity, ...leg }) &&
      activity.kind === 'called' &&
      activity.errand.kind === 'join' &&
      activity.errand.bridge === bridge,
  );
}

/** The speakers whom a leg in a bridge hears. A leg on hold hears nobody and is not heard. */
export function heardBy(call: Call, bridge: BridgeId, leg: Leg): readonly LegId[] {
  if (leg.activity.kind === 'echo-test') return [leg.id];
  if (leg.holds) return [];
  return speakers(call, bridge).flatMap(({ id, holds }) => (id === leg.id || holds ? [] : [id]));
}

/** The members that the engine is asked for: a function of the legs' activities. */
export function membersOf(call: Call, bridge: BridgeId): readonly Member[] {
  const legs = present(call, bridge);
  const recorded = onRecord(call, bridge);
  return legs.map((leg) => {
    const whispers = legs.filter(
      ({ activity }) => activity.kind === 'supervising' && activity.mode === 'whisper' && activity.agent === leg.id,
    );
    return {
      leg: leg.id,
      hears: [...heardBy(call, bridge, leg), ...whispers.map(({ id }) => id)],
      channel: isCustomer(call, leg) ? 'left' : 'right',
      ...(recorded.includes(leg) ? {} : { offRecord: true }),
    };
  });
}

/** At this moment it hears something of recording, and nobody else. */
export const hearsNotice = ({ notice, playing }: Leg): boolean => playing !== null && notice?.play === playing;

/** Who talks with somebody now. Who holds, is held, waits alone, or hears yet that it will be recorded says nothing to anybody. */
function onRecord(call: Call, bridge: BridgeId): readonly Leg[] {
  const heard = speakers(call, bridge).filter((leg) => !leg.holds && !hearsNotice(leg));
  return heard.length > 1 ? heard : [];
}

/** Customers are on the left of a recording; in an internal call the caller is. */
function isCustomer(call: Call, leg: Leg): boolean {
  return call.direction === 'outbound' ? leg.party.kind === 'outside' : leg.id === call.caller;
}
