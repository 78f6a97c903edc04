import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** None is given twice in a process: whoever has one may open it later. */
const given = new Set<number>();

/**
 * A port that nobody listens on, by TCP or UDP, and that the system gives to nobody who asks for any: until a program has opened it, a
 * connection of another could have got one of those. At one address, or at all of this machine.
 */
export async function freePort(address?: string): Promise<number> {
  for (;;) {
    // Browsers open nothing on 10080.
    const port = randomInt(11_000, 30_000);
    if (given.has(port)) continue;
    given.add(port);
    if ((await isFreeByTcp(port, address)) && (await isFreeByUdp(port, address))) return port;
  }
}

const isFreeByTcp = (port: number, host: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host }, () => server.close(() => resolve(true)));
  });

const isFreeByUdp = (port: number, address: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(address?.includes(':') === true ? 'udp6' : 'udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, ...(address === undefined ? {} : { address }) }, () => socket.close(() => resolve(true)));
  });
