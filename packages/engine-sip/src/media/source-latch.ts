import { type RtpPacket, sequenceAhead } from './rtp-packet.ts';

export interface UdpAddress {
  readonly address: string;
  readonly port: number;
}

/** After this silence of the party, another port of a believed address may be it (a NAT that forgot). */
const REBIND_MS = 2000;
/** A stream that goes on has not lost more than a minute of its numbers. */
const MOST_AHEAD = 3000;

/** The facts that tell one stream from another. */
type Heard = Pick<RtpPacket, 'ssrc' | 'sequence'>;

/**
 * Whose packets are this party's (symmetric RTP, RFC 4961). Believed addresses are the one in its SDP and the one that
 * its SIP comes from; the first valid packet from one of them settles address and port, and nothing else is heard
 * from then on: no stranger can speak into a call, whatever port he finds. Two things move it: the very place that the
 * SDP names speaks, or after a silence another port goes on with the same stream, whose number nobody guesses.
 */
export class SourceLatch {
  readonly #signalledFrom: string | undefined;
  #described: UdpAddress | undefined;
  #latched: UdpAddress | undefined;
  /** Where it was heard before the SDP named another place: what still comes from there is not the new one. */
  #former: { readonly endpoint: UdpAddress; readonly until: number } | undefined;
  #last: Heard | undefined;
  #heardAt = 0;

  constructor(signalledFrom: string | undefined) {
    this.#signalledFrom = signalledFrom;
  }

  /** Where packets go: where they come from, until then where the SDP says. */
  get target(): UdpAddress | undefined {
    return this.#latched ?? this.#described;
  }

  /** Takes the address in the party's SDP. A new one starts anew; the same one changes nothing. */
  describe(endpoint: UdpAddress | undefined, nowMs: number): void {
    if (endpoint && !(this.#described && same(this.#described, endpoint))) {
      if (this.#latched) this.#former = { endpoint: this.#latched, until: nowMs + REBIND_MS };
      this.#latched = undefined;
    }
    this.#described = endpoint ?? this.#described;
  }

  /** Whether a valid packet from `source` is the party's. */
  accepts(source: UdpAddress, heard: Heard, nowMs: number): boolean {
    if (!this.#described) return false;
    if (!this.#latched || !same(this.#latched, source)) {
      if (!this.#mayLatch(source, heard, nowMs)) return false;
      this.#latched = { address: source.address, port: source.port };
    }
    this.#last = { ssrc: heard.ssrc, sequence: heard.sequence };
    this.#heardAt = nowMs;
    return true;
  }

  #mayLatch(source: UdpAddress, heard: Heard, nowMs: number): boolean {
    if (this.#described && same(this.#described, source)) return true;
    const believed = source.address === this.#described?.address || source.address === this.#signalledFrom;
    if (!believed) return false;
    if (this.#latched) return nowMs - this.#heardAt >= REBIND_MS && this.#goesOn(heard);
    return !(this.#former && same(this.#former.endpoint, source) && nowMs < this.#former.until);
  }

  #goesOn({ ssrc, sequence }: Heard): boolean {
    if (this.#last?.ssrc !== ssrc) return false;
    const ahead = sequenceAhead(sequence, this.#last.sequence);
    return ahead > 0 && ahead <= MOST_AHEAD;
  }
}

function same(a: UdpAddress, b: UdpAddress): boolean {
  return a.address === b.address && a.port === b.port;
}
