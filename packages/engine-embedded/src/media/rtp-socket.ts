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

  /**
   * Bound sockets of the family of `localAddress`, which the far end is told to send to. Rejects when every port of the
   * range is taken.
   */
  async open(
    localAddress: string,
    events: { readonly onRtp: OnMessage; readonly onRtcp: OnMessage },
  ): Promise<RtpSockets> {
    const address = this.#bound(localAddress);
    const tries = this.#range ? Math.max(1, (this.#range.last - even(this.#range.first)) / 2 + 1) : EPHEMERAL_TRIES;
    for (let i = 0; i < tries; i++) {
      const sockets = await openPair(address, this.#takePort());
      if (!sockets) continue;
      sockets.rtp.on('message', events.onRtp);
      sockets.rtcp.on('message', events.onRtcp);
      return sockets;
    }
    throw new Error('no free RTP port');
  }

  #takePort(): number {
    if (!this.#range) return 0;
    const port = this.#next;
    this.#next = port + 2 > this.#range.last ? even(this.#range.first) : port + 2;
    return port;
  }

  /** Bound to all addresses of one family we are reached by the other one, too: whoever names it to the far end knows that. */
  #bound(localAddress: string): string {
    if (isIPv6(localAddress) === isIPv6(this.#bindAddress)) return this.#bindAddress;
    return isIPv6(localAddress) ? '::' : '0.0.0.0';
  }
}

/** That port, or one that the system chooses, and the other one of its pair: the even one is RTP's. */
async function openPair(address: string, port: number): Promise<RtpSockets | undefined> {
  const one = await bind(address, port);
  if (!one) return undefined;
  const own = one.address().port;
  const isEven = own % 2 === 0;
  const other = await bind(address, isEven ? own + 1 : own - 1);
  if (other) return isEven ? { rtp: one, rtcp: other } : { rtp: other, rtcp: one };
  one.close();
  return undefined;
}

async function bind(bindAddress: string, port: number): Promise<Socket | undefined> {
  const family = isIPv6(bindAddress) ? 6 : 4;
  // Addresses here are never names; the lookup of the default would cost a turn of the event loop for each packet.
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Each family has sockets of its own, and addresses stay as they are written.
    ipv6Only: family === 6,
    lookup: (address, _options, done) => done(null, address, family),
  });
  try {
    const listening = once(socket, 'listening');
    socket.bind(port, bindAddress);
    await listening;
  } catch (error) {
    socket.close();
    if (isAddressInUse(error)) return undefined;
    throw error;
  }
  return socket;
}

/** The other port of a pair may be taken. */
const EPHEMERAL_TRIES = 40;

function even(port: number): number {
  return port + (port % 2);
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
