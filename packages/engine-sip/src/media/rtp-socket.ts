import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';

import { hasCode } from '@alo/engine-host/process';

export interface RtpSockets {
  readonly rtp: Socket;
  /** Of RTP. */
  readonly port: number;
  /** On the next port (RFC 3550 §11). */
  readonly rtcp: Socket;
}

export interface PortRange {
  readonly first: number;
  readonly last: number;
  /** Where it is begun, so that processes which share the range do not all try the same; at the first where it is left out. */
  readonly from?: number;
}

type OnMessage = (bytes: Buffer, from: RemoteInfo) => void;

/** To make a pair takes a tenth of the time in which a call is set up: so many are made before. */
const SPARES = 4;
/** A further pair is made so long after the last one was taken, when its taker has done its work. */
const MADE_AFTER_MS = 10;

/** Gives even ports for RTP (RFC 3550 §11) in turn, so that a port rests before it is used again, and the next for RTCP. */
export class RtpPorts {
  readonly #bindAddress: string;
  readonly #range: PortRange | undefined;
  #next: number;
  /** Bound and used by nobody, by the address that they are bound to. */
  readonly #spares = new Map<string, RtpSockets[]>();
  readonly #making = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(bindAddress: string, range: PortRange | undefined) {
    this.#bindAddress = bindAddress;
    this.#range = range;
    this.#next = range ? even(range.from ?? range.first) : 0;
  }

  /**
   * Bound sockets of the family of `localAddress`, which the far end is told to send to. Throws when every port of the
   * range is taken.
   */
  open(localAddress: string, events: { readonly onRtp: OnMessage; readonly onRtcp: OnMessage }): RtpSockets {
    const address = this.#bound(localAddress);
    const sockets = this.#spares.get(address)?.shift() ?? this.#open(address);
    this.#makeSpares(address);
    if (sockets === undefined) throw new Error('no free RTP port');
    for (const socket of [sockets.rtp, sockets.rtcp]) socket.ref();
    sockets.rtp.on('message', events.onRtp);
    sockets.rtcp.on('message', events.onRtcp);
    return sockets;
  }

  /** Those that nobody has taken. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#making.values()) clearTimeout(timer);
    for (const sockets of [...this.#spares.values()].flat()) closeBoth(sockets);
    this.#spares.clear();
  }

  #open(address: string): RtpSockets | undefined {
    const tries = this.#range ? Math.max(1, (this.#range.last - even(this.#range.first)) / 2 + 1) : EPHEMERAL_TRIES;
    for (let i = 0; i < tries; i++) {
      const sockets = openPair(address, this.#takePort());
      if (sockets) return sockets;
    }
    return undefined;
  }

  #makeSpares(address: string): void {
    if (this.#making.has(address) || this.#isClosed) return;
    const timer = setTimeout(() => this.#make(address), MADE_AFTER_MS).unref();
    this.#making.set(address, timer);
  }

  #make(address: string): void {
    this.#making.delete(address);
    const spares = this.#spares.get(address) ?? [];
    this.#spares.set(address, spares);
    while (spares.length < SPARES) {
      // One try each: where most ports are taken, the one who wants one looks for it, and is told if there is none.
      const made = spare(address, this.#takePort());
      if (made === undefined) break;
      for (const socket of [made.rtp, made.rtcp]) socket.unref();
      spares.push(made);
    }
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

function closeBoth({ rtp, rtcp }: RtpSockets): void {
  rtp.close();
  rtcp.close();
}

/** A pair that is opened ahead; undefined where that fails: the next caller who wants a pair gets the error. */
function spare(address: string, port: number): RtpSockets | undefined {
  try {
    return openPair(address, port);
  } catch {
    return undefined;
  }
}

/** That port, or one that the system chooses, and the other one of its pair: the even one is RTP's. */
function openPair(address: string, port: number): RtpSockets | undefined {
  const one = bind(address, port);
  if (!one) return undefined;
  const own = port === 0 ? one.address().port : port;
  const isEven = own % 2 === 0;
  let other: Socket | undefined;
  try {
    other = bind(address, isEven ? own + 1 : own - 1);
  } finally {
    // Whether it is taken, or no more sockets are to be had.
    if (other === undefined) one.close();
  }
  if (other === undefined) return undefined;
  return isEven ? { rtp: one, rtcp: other, port: own } : { rtp: other, rtcp: one, port: own - 1 };
}

/** Undefined where somebody has the port. */
function bind(bindAddress: string, port: number): Socket | undefined {
  const family = isIPv6(bindAddress) ? 6 : 4;
  // Addresses here are never names; the lookup of the default would cost a turn of the event loop for each packet.
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    // Each family has sockets of its own, and addresses stay as they are written.
    ipv6Only: family === 6,
    lookup: (address, _options, done) => done(null, address, family),
  });
  // With an address that nobody has to look up, `bind` has bound, or failed, when it is back.
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
  };
  socket.on('error', fail).bind(port, bindAddress).off('error', fail);
  if (failure === undefined) return socket;
  socket.close();
  if (isAddressInUse(failure)) return undefined;
  throw failure;
}

/** The other port of a pair may be taken. */
const EPHEMERAL_TRIES = 40;

function even(port: number): number {
  return port + (port % 2);
}

function isAddressInUse(error: unknown): boolean {
  return hasCode(error, 'EADDRINUSE');
}
