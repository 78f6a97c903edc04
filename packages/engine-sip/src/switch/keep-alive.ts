import { meansTheSame } from '@alo/net';
import { type Flow, parseSipUri } from '@alo/sip';

/** Many NATs forget a way by UDP after 30 s in which nothing went over it (RFC 4787 §4.3 would have two minutes). */
const rounds = 20;
const roundMs = 1_000;
/** What no message begins with, and everybody who reads messages passes over (RFC 3261 §7.5, RFC 5626 §3.5.1). */
const nothing = new TextEncoder().encode('\r\n\r\n');

/** Keeps ways by UDP through NATs open: each gets an empty line every 20 s, a twentieth of them each second. */
export class KeepAlive {
  readonly #send: (flow: Flow, bytes: Uint8Array) => void;
  /** By the flow's id, in the second of its turn. */
  readonly #turns: readonly Map<string, Flow>[] = Array.from({ length: rounds }, () => new Map<string, Flow>());
  readonly #timer: NodeJS.Timeout;
  #turn = 0;
  #next = 0;

  /** `others`: ways that are asked for each time they are due, once in all turns. */
  constructor(send: (flow: Flow, bytes: Uint8Array) => void, others: () => Iterable<Flow>) {
    this.#send = send;
    this.#timer = setInterval(() => {
      this.#turn = (this.#turn + 1) % rounds;
      for (const flow of this.#turns[this.#turn]?.values() ?? []) this.#send(flow, nothing);
      if (this.#turn === 0) for (const flow of others()) this.#send(flow, nothing);
    }, roundMs).unref();
  }

  keep(flow: Flow): void {
    if (this.#turns.some((turn) => turn.has(flow.id))) return;
    this.#next = (this.#next + 1) % rounds;
    this.#turns[this.#next]?.set(flow.id, flow);
  }

  letGo(flowId: string): void {
    for (const turn of this.#turns) if (turn.delete(flowId)) return;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}

/** Does a peer that wrote this Contact speak by UDP through a NAT: is it seen elsewhere than it believes to be? */
export function speaksThroughNat(contact: string, flow: Flow): boolean {
  if (flow.transport !== 'udp') return false;
  const host = parseSipUri(contact)?.host.replace(/^\[|\]$/g, '');
  return host !== undefined && host !== flow.remote.address && !meansTheSame(host, flow.remote.address);
}
