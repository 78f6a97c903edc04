import type { Call, Leg, Segment } from '../board/call.ts';
import type { BridgeId, CallId, Instant } from '../board/vocabulary.ts';
import { bridgeOf, heardBy, talkersOf } from './bridges.ts';
import { amend, callAt, isLive, legOf, nextSerial, type Turn } from './turn.ts';

/** Opens, holds and closes the segments of a call so that they say what its legs are doing now. */
export function settleSegments(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  const going = call.segments.map((segment) =>
    segment.to === null ? goOn(call, segment, turn.at) : over(call, segment),
  );
  if (going.some((segment, index) => segment !== call.segments[index])) amend(turn, id, { segments: going });
  for (const leg of call.legs) {
    const place = placeOf(leg);
    if (place === null || going.some(({ leg: of, bridge, to }) => to === null && of === leg.id && bridge === place))
      continue;
    if (talkersOf(call, place).some((other) => other.id !== leg.id)) open(turn, id, leg, place);
  }
}

function open(turn: Turn, id: CallId, leg: Leg, bridge: BridgeId): void {
  const { party, activity } = leg;
  if (party.kind !== 'extension') return;
  const segment: Segment = {
    id: `${id}/s${nextSerial(turn, id)}`,
    extension: party.extension,
    leg: leg.id,
    bridge,
    from: turn.at,
    to: null,
    holdMs: 0,
    heldSince: hearsNobody(callAt(turn, id), leg, bridge) ? turn.at : null,
    ...(activity.kind === 'talking'
      ? { how: activity.how, through: activity.through }
      : { how: 'supervision', through: null }),
  };
  amend(turn, id, { segments: [...callAt(turn, id).segments, segment] });
}

function goOn(call: Call, segment: Segment, at: Instant): Segment {
  const leg = legOf(call, segment.leg);
  const stays = leg !== undefined && placeOf(leg) === segment.bridge && !hasTakenOver(leg, segment);
  const isAway = leg !== undefined && isLive(leg) && leg.elsewhere === segment.bridge;
  if (!stays && !isAway) return { ...held(segment, false, at), to: Math.max(at, segment.from) };
  return held(segment, isAway || (stays && hearsNobody(call, leg, segment.bridge)), at);
}

/** Over a broken link a request, as to park the other side, may have closed it before it is told that its leg left sooner. */
function over(call: Call, segment: Segment): Segment {
  const { leg: of, from, to, holdMs } = segment;
  const leg = legOf(call, of);
  if (leg?.state !== 'ended' || to === null || to <= leg.endedAt) return segment;
  const left = Math.max(from, leg.endedAt);
  return left === to ? segment : { ...segment, to: left, holdMs: Math.min(holdMs, left - from) };
}

/** Who listened in talks in the agent's place from now on: that is a stay of its own, for it is theirs. */
function hasTakenOver({ activity }: Leg, { how }: Segment): boolean {
  return how === 'supervision' && activity.kind === 'talking' && activity.how !== how;
}

/** Somebody holds: they themselves, or everybody whom they would hear. */
function hearsNobody(call: Call, leg: Leg, bridge: BridgeId): boolean {
  return leg.activity.kind === 'talking' && heardBy(call, bridge, leg).length === 0;
}

/** Clocks may be set back: no time is negative. */
function held(segment: Segment, on: boolean, at: Instant): Segment {
  const { heldSince, holdMs } = segment;
  if (on === (heldSince !== null)) return segment;
  return heldSince === null
    ? { ...segment, heldSince: at }
    : { ...segment, heldSince: null, holdMs: holdMs + Math.max(0, at - heldSince) };
}

/** The bridge in which a leg of one of our people is connected with others. */
function placeOf(leg: Leg): BridgeId | null {
  const { party, activity, state } = leg;
  if (party.kind !== 'extension' || state !== 'up') return null;
  return activity.kind === 'talking' || activity.kind === 'supervising' ? bridgeOf(activity) : null;
}
