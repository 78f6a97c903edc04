import type { Call, Hold, HoldWhy, Leg, Segment } from '../board/call.ts';
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
    // Where the clock was set back, a stay begins no sooner than the time that the call counts for it.
    from: Math.max(turn.at, callAt(turn, id).clock.since),
    to: null,
    holdMs: 0,
    heldSince: null,
    ...(activity.kind === 'talking'
      ? { how: activity.how, through: activity.through }
      : { how: 'supervision', through: null }),
  };
  const begun = held(segment, whyHeld(callAt(turn, id), leg, bridge), segment.from);
  amend(turn, id, { segments: [...callAt(turn, id).segments, begun] });
}

function goOn(call: Call, segment: Segment, at: Instant): Segment {
  const leg = legOf(call, segment.leg);
  const stays = leg !== undefined && placeOf(leg) === segment.bridge && !hasTakenOver(leg, segment);
  const isAway = leg !== undefined && isLive(leg) && leg.elsewhere === segment.bridge;
  if (!stays && !isAway) {
    const ended = held(segment, null, at);
    return { ...ended, to: Math.max(at, knownUntil(ended)) };
  }
  return held(segment, isAway ? 'consultation' : whyHeld(call, leg, segment.bridge), at);
}

/** Over a broken link a request, as to park the other side, may have closed it before it is told that its leg left sooner. */
function over(call: Call, segment: Segment): Segment {
  const { leg: of, from, to, holdMs, holds = [] } = segment;
  const leg = legOf(call, of);
  if (leg?.state !== 'ended' || to === null || to <= leg.endedAt) return segment;
  const left = Math.max(from, leg.endedAt);
  if (left === to) return segment;
  const until = holds.flatMap((hold) => (hold.from < left ? [{ ...hold, to: Math.min(hold.to, left) }] : []));
  const cut = lengthOf(holds) - lengthOf(until);
  return {
    ...segment,
    to: left,
    holdMs: Math.min(holdMs - cut, left - from),
    ...(holds.length > 0 && { holds: until }),
  };
}

const lengthOf = (holds: readonly Hold[]): number => holds.reduce((sum, { from, to }) => sum + to - from, 0);

/** Who listened in talks in the agent's place from now on: that is a stay of its own, for it is theirs. */
function hasTakenOver({ activity }: Leg, { how }: Segment): boolean {
  return how === 'supervision' && activity.kind === 'talking' && activity.how !== how;
}

/** Somebody holds: they themselves, or everybody whom they would hear. */
function whyHeld(call: Call, leg: Leg, bridge: BridgeId): HoldWhy | null {
  if (leg.activity.kind !== 'talking' || heardBy(call, bridge, leg).length > 0) return null;
  return leg.holds ? 'hold' : 'held';
}

/** Clocks may be set back: what comes next of a stay begins and ends no sooner than what is known of it. */
const knownUntil = ({ from, holds = [] }: Segment): Instant => Math.max(from, holds.at(-1)?.to ?? from);

/** No time is negative, and none is on hold twice. */
function held(segment: Segment, why: HoldWhy | null, at: Instant): Segment {
  const { heldSince: from, heldWhy = 'hold', ...talked } = segment;
  if (why === (from === null ? null : heldWhy)) return segment;
  const to = Math.max(at, from ?? at);
  const ended: Segment =
    from === null || to === from
      ? { ...talked, heldSince: null }
      : {
          ...talked,
          heldSince: null,
          holdMs: talked.holdMs + to - from,
          holds: withHold(talked.holds ?? [], { from, to, why: heldWhy }),
        };
  return why === null ? ended : { ...ended, heldSince: Math.max(at, knownUntil(ended)), heldWhy: why };
}

/** A phone may press hold all day: from so many on each further period lengthens the last one, so that the sum is what it is. */
const holdsAtMost = 100;

function withHold(holds: readonly Hold[], hold: Hold): readonly Hold[] {
  const last = holds.at(-1);
  if (last === undefined || holds.length < holdsAtMost) return [...holds, hold];
  return [...holds.slice(0, -1), { ...last, to: last.to + hold.to - hold.from }];
}

/** The bridge in which a leg of one of our people is connected with others. */
function placeOf(leg: Leg): BridgeId | null {
  const { party, activity, state } = leg;
  if (party.kind !== 'extension' || state !== 'up') return null;
  return activity.kind === 'talking' || activity.kind === 'supervising' ? bridgeOf(activity) : null;
}
