import type { Activity } from '../activity/activity.ts';
import { speakers } from '../bridges.ts';
import type { Leg } from '../call.ts';
import { read } from '../draft.ts';
import { callAt, isLive, personAt, type Turn } from '../turn.ts';
import type { BridgeId, CallId, Here } from '../vocabulary.ts';
import { type Refusal, refusals } from './refused.ts';

/** Somebody's own place in a call. */
export type Own = { readonly here: Here; readonly leg: Leg; readonly by: string };

/** The live leg of whoever asks, in the call that they ask about. */
export function ownLeg(turn: Turn, call: CallId, by: string | null): Own | Refusal {
  const found = read(turn.calls, call);
  if (found === undefined || found.stage !== 'open') return refusals.noCall;
  if (by === null) return refusals.notYours;
  const here = personAt(turn, by).legs.find((other) => other.call === call);
  const leg = found.legs.find((candidate) => candidate.id === here?.leg && isLive(candidate));
  return here === undefined || leg === undefined ? refusals.notYours : { here, leg, by };
}

/** The conversation that whoever asks is in, and the others in it. */
export type OwnTalk = Own & {
  readonly activity: Activity<'talking'>;
  readonly bridge: BridgeId;
  readonly others: readonly Here[];
};

export function ownTalk(turn: Turn, call: CallId, by: string | null): OwnTalk | Refusal {
  const own = ownLeg(turn, call, by);
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
