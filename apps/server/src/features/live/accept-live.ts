import type { IncomingMessage } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { refuseUpgrade } from '@alo/net';
import { WebSocketServer } from 'ws';

import type { UpgradeHandler } from '../../http/upgrades.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { EndedBy, LiveHub } from '../../live/live-hub.ts';
import type { TicketOffice } from './tickets.ts';

/** Answers `GET /live?ticket=…` by a socket of the hub, 401 where the ticket is not good. */
export function acceptLive({
  tickets,
  hub,
  callerOf,
  endedBy,
  isRefused,
  isOver,
  hasAll,
  onError,
}: {
  tickets: TicketOffice;
  hub: LiveHub;
  callerOf: (tenantId: string, sessionId: string) => Promise<Caller | undefined>;
  endedBy: EndedBy;
  /** Told of whoever has no socket: of nobody where the ticket is none, or not any more. */
  isRefused: (request: IncomingMessage, caller?: Caller) => void;
  /** Told where a company has all the sockets that it may have. */
  isOver: (caller: Caller) => void;
  /** Told where a sign-in has all the sockets that one may have. */
  hasAll: (caller: Caller) => void;
  onError: (error: unknown) => void;
}): UpgradeHandler {
  // A subscription is short; whoever sends more is not one of ours. Compression would cost memory for each socket.
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 4 * 1024, perMessageDeflate: false });

  /** Between the look at the session and the socket it may have ended, or have fewer rights, and nobody would have told this socket. */
  async function lookAgain(caller: Caller): Promise<void> {
    const { tenantId, sessionId } = caller;
    const now = await callerOf(tenantId, sessionId);
    if (now === undefined) hub.endSessions(tenantId, [sessionId], await endedBy(tenantId, [sessionId]));
    else if (!isDeepStrictEqual(now, caller)) await hub.refresh(tenantId, (id) => callerOf(tenantId, id), endedBy);
  }

  return (request, socket, head) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    tickets.redeem(searchParams.get('ticket') ?? '').then(
      (caller) => {
        if (caller === undefined) {
          isRefused(request);
          return refuseUpgrade(socket, 401);
        }
        const room = hub.hasRoomFor(caller);
        if (room === 'company has all') isOver(caller);
        if (room === 'no') hasAll(caller);
        if (room !== 'yes') {
          isRefused(request, caller);
          return refuseUpgrade(socket, 429);
        }
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          hub.connect(webSocket, socket, caller);
          lookAgain(caller).catch(onError);
        });
      },
      (error: unknown) => {
        onError(error);
        refuseUpgrade(socket, 503);
      },
    );
  };
}
