import type { Activity } from '../board/activity.ts';
import { type Refusal, refusals } from '../board/answer.ts';
import type { Leg } from '../board/call.ts';
import type { BridgeId, CallId, Here, LegId } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { speakers } from '../turn/bridges.ts';
import { callAt, isLive, legOf, personAt, type Turn } from '../turn/turn.ts';

/** Somebody's own place in a call. */
export type Own = { readonly here: Here; readonly leg: Leg; readonly by: string };

/**
 * The live leg of whoever asks, in the call that they ask about. A phone with several lines may be in one call twice: it means
 * the line that it asks by (`line`), a screen the one that talks.
 */
export function ownLeg(turn: Turn, call: CallId, by: string | null, line: LegId | null = null): Own | Refusal {
  const found = read(turn.calls, call);
  if (found === undefined || found.stage !== 'open') return refusals.noCall;
  if (by === null) return refusals.notYours;
  const own = personAt(turn, by).legs.flatMap((here) => {
    const leg = here.call === call ? legOf(found, here.leg) : undefined;
    return leg !== undefined && isLive(leg) && (line === null || leg.id === line) ? [{ here, leg, by }] : [];
  });
  return own.toSorted((one, other) => attention(other.leg) - attention(one.leg))[0] ?? refusals.notYours;
}

/** How much a person is in one of their conversations. */
function attention({ activity, holds }: Leg): number {
  return activity.kind !== 'talking' ? 0 : holds ? 1 : 2;
}

/** The conversation of the person who asks, and the others in it. */
export type OwnTalk = Own & {
  readonly activity: Activity<'talking'>;
  readonly bridge: BridgeId;
  readonly others: readonly Here[];
};

/** The conversation that somebody is in, as far as they may do something with it. */
export function ownTalk(turn: Turn, call: CallId, by: string | null, line: LegId | null = null): OwnTalk | Refusal {
  const own = ownLeg(turn, call, by, line);
  if ('ok' in own) return own;
  const { activity } = own.leg;
  if (activity.kind !== 'talking') return refusals.notNow;
  return { ...own, activity, bridge: activity.bridge, others: othersIn(turn, own.here, activity.bridge) };
}

/** Who else talks in a bridge. */
export function othersIn(turn: Turn, here: Here, bridge: BridgeId): readonly Here[] {
  return speakers(callAt(turn, here.call), bridge).flatMap(({ id, activity }) =>
    id === here.leg || activity.kind !== 'talking' ? [] : [{ call: here.call, leg: id }],
  );
}
