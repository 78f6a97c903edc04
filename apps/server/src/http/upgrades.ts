import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOwnPage, refuseUpgrade } from '@alo/net';
import type { FastifyInstance } from 'fastify';

/** Takes over the socket of a request that wants another protocol. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Hands upgrade requests of our own pages to the handler of their path; any other path is not found. */
export function handleUpgrades(app: FastifyInstance, byPath: Readonly<Record<string, UpgradeHandler>>): void {
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const handler = Object.hasOwn(byPath, path) ? byPath[path] : undefined;
    // A peer that leaves in the middle of the handshake is no fault of ours.
    socket.on('error', () => socket.destroy());
    if (handler === undefined) refuseUpgrade(socket, 404);
    else if (!isOwnPage(request)) refuseUpgrade(socket, 403);
    else handler(request, socket, head);
  });
}
