import { randomToken } from '../digest/hashes.ts';
import type { Header, Request, Response } from '../message/message.ts';
import { parseMessage } from '../message/parse-message.ts';
import { reasonPhrase } from '../message/reason-phrases.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { type FramedMessage, StreamFramer } from '../transport/stream-framer.ts';
import { ClientSide } from './client-side.ts';
import { Connections } from './connections.ts';
import { ServerSide } from './server-side.ts';
import type {
  ClientTransactionId,
  ServerTransactionId,
  SipStack,
  SipStackOptions,
  StackCounts,
  StackOutput,
  TimerValues,
} from './stack-api.ts';
import { TimerQueue } from './timer-queue.ts';
import type { Plumbing } from './wires.ts';

/** RFC 3261 Appendix A. */
export const DEFAULT_TIMERS: TimerValues = { t1: 500, t2: 4000, t4: 5000, trying: 200 };

/** 4000 requests a second over UDP, each kept for 64*T1. */
const DEFAULT_MAX_SERVER_TRANSACTIONS = 150_000;
/** What waits this long need not end to the millisecond: it ends with all else of its half second, and wakes the process once. */
const COARSE_FROM = 5000;
const COARSE = 500;
const dueAt = (now: number, ms: number): number =>
  ms < COARSE_FROM ? now + ms : Math.ceil((now + ms) / COARSE) * COARSE;

/** A bare refusal, which a peer that speaks no SIP can read all the same. */
const bareRefusal = (status: number): Uint8Array =>
  new TextEncoder().encode(`SIP/2.0 ${status} ${reasonPhrase(status)}\r\nContent-Length: 0\r\n\r\n`);
const PONG = new Uint8Array([0x0d, 0x0a]);

/** A stack over the given outside. See `SipStack`. */
export const createSipStack = (options: SipStackOptions): SipStack => new Stack(options);

/** Time, bytes and the order of outputs; what the messages mean is for the two sides. */
class Stack implements SipStack {
  readonly #output: (output: StackOutput) => void;
  readonly #plumbing: Plumbing;
  readonly #client: ClientSide;
  readonly #server: ServerSide;
  readonly #timers = new TimerQueue();
  readonly #framers = new Map<string, StreamFramer>();
  readonly #outputs: StackOutput[] = [];
  #delivering = false;
  #now = 0;

  constructor(options: SipStackOptions) {
    this.#output = options.output;
    const emit = (output: StackOutput): void => void this.#outputs.push(output);
    this.#plumbing = {
      timers: { ...DEFAULT_TIMERS, ...options.timers },
      now: () => this.#now,
      send: (flow, bytes) => emit({ type: 'send', flow, bytes }),
      after: (ms, fire) => this.#timers.add(dueAt(this.#now, ms), fire),
      cancel: (timer) => this.#timers.cancel(timer),
      emit,
      random: options.random ?? randomToken,
      connections: new Connections(),
    };
    this.#client = new ClientSide(this.#plumbing, options.sentBy);
    this.#server = new ServerSide(this.#plumbing, options.maxServerTransactions ?? DEFAULT_MAX_SERVER_TRANSACTIONS);
  }

  receive(flow: Flow, bytes: Uint8Array, now: number): void {
    this.#during(now, () => {
      if (flow.transport === 'tcp' || flow.transport === 'tls') this.#receiveStream(flow, bytes);
      else this.#receivePacket(flow, bytes);
    });
  }

  advance(now: number): void {
    this.#during(now, () => this.#timers.advance(now));
  }

  nextTimerAt(): number | undefined {
    return this.#timers.nextAt();
  }

  flowClosed(flowId: string, now: number): void {
    this.#during(now, () => {
      this.#server.settle();
      this.#framers.delete(flowId);
      this.#plumbing.connections.closed(flowId);
    });
  }

  sendRequest(flow: Flow, request: Request, now: number): ClientTransactionId {
    return this.#during(now, () => this.#client.send(flow, request));
  }

  acknowledge(transaction: ClientTransactionId, ack: Request, flow: Flow, now: number): void {
    this.#during(now, () => this.#client.acknowledge(transaction, ack, flow));
  }

  cancel(transaction: ClientTransactionId, now: number, headers: readonly Header[] = []): void {
    this.#during(now, () => this.#client.cancel(transaction, headers));
  }

  respond(transaction: ServerTransactionId, response: Response, now: number): void {
    this.#during(now, () => this.#server.respond(transaction, response));
  }

  respondStateless(transaction: ServerTransactionId, response: Response, now: number): void {
    this.#during(now, () => this.#server.respondStateless(transaction, response));
  }

  counts(): StackCounts {
    const { count, awaitingAck } = this.#server;
    return { client: this.#client.count, server: count, awaitingAck, timers: this.#timers.size };
  }

  #receiveStream(flow: Flow, bytes: Uint8Array): void {
    let framer = this.#framers.get(flow.id);
    if (!framer) {
      framer = new StreamFramer();
      this.#framers.set(flow.id, framer);
    }
    for (const framed of framer.push(bytes)) {
      switch (framed.kind) {
        case 'message':
          this.#receiveMessage(flow, framed.bytes);
          break;
        case 'ping':
          this.#plumbing.send(flow, PONG);
          break;
        case 'broken':
          this.#refuseBroken(flow, framed);
          this.#plumbing.emit({ type: 'malformed', flow, reason: framed.reason });
          this.#plumbing.emit({ type: 'close', flow, reason: framed.reason });
          break;
        default:
          framed satisfies never;
      }
    }
  }

  /** The last word on a connection: to the request, where it says whom to answer, else to whoever is there. */
  #refuseBroken(flow: Flow, { head, status, reason }: Extract<FramedMessage, { kind: 'broken' }>): void {
    const parsed = parseMessage(head);
    const request = parsed.ok ? parsed.message : parsed.answerable;
    if (request?.kind === 'response' || request?.method === 'ACK') return;
    if (request === undefined) this.#plumbing.send(flow, bareRefusal(status));
    else this.#server.refuse(flow, request, status, reason);
  }

  #receivePacket(flow: Flow, bytes: Uint8Array): void {
    if (bytes.length <= 4 && bytes.every((byte) => byte === 0x0d || byte === 0x0a || byte === 0)) {
      // Keep-alive. On a connection two line breaks ask for one (RFC 5626 §3.5.1); UDP would be answered by STUN.
      if (bytes.length === 4 && isReliable(flow)) this.#plumbing.send(flow, PONG);
      return;
    }
    this.#receiveMessage(flow, bytes);
  }

  #receiveMessage(flow: Flow, bytes: Uint8Array): void {
    const parsed = parseMessage(bytes);
    if (!parsed.ok) {
      if (parsed.answerable) this.#server.refuse(flow, parsed.answerable, parsed.status, parsed.reason);
      this.#plumbing.emit({ type: 'malformed', flow, reason: parsed.reason });
    } else if (parsed.message.kind === 'request') this.#server.receive(flow, parsed.message);
    else this.#client.receive(flow, parsed.message);
  }

  /** Does the work at that time, then delivers what came of it; calls made meanwhile append to the same queue. */
  #during<Result>(now: number, work: () => Result): Result {
    this.#now = Math.max(this.#now, now);
    const result = work();
    if (!this.#delivering) this.#deliver();
    return result;
  }

  #deliver(): void {
    this.#delivering = true;
    try {
      for (let at = 0; at < this.#outputs.length; at++) {
        const output = this.#outputs[at];
        if (output) this.#output(output);
      }
      this.#server.settle();
    } finally {
      this.#outputs.length = 0;
      this.#delivering = false;
    }
  }
}
