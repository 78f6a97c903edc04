import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isOwnPage, refuseUpgrade } from '@alo/net';
import type { FastifyInstance } from 'fastify';

/** Takes over the socket of a request that wants another protocol. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Hands upgrade requests of our own pages to the handler of their path; any other path is not found. `ofConsole` is a path that the console's
 * page may come to from another host, too: one of several machines that its company is on.
 */
export function handleUpgrades(
  app: FastifyInstance,
  byPath: Readonly<Record<string, UpgradeHandler>>,
  ofConsole?: { readonly path: string; readonly consoleUrl: () => string },
): void {
  const isConsole = ({ headers: { origin } }: IncomingMessage) =>
    origin !== undefined && origin === URL.parse(ofConsole?.consoleUrl() ?? '')?.origin;
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const handler = Object.hasOwn(byPath, path) ? byPath[path] : undefined;
    // A peer that leaves in the middle of the handshake is no fault of ours.
    socket.on('error', () => socket.destroy());
    if (handler === undefined) refuseUpgrade(socket, 404);
    else if (!isOwnPage(request) && !(path === ofConsole?.path && isConsole(request))) refuseUpgrade(socket, 403);
    else handler(request, socket, head);
  });
}
