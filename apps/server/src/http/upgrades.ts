import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { refuseUpgrade } from '@alo/engine';
import type { FastifyInstance } from 'fastify';

/** Takes over the socket of a request that wants another protocol. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Hands upgrade requests of our own pages to whoever answers their path; any other path is not found. */
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

/**
 * Browsers let any page open a WebSocket anywhere, and say which page it was (RFC 6455 §10.2): only one of this very host
 * and port may. What sends no Origin is no browser. A proxy's `X-Forwarded-Host` counts too, as no page can set it.
 */
export function isOwnPage({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers.origin === undefined) return true;
  const page = URL.parse(headers.origin);
  if (page === null || page.host === '') return false;
  const [forwarded = ''] = String(headers['x-forwarded-host'] ?? '').split(',');
  // Read under the page's protocol, so that its usual port may be named or not.
  return [headers.host ?? '', forwarded.trim()].some(
    (host) => URL.parse(`${page.protocol}//${host}`)?.host === page.host,
  );
}
