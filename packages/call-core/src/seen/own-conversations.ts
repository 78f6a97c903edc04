import type { Activity, SupervisionMode } from '../board/activity.ts';
import { type Board, personOf } from '../board/board.ts';
import type { Call, Leg } from '../board/call.ts';
import { secondOfRefusal } from '../board/recording-refusal.ts';
import type { BridgeId, CallId, Instant, Through } from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { bridgeOf, hearsNotice, invited, present } from '../turn/bridges.ts';
import { isLive } from '../turn/turn.ts';

/** A conversation as one of our people is in it, for the buttons of their call window. */
export type OwnConversation = {
  readonly call: Call;
  /** Theirs. */
  readonly leg: Leg;
  /** By which other names their phones know it: the calls that their lines were begun in. */
  readonly knownAs: readonly CallId[];
  readonly through: Through | null;
  /** The telephone of theirs that it is on. */
  readonly on: 'browser' | 'desk' | 'mobile';
  /** They have dialled it. */
  readonly made: boolean;
  /** Since when they talk in it; null before. */
  readonly since: Instant | null;
  /** Who talks with them now, or is rung for them: while they consult, whom they consult. */
  readonly parties: readonly Leg[];
  /** They have put the conversation on hold. */
  readonly holds: boolean;
  /** They left the others for a while, to consult somebody. */
  readonly consulting: boolean;
  /** Those others. */
  readonly waiting: readonly Leg[];
  /** A colleague asks them about those who wait meanwhile. */
  readonly consulted: ConsultationOfOthers | null;
  /** Off for ever where the customer has refused it, so many seconds into the conversation. */
  readonly recording: 'off' | 'on' | 'paused';
  readonly refusedAfter: number | null;
  /** Somebody in it hears something of recording at this moment, and nobody else. */
  readonly hearsNotice: boolean;
  /** They are there as a supervisor, of that party. */
  readonly supervising: { readonly mode: SupervisionMode; readonly agent: Leg } | null;
};

/** Who asks somebody's advice, and about whom; since when these wait for them, null while they are talked to. */
export type ConsultationOfOthers = { readonly by: Leg; readonly about: readonly Leg[]; readonly since: Instant | null };

/** Of a person in a consultation that another one has begun: who that is, and who waits for its end. */
function consultedIn(call: Call, { id: own, elsewhere }: Leg, bridge: BridgeId): ConsultationOfOthers | null {
  const isSide = call.bridges.some(({ id, kind }) => id === bridge && kind === 'consultation');
  if (elsewhere !== null || !isSide) return null;
  // Who asks is here, or has gone over to the others for a while.
  const by = call.legs.find((leg) => isLive(leg) && leg.elsewhere !== null && standsIn(leg, bridge));
  return by === undefined || by.id === own ? null : consultedBy(call, by, bridge);
}

const standsIn = ({ activity, elsewhere }: Leg, bridge: BridgeId): boolean =>
  elsewhere === bridge || bridgeOf(activity) === bridge;

/** What somebody who has left a conversation to ask a colleague asks about: those who wait in it. */
export function consultedBy(call: Call, by: Leg, side: BridgeId | null): ConsultationOfOthers | null {
  const main = by.elsewhere !== null && by.elsewhere !== side ? by.elsewhere : bridgeOf(by.activity);
  if (by.elsewhere === null || main === null) return null;
  const stay = call.segments.findLast(({ leg, bridge, to }) => leg === by.id && bridge === main && to === null);
  const about = present(call, main).filter((leg) => leg.id !== by.id && isHeard(leg));
  return { by, about, since: stay?.heldSince ?? null };
}

/** The conversations that the person at an extension is in, supervises, or calls somebody for; what rings at them is not among them. */
export function ownConversations(board: Board, extension: string): readonly OwnConversation[] {
  return ownLines(board, extension).flatMap(({ call, leg }) => {
    const { id: own, activity, elsewhere, holds } = leg;
    if (!isConversing(activity)) return [];
    const others = (legs: readonly Leg[]) => legs.filter((other) => other.id !== own && isHeard(other));
    const bridge = bridgeOf(activity);
    const rung = activity.kind === 'offering' ? call.legs.filter((other) => activity.ringing.includes(other.id)) : [];
    const there = bridge === null ? [] : [...others(present(call, bridge)), ...invited(call, bridge)];
    const agent = activity.kind === 'supervising' ? call.legs.find(({ id: its }) => its === activity.agent) : undefined;
    const recording = call.recordings.find(({ kind, state }) => kind === 'conversation' && state === 'running');
    return [
      {
        call,
        leg,
        knownAs: otherNames(call, extension),
        on: telephoneOf(leg),
        made: leg.side === 'arrived' || leg.id === call.caller,
        since: call.segments.find((segment) => segment.leg === own)?.from ?? null,
        through: activity.kind === 'talking' ? activity.through : null,
        parties: [...rung, ...there.filter((other) => !rung.includes(other))],
        holds,
        consulting: elsewhere !== null,
        waiting: elsewhere === null ? [] : others(present(call, elsewhere)),
        consulted: bridge === null ? null : consultedIn(call, leg, bridge),
        refusedAfter: secondOfRefusal(call),
        hearsNotice: bridge !== null && present(call, bridge).some(hearsNotice),
        recording: recording?.state !== 'running' ? 'off' : recording.paused ? 'paused' : 'on',
        supervising: activity.kind !== 'supervising' || agent === undefined ? null : { mode: activity.mode, agent },
      },
    ];
  });
}

/** A browser where it is not known, as of an engine that is older. */
const telephoneOf = ({ device, party }: Leg): OwnConversation['on'] =>
  party.kind === 'extension' && party.outside !== undefined ? 'mobile' : device === undefined ? 'browser' : 'desk';

/** What they are in each call with: a phone with two lines in one call is in it once, with the line that talks. */
function ownLines(board: Board, extension: string): readonly { readonly call: Call; readonly leg: Leg }[] {
  const lines = new Map<CallId, { readonly call: Call; readonly leg: Leg }>();
  for (const { call: id, leg: legId } of personOf(board, extension).legs) {
    const call = getFrom(board.calls, id);
    const leg = call?.legs.find((other) => other.id === legId);
    if (call === undefined || leg === undefined || !isLive(leg) || !isConversing(leg.activity)) continue;
    if (leg.activity.kind === 'talking' || !lines.has(id)) lines.set(id, { call, leg });
  }
  return [...lines.values()];
}

/** The calls in which the lines of an extension that are in this one were begun: their phones were never told of another. */
export const otherNames = ({ id, legs }: Call, extension: string): readonly CallId[] => [
  ...new Set(
    legs.flatMap((leg) =>
      leg.home !== id && isLive(leg) && leg.party.kind === 'extension' && leg.party.extension === extension
        ? [leg.home]
        : [],
    ),
  ),
];

function isConversing(activity: Activity): activity is Activity<'talking' | 'offering' | 'supervising'> {
  return activity.kind === 'talking' || activity.kind === 'offering' || activity.kind === 'supervising';
}

/** A supervisor who only listens or whispers is not shown to those who talk. */
const isHeard = ({ activity }: Leg): boolean => activity.kind !== 'supervising' || activity.mode === 'barge';
