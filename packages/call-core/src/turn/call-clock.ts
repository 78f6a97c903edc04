import type { Call, CallClock } from '../board/call.ts';
import type { CallId } from '../board/vocabulary.ts';
import { heardBy, talkersOf } from './bridges.ts';
import { amend, callAt, liveLegs, type Turn } from './turn.ts';

/**
 * Puts the time since the last change to the call's account. Clocks may be set back: no time is negative, and nobody's stay goes beyond
 * what the call counts.
 */
export function settleClock(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  const counts = whatCounts(call);
  if (counts === call.clock.counts) return;
  const now = Math.max(turn.at, ...call.segments.map(({ from, to }) => to ?? from));
  const passed = Math.max(0, now - call.clock.since);
  const talked = call.clock.counts === 'talking' || call.clock.counts === 'held';
  amend(turn, id, {
    clock: { counts, since: now },
    ringMs: call.ringMs + (call.clock.counts === 'ringing' ? passed : 0),
    talkMs: call.talkMs + (talked ? passed : 0),
    holdMs: call.holdMs + (call.clock.counts === 'held' ? passed : 0),
  });
}

function whatCounts(call: Call): CallClock['counts'] {
  const talks =
    call.segments.some(({ to }) => to === null) || call.bridges.some(({ id }) => talkersOf(call, id).length > 1);
  if (talks) return liveLegs(call).some((leg) => waitsInTalk(call, leg)) ? 'held' : 'talking';
  return liveLegs(call).some(rings) ? 'ringing' : 'nothing';
}

/** In a conversation, and hears nobody. */
export function waitsInTalk(call: Call, leg: Call['legs'][number]): boolean {
  const { activity, holds } = leg;
  return activity.kind === 'talking' && !holds && heardBy(call, activity.bridge, leg).length === 0;
}

/** Somebody is rung for this party, or it is a customer who is called for nobody yet. */
function rings({ activity, party }: Call['legs'][number]): boolean {
  return (
    activity.kind === 'offering' ||
    activity.kind === 'queue-offered' ||
    (activity.kind === 'called' && party.kind === 'outside')
  );
}
