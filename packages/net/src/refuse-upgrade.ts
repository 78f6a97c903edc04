import type { Duplex } from 'node:stream';

import { http } from './http-module.ts';

/** Answers a request for another protocol and lets go of its socket, whether or not the peer closes its side. */
export function refuseUpgrade(socket: Duplex, status: 400 | 401 | 403 | 404 | 429 | 501 | 503): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
