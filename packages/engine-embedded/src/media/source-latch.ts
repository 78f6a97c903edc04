export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** After this silence of the party, another port of a believed address may be it (a NAT that forgot). */
const REBIND_MS = 2000;

/**
 * Whose packets are this party's (symmetric RTP, RFC 4961). Believed addresses are the one in its SDP and the one that
 * its SIP comes from; the first valid packet from one of them settles address and port, and nothing else is heard
 * from then on: no stranger can speak into a call, whatever port he finds.
 */
export class SourceLatch {
  readonly #signalledFrom: string | undefined;
  #described: Endpoint | undefined;
  #latched: Endpoint | undefined;
  #heardAt = 0;

  constructor(signalledFrom: string | undefined) {
    this.#signalledFrom = signalledFrom;
  }

  /** Where packets go: where they come from, until then where the SDP says. */
  get target(): Endpoint | undefined {
    return this.#latched ?? this.#described;
  }

  /** What the party's SDP says now. A new place starts anew; the same place changes nothing. */
  describe(endpoint: Endpoint | undefined): void {
    if (endpoint && !(this.#described && same(this.#described, endpoint))) this.#latched = undefined;
    this.#described = endpoint ?? this.#described;
  }

  /** Whether a valid packet from `source` is the party's. */
  accepts(source: Endpoint, nowMs: number): boolean {
    if (!this.#described) return false;
    if (!this.#latched || !same(this.#latched, source)) {
      if (!this.#mayLatch(source, nowMs)) return false;
      this.#latched = { address: source.address, port: source.port };
    }
    this.#heardAt = nowMs;
    return true;
  }

  #mayLatch(source: Endpoint, nowMs: number): boolean {
    const believed = source.address === this.#described?.address || source.address === this.#signalledFrom;
    if (!believed) return false;
    return !this.#latched || nowMs - this.#heardAt >= REBIND_MS;
  }
}

function same(a: Endpoint, b: Endpoint): boolean {
  return a.address === b.address && a.port === b.port;
}
