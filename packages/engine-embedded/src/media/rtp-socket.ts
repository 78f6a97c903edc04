import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Gives even ports for RTP (RFC 3550 §11) in turn, so that a port rests before it is used again. */
export class RtpPorts {
  readonly #bindAddress: string;
  readonly #range: { readonly first: number; readonly last: number } | undefined;
  #next: number;

  constructor(bindAddress: string, range: { readonly first: number; readonly last: number } | undefined) {
    this.#bindAddress = bindAddress;
    this.#range = range;
    this.#next = range ? even(range.first) : 0;
  }

  /** A bound socket. Rejects when every port of the range is taken. */
  async open(onMessage: (bytes: Buffer, from: RemoteInfo) => void): Promise<Socket> {
    const tries = this.#range ? Math.max(1, (this.#range.last - even(this.#range.first)) / 2 + 1) : EPHEMERAL_TRIES;
    for (let i = 0; i < tries; i++) {
      const socket = await this.#bind(this.#takePort());
      if (!socket) continue;
      socket.on('message', onMessage);
      return socket;
    }
    throw new Error('no free RTP port');
  }

  #takePort(): number {
    if (!this.#range) return 0;
    const port = this.#next;
    this.#next = port + 2 > this.#range.last ? even(this.#range.first) : port + 2;
    return port;
  }

  async #bind(port: number): Promise<Socket | undefined> {
    const family = isIPv6(this.#bindAddress) ? 6 : 4;
    // Addresses here are never names; the lookup of the default would cost a turn of the event loop for each packet.
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      lookup: (address, _options, done) => done(null, address, family),
    });
    try {
      const listening = once(socket, 'listening');
      socket.bind(port, this.#bindAddress);
      await listening;
    } catch (error) {
      socket.close();
      if (isAddressInUse(error)) return undefined;
      throw error;
    }
    if (socket.address().port % 2 === 0) return socket;
    socket.close();
    return undefined;
  }
}

/** Half of the system's ports are odd. */
const EPHEMERAL_TRIES = 40;

function even(port: number): number {
  return port + (port % 2);
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
