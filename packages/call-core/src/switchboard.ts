import type { Call } from './call.ts';
import type { AgentActivity } from './event.ts';
import { deleteFrom, emptyMap, getFrom, type PersistentMap, setIn } from './persistent-map.ts';
import { emptyPlan, type RoutingPlan } from './plan.ts';
import type { CallId, Instant, LegId } from './vocabulary.ts';

/** What is known of an extension's phone and the person at it. */
export type Phone = {
  readonly contacts: number;
  readonly activity: AgentActivity;
  /** Its legs that were not told to end: it rings or talks. */
  readonly legs: readonly LegId[];
};

/** A tenant's calls, phones and plan as one value. */
export type Switchboard = {
  readonly plan: RoutingPlan;
  readonly phones: PersistentMap<Phone>;
  /** Open calls, and for a while the ended ones, so that a late or repeated event finds its call closed. */
  readonly calls: PersistentMap<Call>;
  /** Ended calls in the order in which they ended: `first` up to but not including `next`. */
  readonly ended: { readonly first: number; readonly next: number; readonly calls: PersistentMap<Ended> };
};

type Ended = { readonly call: CallId; readonly at: Instant };

/** How long an ended call is remembered. */
const rememberMs = 10 * 60_000;

export const emptySwitchboard: Switchboard = {
  plan: emptyPlan,
  phones: emptyMap,
  calls: emptyMap,
  ended: { first: 0, next: 0, calls: emptyMap },
};

/** The phone of an extension; one that was never heard of is off, and its person ready. */
export function phoneOf(phones: PersistentMap<Phone>, extension: string): Phone {
  return getFrom(phones, extension) ?? { contacts: 0, activity: 1, legs: [] };
}

/** Stores a call after a step; one that just ended joins the queue of those to be forgotten. */
export function storeCall(board: Switchboard, before: Call | undefined, after: Call, at: Instant): Switchboard {
  const calls = setIn(board.calls, after.id, after);
  if (after.phase.state !== 'ended' || before?.phase.state === 'ended') return { ...board, calls };
  const { first, next } = board.ended;
  const ended = { first, next: next + 1, calls: setIn(board.ended.calls, String(next), { call: after.id, at }) };
  return { ...board, calls, ended };
}

/** Forgets at most two calls that ended long ago: more than come in, so the memory stays bounded and each step cheap. */
export function forgetEnded(board: Switchboard, at: Instant): Switchboard {
  return forgetOldest(forgetOldest(board, at), at);
}

function forgetOldest(board: Switchboard, at: Instant): Switchboard {
  const { first, next, calls } = board.ended;
  const oldest = getFrom(calls, String(first));
  if (oldest === undefined || at - oldest.at < rememberMs) return board;
  return {
    ...board,
    calls: deleteFrom(board.calls, oldest.call),
    ended: { first: first + 1, next, calls: deleteFrom(calls, String(first)) },
  };
}
