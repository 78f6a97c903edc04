import type { Call } from '../board/call.ts';
import type { RoutingPlan } from '../board/plan.ts';
import { planBy, sharing, versionOf } from '../board/plan-version.ts';
import type { CallId } from '../board/vocabulary.ts';
import { read, write, writtenKeys } from '../lib/draft.ts';
import { entriesOf, getFrom } from '../lib/persistent-map.ts';
import { callAt, type Turn } from './turn.ts';

/** The plan that leads a call: the version that it began with, and of now what is no matter of its way. */
export function planOfCall(turn: Turn, call: CallId): RoutingPlan {
  const { version } = callAt(turn, call);
  // One that nobody kept, in a journal that is damaged, goes by what there is.
  const kept = version === turn.version ? null : (read(turn.versions, String(version))?.kept ?? null);
  return kept === null ? turn.plan : planBy(kept, turn.plan);
}

/** Another plan holds from now on: what calls began with that are under way is kept for them. */
export function keepVersions(turn: Turn): void {
  const { before, plan, version } = turn;
  for (const [key, use] of entriesOf(before.versions)) {
    const kept = use.kept ?? (version === before.version ? null : versionOf(before.plan));
    if (kept !== null) write(turn.versions, key, { ...use, kept: sharing(kept, plan) });
  }
}

/** A version is kept as long as a call that is not over goes by it. */
export function settleVersions(turn: Turn): void {
  for (const id of writtenKeys(turn.calls)) {
    const [before, after] = [versionIn(getFrom(turn.before.calls, id)), versionIn(read(turn.calls, id))];
    if (before === after) continue;
    if (before !== null) count(turn, before, -1);
    if (after !== null) count(turn, after, 1);
  }
}

/** The version that a call refers to; null once it is over. */
export function versionIn(call: Call | undefined): number | null {
  return call === undefined || call.stage === 'ended' ? null : call.version;
}

function count(turn: Turn, version: number, more: 1 | -1): void {
  const { calls, kept } = read(turn.versions, String(version)) ?? { calls: 0, kept: null };
  write(turn.versions, String(version), calls + more <= 0 ? undefined : { calls: calls + more, kept });
}
