import { type Board, personOf } from '../board/board.ts';
import type { Call, Leg } from '../board/call.ts';
import type { CallId, Through } from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { isLive, legOf } from '../turn/turn.ts';
import { type ConsultationOfOthers, consultedBy, otherNames } from './own-conversations.ts';

/** A conversation that rings at one of our people: for whom, and through what it came to them. */
export type RingingLeg = {
  readonly call: Call;
  readonly knownAs: readonly CallId[];
  readonly waiting: Leg;
  readonly through: Through | null;
  /** Who waits is one of ours, who left others to ask for advice about them. */
  readonly consulted: ConsultationOfOthers | null;
};

/** What rings at the phones of an extension for somebody who waits; a phone that rings for its own person's call is none of it. */
export function ringingAt(board: Board, extension: string): readonly RingingLeg[] {
  return personOf(board, extension).legs.flatMap(({ call: id, leg: legId }) => {
    const call = getFrom(board.calls, id);
    const leg = call && legOf(call, legId);
    if (call === undefined || leg === undefined || !isLive(leg) || leg.state === 'up') return [];
    const { activity } = leg;
    if (activity.kind !== 'offered' && activity.kind !== 'queue-offered') return [];
    const waiting = legOf(call, activity.waiting);
    if (waiting === undefined) return [];
    const knownAs = otherNames(call, extension);
    if (activity.kind === 'queue-offered')
      return [{ call, knownAs, waiting, through: { kind: 'queue', key: activity.queue }, consulted: null }];
    const through = waiting.activity.kind === 'offering' ? waiting.activity.through : null;
    const consulted = waiting.elsewhere === null ? null : consultedBy(call, waiting, null);
    return [{ call, knownAs, waiting, through, consulted }];
  });
}
