import { WebSocketServer } from 'ws';

import { refuseUpgrade, type UpgradeHandler } from '../../http/upgrades.ts';
import type { LiveHub } from '../../live/live-hub.ts';
import type { TicketOffice } from '../../live/tickets.ts';

/** Answers `GET /live?ticket=…` by a socket of the hub, 401 where the ticket is not good. */
export function acceptLive(tickets: TicketOffice, hub: LiveHub): UpgradeHandler {
  // A subscription is short; whoever sends more is not one of ours. Compression would cost memory for each socket.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4 * 1024, perMessageDeflate: false });
  return (request, socket, head) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const caller = tickets.redeem(searchParams.get('ticket') ?? '');
    if (caller === undefined) return refuseUpgrade(socket, 401);
    sockets.handleUpgrade(request, socket, head, (webSocket) => hub.connect(webSocket, caller));
  };
}
