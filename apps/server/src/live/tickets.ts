import { randomBytes } from 'node:crypto';

import type { Caller } from '../kernel/caller.ts';

const goodForMs = 30_000;
const openAtMost = 100_000;

/** One-use tickets for live sockets: a browser cannot send a token with a WebSocket, and an address is no place for one. */
export function ticketOffice(now: () => number = Date.now) {
  const open = new Map<string, { caller: Caller; until: number }>();
  return {
    issue(caller: Caller): string {
      // Oldest first: what has run out stands at the front.
      for (const [ticket, { until }] of open) {
        if (until > now() && open.size < openAtMost) break;
        open.delete(ticket);
      }
      const ticket = randomBytes(32).toString('base64url');
      open.set(ticket, { caller, until: now() + goodForMs });
      return ticket;
    },
    /** Who the ticket was issued to; undefined for one that is unknown, used or older than thirty seconds. */
    redeem(ticket: string): Caller | undefined {
      const entry = open.get(ticket);
      open.delete(ticket);
      return entry !== undefined && entry.until > now() ? entry.caller : undefined;
    },
  };
}

export type TicketOffice = ReturnType<typeof ticketOffice>;
