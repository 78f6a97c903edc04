import type { Destination } from '../board/destination.ts';
import { ends, type Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { type OutboundWish, outsideRingMs, waysOut } from '../routing/outbound.ts';
import type { Turn } from '../turn/turn.ts';
import { offer } from './offering.ts';

/** A call to the outside for a party that waits, and where they go when nobody takes it there. */
export function routeOutbound(turn: Turn, here: Here, wish: OutboundWish, otherwise: Destination | null = null): Next {
  const found = waysOut(turn, here.call, wish);
  if (found.ways === null) return ends(found.cause);
  return offer(turn, here, { waves: found.ways.map((way) => [way]), ringMs: outsideRingMs, otherwise });
}
