import { atBrokenPart, markBroken } from '../activity/broken-part.ts';
import { routeOutbound } from '../activity/outside-offer.ts';
import { canonicalForm, nationalForm } from '../board/caller-id.ts';
import type { DestinationMap } from '../board/destination.ts';
import { goesTo } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { type OutboundWish } from '../routing/outbound.ts';
import { callAt, note, type Turn } from '../turn/turn.ts';
import type { DestinationKind } from './kind.ts';

const noWay = 'không có đường gọi ra cho số ngoài này';

/** A number outside, over the trunks that the outbound rules give to everybody. */
export const fw: DestinationKind<'fw'> = {
  named: () => 'chuyển ra số ngoài',
  visit(turn, here, { number, showing, otherwise }) {
    note(turn, here.call, 'destination', 'Chuyển ra số ngoài', { number });
    const next = routeOutbound(turn, here, wishOf(turn, here, { number, showing }), otherwise);
    if (next.next !== 'ends') return next;
    if (otherwise === undefined) return next.cause === 'forbidden' ? atBrokenPart(turn, here, noWay) : next;
    if (next.cause === 'forbidden') markBroken(turn, here, noWay);
    return goesTo(otherwise);
  },
};

/** What is wanted of the ways out by a call that is sent to a number outside. */
export function wishOf(
  turn: Turn,
  here: Here,
  { number, showing }: Omit<DestinationMap['fw'], 'otherwise'>,
): OutboundWish {
  const { outsideNumber } = callAt(turn, here.call);
  const shown =
    showing === 'customer' && outsideNumber !== null && outsideNumber !== '' ? nationalForm(outsideNumber) : null;
  return { by: null, number: canonicalForm(number), showing: shown };
}
