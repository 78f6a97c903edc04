import type { Header, Request, Response } from '../message/message.ts';
import { type ResponseParts, responseTo } from '../message/new-message.ts';
import { cseq } from '../message/read-headers.ts';
import { createSipStack } from '../transaction/sip-stack.ts';
import type {
  ClientTransactionId,
  ServerTransactionId,
  SipStack,
  StackOutput,
  TimerValues,
} from '../transaction/stack-api.ts';
import type { Flow } from '../transport/flow.ts';

/** What an endpoint needs from the world. */
export interface EndpointOptions {
  readonly send: (flow: Flow, bytes: Uint8Array) => void;
  /** Close a connection whose bytes make no sense. */
  readonly closeFlow: (flow: Flow, reason: string) => void;
  readonly sentBy: (flow: Flow) => string;
  /** A new request that is no ACK and no CANCEL: answer it, now or later. */
  readonly onRequest: (incoming: IncomingRequest) => void;
  readonly onMalformed?: (flow: Flow, reason: string) => void;
  /** Milliseconds of a clock that only goes forward, and a way to be woken; the system's without. */
  readonly clock?: SipClock;
  readonly timers?: Partial<TimerValues>;
}

/** Time, and what is to happen later: the system's, or a test's. */
export interface SipClock {
  now(): number;
  /** Calls `fire` once after `delayMs`; what comes back calls it off. */
  after(delayMs: number, fire: () => void): () => void;
}

const systemClock: SipClock = {
  now: () => performance.now(),
  after(delayMs, fire) {
    // Node.js cuts it to whole milliseconds, counted from when its turn began: without one more it wakes us too early, and then again.
    const timer = setTimeout(fire, Math.ceil(delayMs) + 1);
    timer.unref(); // What keeps a process alive are its sockets.
    return () => clearTimeout(timer);
  },
};

/** What may follow after we answered an INVITE, or before we did. Each is told at most once. */
export interface IncomingWatch {
  /** The caller gave up; both answers have gone out. */
  onCancelled?: (cancel: Request) => void;
  /** Our 2xx arrived. */
  onAck?: (ack: Request) => void;
  /** Our 2xx never arrived, or the connection to the caller broke before it could: send BYE. */
  onLost?: () => void;
}

/** A request to us, with the way to answer it. */
export interface IncomingRequest {
  readonly request: Request;
  readonly flow: Flow;
  /** The tag of our answers. */
  readonly toTag: string;
  /** Sends a response and gives it back as it went out. */
  respond(parts: ResponseParts): Response;
  /** A final refusal that leaves no memory behind, for strangers. */
  refuse(parts: ResponseParts): void;
  watch(watch: IncomingWatch): void;
}

/** How our own request fares. */
export interface OutgoingWatch {
  onResponse: (response: Response, flow: Flow) => void;
  /** No answer in time, or no connection. */
  onFailure: (why: 'timeout' | 'transport') => void;
}

/** A request of ours. */
export interface OutgoingRequest {
  /** CANCELs an INVITE, with further headers such as Reason (RFC 3326). */
  cancel(headers?: readonly Header[]): void;
  /** Sends the ACK of a 2xx. */
  acknowledge(ack: Request, flow: Flow): void;
  /** From now on this one is told, and nothing else is kept: other forks may answer for half a minute. */
  leaveTo(watch: OutgoingWatch): void;
}

/** What each `Outgoing` of an endpoint does. There are as many as calls in half a minute: with functions of its own each would be five things. */
interface Sender {
  cancel(transaction: ClientTransactionId, headers: readonly Header[] | undefined): void;
  acknowledge(transaction: ClientTransactionId, ack: Request, flow: Flow): void;
  leaveTo(transaction: ClientTransactionId, watch: OutgoingWatch): void;
}

class Sent implements OutgoingRequest {
  readonly #sender: Sender;
  readonly #transaction: ClientTransactionId;

  constructor(sender: Sender, transaction: ClientTransactionId) {
    this.#sender = sender;
    this.#transaction = transaction;
  }

  cancel(headers?: readonly Header[]): void {
    this.#sender.cancel(this.#transaction, headers);
  }

  acknowledge(ack: Request, flow: Flow): void {
    this.#sender.acknowledge(this.#transaction, ack, flow);
  }

  leaveTo(watch: OutgoingWatch): void {
    this.#sender.leaveTo(this.#transaction, watch);
  }
}

/**
 * The stack with a clock, and each transaction's news brought to whoever started it: what a phone and a switch both are
 * built upon.
 */
