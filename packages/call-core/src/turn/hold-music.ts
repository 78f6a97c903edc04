import { emptyPlan } from '../board/plan.ts';
import type { AudioSource, CallId } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { shuffled } from '../lib/shuffle.ts';
import { planOfCall } from './plan-versions.ts';
import { callAt, type Turn } from './turn.ts';

/** The music that a party of a call hears on hold: that of the rule that leads it, else the company's. */
export const holdMusic = (turn: Turn, call: CallId): readonly AudioSource[] =>
  musicNamed(turn, call, callAt(turn, call).rule?.music ?? planOfCall(turn, call).holdMusic);

/** The same in a queue, which may have music of its own. */
export const queueMusic = (turn: Turn, call: CallId, own: string): readonly AudioSource[] =>
  musicNamed(turn, call, own === emptyPlan.holdMusic ? (callAt(turn, call).rule?.music ?? own) : own);

/** One piece, or all of a list in their order or in one by chance; of a list that is gone the product's own. */
export function musicNamed(turn: Turn, call: CallId, music: string): readonly AudioSource[] {
  const list = lookUp(turn.plan.playlists ?? {}, music);
  if (list === undefined) {
    return [{ kind: 'music', music: music.startsWith(playlistKey('')) ? emptyPlan.holdMusic : music }];
  }
  const { pieces, random, gain } = list;
  // Each time that it begins it is in another order.
  const order = random ? shuffled(pieces, `${call} music ${callAt(turn, call).serial}`) : pieces;
  return order.map((piece) => ({ kind: 'music', music: piece, ...(gain !== 1 && { gain }) }));
}

/** How a plan names a list among its music. */
export const playlistKey = (id: string): string => `list/${id}`;
