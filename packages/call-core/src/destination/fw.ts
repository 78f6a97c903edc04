import { atBrokenPart } from '../broken-part.ts';
import { canonicalForm, nationalForm } from '../caller-id.ts';
import { routeOutbound } from '../routing/outbound.ts';
import { callAt, note } from '../turn.ts';
import type { DestinationKind } from './kind.ts';

/** A number outside, over the trunks that the outbound rules give to everybody. */
export const fw: DestinationKind<'fw'> = {
  named: () => 'chuyển ra số ngoài',
  visit(turn, here, { number, showing }) {
    note(turn, here.call, 'destination', 'Chuyển ra số ngoài', { number });
    const { outsideNumber } = callAt(turn, here.call);
    const shown =
      showing === 'customer' && outsideNumber !== null && outsideNumber !== '' ? nationalForm(outsideNumber) : null;
    const next = routeOutbound(turn, here, { by: null, number: canonicalForm(number), showing: shown });
    if (next.next !== 'ends' || next.cause !== 'forbidden') return next;
    return atBrokenPart(turn, here, 'không có đường gọi ra cho số ngoài này');
  },
};