export class SipEndpoint {
  readonly #stack: SipStack;
  readonly #options: EndpointOptions;
  readonly #clock: SipClock;
  readonly #incoming = new Map<ServerTransactionId, IncomingWatch>();
  readonly #outgoing = new Map<ClientTransactionId, OutgoingWatch>();
  readonly #sender: Sender = {
    cancel: (transaction, headers) => {
      this.#stack.cancel(transaction, this.#clock.now(), headers);
      this.#schedule();
    },
    acknowledge: (transaction, ack, flow) => {
      this.#stack.acknowledge(transaction, ack, flow, this.#clock.now());
      this.#schedule();
    },
    leaveTo: (transaction, watch) => {
      if (this.#outgoing.has(transaction)) this.#outgoing.set(transaction, watch);
    },
  };
  #wake: { readonly at: number; readonly stop: () => void } | undefined;
  #closed = false;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#stack = createSipStack({
      output: (output) => this.#take(output),
      sentBy: options.sentBy,
      ...(options.timers === undefined ? {} : { timers: options.timers }),
    });
  }

  receive(flow: Flow, bytes: Uint8Array): void {
    if (this.#closed) return;
    this.#stack.receive(flow, bytes, this.#clock.now());
    this.#schedule();
  }

  flowClosed(flow: Flow): void {
    if (this.#closed) return;
    this.#stack.flowClosed(flow.id, this.#clock.now());
    this.#schedule();
  }

  /** Sends a request other than ACK and CANCEL. The watch is told from a later turn on at the earliest. */
  request(flow: Flow, request: Request, watch: OutgoingWatch): OutgoingRequest {
    const transaction = this.#stack.sendRequest(flow, request, this.#clock.now());
    this.#outgoing.set(transaction, watch);
    this.#schedule();
    return new Sent(this.#sender, transaction);
  }

  /** Calls `fire` once after so many milliseconds of the endpoint's clock, unless it is closed by then; what comes back calls it off. */
  after(delayMs: number, fire: () => void): () => void {
    return this.#clock.after(delayMs, () => {
      if (!this.#closed) fire();
    });
  }

  /** Transactions and timers that are alive, and those who wait for news of a transaction. */
  counts(): ReturnType<SipStack['counts']> & { readonly watches: number } {
    return { ...this.#stack.counts(), watches: this.#incoming.size + this.#outgoing.size };
  }

  /** Nothing is sent or told from here on. */
  close(): void {
    this.#closed = true;
    this.#wake?.stop();
  }

  #schedule(): void {
    const at = this.#closed ? undefined : this.#stack.nextTimerAt();
    if (at === this.#wake?.at) return;
    this.#wake?.stop();
    this.#wake = undefined;
    if (at === undefined) return;
    const stop = this.#clock.after(Math.max(0, at - this.#clock.now()), () => {
      this.#wake = undefined;
      this.#stack.advance(this.#clock.now());
      this.#schedule();
    });
    this.#wake = { at, stop };
  }

  #take(output: StackOutput): void {
    switch (output.type) {
      case 'send':
        return this.#options.send(output.flow, output.bytes);
      case 'close':
        return this.#options.closeFlow(output.flow, output.reason);
      case 'request':
        return this.#options.onRequest(this.#incomingOf(output));
      case 'cancelled':
        return this.#lastWord(output.transaction)?.onCancelled?.(output.request);
      case 'ack':
        return this.#lastWord(output.transaction)?.onAck?.(output.request);
      case 'no-ack':
        return this.#lastWord(output.transaction)?.onLost?.();
      case 'response': {
        const watch = this.#outgoing.get(output.transaction);
        if (isLast(output.response)) this.#outgoing.delete(output.transaction);
        return watch?.onResponse(output.response, output.flow);
      }
      case 'over':
        return void this.#outgoing.delete(output.transaction);
      case 'timeout':
        return this.#failed(output.transaction, 'timeout');
      case 'transport-error':
        return output.side === 'server'
          ? this.#lastWord(output.transaction)?.onLost?.()
          : this.#failed(output.transaction, 'transport');
      case 'malformed':
        return this.#options.onMalformed?.(output.flow, output.reason);
      default:
        return output satisfies never;
    }
  }

  #incomingOf(output: Extract<StackOutput, { type: 'request' }>): IncomingRequest {
    const { transaction, request, flow, toTag } = output;
    return {
      request,
      flow,
      toTag,
      respond: (parts) => {
        const response = responseTo(request, { toTag, ...parts });
        if (request.method !== 'INVITE' || parts.status >= 300) {
          if (parts.status >= 200) this.#incoming.delete(transaction);
        }
        this.#stack.respond(transaction, response, this.#clock.now());
        this.#schedule();
        return response;
      },
      refuse: (parts) => {
        this.#incoming.delete(transaction);
        this.#stack.respondStateless(transaction, responseTo(request, parts), this.#clock.now());
        this.#schedule();
      },
      watch: (watch) => void this.#incoming.set(transaction, watch),
    };
  }

  /** The watch of a transaction of which nothing more will be told. */
  #lastWord(transaction: ServerTransactionId): IncomingWatch | undefined {
    const watch = this.#incoming.get(transaction);
    this.#incoming.delete(transaction);
    return watch;
  }

  #failed(transaction: ClientTransactionId, why: 'timeout' | 'transport'): void {
    const watch = this.#outgoing.get(transaction);
    this.#outgoing.delete(transaction);
    watch?.onFailure(why);
  }
}

/** A 2xx to INVITE may have siblings (forks) until its transaction is over; after any other final response nothing follows. */
const isLast = (response: Response): boolean =>
  response.status >= 300 || (response.status >= 200 && cseq(response)?.method !== 'INVITE');
