import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { plainAddress } from '@alo/net';
import { type Flow, udpFlow } from '@alo/sip';
import { Backlog } from './backlog.ts';
import { mappedAddress } from './mapped-address.ts';
import type { SocketEvents } from './socket-events.ts';

/**
 * Sockets on the one port. Linux deals senders out to them, so that a flood fills the receive buffer that it shares
 * with an eighth of the phones, and the others' messages are read in their turn.
 */
const socketCount = process.platform === 'linux' ? 8 : 1;

/** SIP over UDP. */
export class UdpSockets {
  readonly #sockets: readonly [Socket, ...Socket[]];
  readonly #backlogs: readonly Backlog[];
  readonly #family: 4 | 6;

  private constructor(opened: readonly [Opened, ...Opened[]]) {
    const [first, ...others] = opened;
    this.#sockets = [first.socket, ...others.map(({ socket }) => socket)];
    this.#backlogs = opened.map(({ backlog }) => backlog);
    this.#family = first.socket.address().family === 'IPv6' ? 6 : 4;
  }

  /** Rejects when the port is taken; 0 takes a free one. */
  static async open(bindAddress: string, port: number, events: SocketEvents): Promise<UdpSockets> {
    const first = await openOne(bindAddress, port, events);
    const { port: taken } = first.socket.address();
    const others: Opened[] = [];
    try {
      while (others.length < socketCount - 1) others.push(await openOne(bindAddress, taken, events));
    } catch (error) {
      for (const { socket } of [first, ...others]) socket.close();
      throw error;
    }
    return new UdpSockets([first, ...others]);
  }

  get port(): number {
    return this.#sockets[0].address().port;
  }

  /** More comes to one of them than is read: what is read now has waited. */
  get isBehind(): boolean {
    return this.#backlogs.some(({ stands }) => stands);
  }

  send(flow: Flow, bytes: Uint8Array): void {
    // A forged packet comes from port 0, and a Via or Contact may name it; nobody listens there and `send` would throw.
    if (flow.remote.port === 0) return;
    // What UDP cannot deliver is found out by the transaction's timers, as everything that is lost on the way: nobody is told here, which
    // would cost a turn of the queue of ticks for each message.
    const { address, port } = flow.remote;
    this.#sockets[0].send(bytes, port, mappedAddress(address, this.#family));
  }

  /** A socket on `::` takes both families. */
  reaches(address: string): boolean {
    const own = this.#sockets[0].address().address;
    return own === '::' || isIPv6(address) === isIPv6(own);
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

interface Opened {
  readonly socket: Socket;
  readonly backlog: Backlog;
}

async function openOne(address: string, port: number, events: SocketEvents): Promise<Opened> {
  // As much as the system allows: a burst of thousands of REGISTER must not overflow the default of 200 kB.
  const family = isIPv6(address) ? 6 : 4;
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Addresses here are never names; the lookup of the default would cost a turn of the event loop for each message.
    lookup: (to, _options, done) => done(null, to, family),
    recvBufferSize: 4 << 20,
    reusePort: socketCount > 1,
  });
  const listening = once(socket, 'listening'); // Rejects on 'error'. With such a lookup either comes within `bind`.
  socket.bind({ address, port });
  await listening;
  socket.on('error', (error) => events.onProblem('udp', error));
  const backlog = new Backlog();
  socket.on('message', (bytes, from) => {
    backlog.count();
    events.onBytes(udpFlow(plainAddress(from.address), from.port), bytes);
  });
  return { socket, backlog };
}
