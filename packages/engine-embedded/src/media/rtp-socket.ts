import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

export interface RtpSockets {
  readonly rtp: Socket;
  /** On the next port (RFC 3550 §11). */
  readonly rtcp: Socket;
}

type OnMessage = (bytes: Buffer, from: RemoteInfo) => void;

/** Gives even ports for RTP (RFC 3550 §11) in turn, so that a port rests before it is used again, and the next for RTCP. */
export class RtpPorts {
  readonly #bindAddress: string;
  readonly #range: { readonly first: number; readonly last: number } | undefined;
  #next: number;

  constructor(bindAddress: string, range: { readonly first: number; readonly last: number } | undefined) {
    this.#bindAddress = bindAddress;
    this.#range = range;
    this.#next = range ? even(range.first) : 0;
  }

  /** Bound sockets. Rejects when every port of the range is taken. */
  async open(events: { readonly onRtp: OnMessage; readonly onRtcp: OnMessage }): Promise<RtpSockets> {
    const tries = this.#range ? Math.max(1, (this.#range.last - even(this.#range.first)) / 2 + 1) : EPHEMERAL_TRIES;
    for (let i = 0; i < tries; i++) {
      const sockets = await this.#openPair(this.#takePort());
      if (!sockets) continue;
      sockets.rtp.on('message', events.onRtp);
      sockets.rtcp.on('message', events.onRtcp);
      return sockets;
    }
    throw new Error('no free RTP port');
  }

  async #openPair(port: number): Promise<RtpSockets | undefined> {
    const rtp = await this.#bind(port);
    if (!rtp) return undefined;
    if (rtp.address().port % 2 === 0) {
      const rtcp = await this.#bind(rtp.address().port + 1);
      if (rtcp) return { rtp, rtcp };
    }
    rtp.close();
    return undefined;
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
    return socket;
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
