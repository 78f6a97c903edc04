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
  readonly onRequest: (incoming: Incoming) => void;
  readonly onMalformed?: (flow: Flow, reason: string) => void;
  /** Milliseconds of a clock that only goes forward, and a way to be woken; the system's without. */
  readonly clock?: Clock;
  readonly timers?: Partial<TimerValues>;
}

export interface Clock {
  now(): number;
  /** Calls `fire` once after `delayMs`; what comes back calls it off. */
  after(delayMs: number, fire: () => void): () => void;
}

const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, fire) {
    // Node.js cuts it to whole milliseconds, counted from when its turn began: without one more it wakes us too early, and then again.
    const timer = setTimeout(fire, Math.ceil(delayMs) + 1);
    timer.unref(); // What keeps a process alive are its sockets.
    return () => clearTimeout(timer);
  },
};

/** How long after a 2xx another one of the same INVITE may come (RFC 6026 §8.4, Timer M). */
const siblingsMs = 32_000;

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
export interface Incoming {
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
export interface Outgoing {
  readonly request: Request;
  /** CANCELs an INVITE, with further headers such as Reason (RFC 3326). */
  cancel(headers?: readonly Header[]): void;
  /** Sends the ACK of a 2xx. */
  acknowledge(ack: Request, flow: Flow): void;
  /** From now on this one is told: a call that is over is not kept for what may still come from other forks. */
  watch(watch: OutgoingWatch): void;
}

/**
 * The stack with a clock, and each transaction's news brought to whoever started it: what a phone and a switch both are
 * built upon.
 */
export class Endpoint {
  readonly #stack: SipStack;
  readonly #options: EndpointOptions;
  readonly #clock: Clock;
  readonly #incoming = new Map<ServerTransactionId, IncomingWatch>();
  readonly #outgoing = new Map<ClientTransactionId, OutgoingWatch>();
  /** INVITEs that were answered, with until when other forks may answer them, too; the oldest first. */
  readonly #siblingsUntil = new Map<ClientTransactionId, number>();
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
  request(flow: Flow, request: Request, watch: OutgoingWatch): Outgoing {
    const transaction = this.#stack.sendRequest(flow, request, this.#clock.now());
    this.#outgoing.set(transaction, watch);
    this.#schedule();
    return {
      request,
      cancel: (headers) => {
        this.#stack.cancel(transaction, this.#clock.now(), headers);
        this.#schedule();
      },
      acknowledge: (ack, ackFlow) => {
        this.#stack.acknowledge(transaction, ack, ackFlow, this.#clock.now());
        this.#schedule();
      },
      watch: (next) => {
        if (this.#outgoing.has(transaction)) this.#outgoing.set(transaction, next);
      },
    };
  }

  /** Calls `fire` once after so many milliseconds of the endpoint's clock, unless it is closed by then; what comes back calls it off. */
  after(delayMs: number, fire: () => void): () => void {
    return this.#clock.after(delayMs, () => {
      if (!this.#closed) fire();
    });
  }

  /** Transactions and timers that are alive. */
  counts(): ReturnType<SipStack['counts']> {
    return this.#stack.counts();
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
        if (output.response.status >= 200) this.#answered(output.transaction, output.response);
        return watch?.onResponse(output.response, output.flow);
      }
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

  #incomingOf(output: Extract<StackOutput, { type: 'request' }>): Incoming {
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
        this.#stack.respondStateless(transaction, responseTo(request, { toTag, ...parts }), this.#clock.now());
        this.#schedule();
      },
      watch: (watch) => void this.#incoming.set(transaction, watch),
    };
  }

  /**
   * A 2xx to INVITE may have siblings (forks) for 64*T1; after any other final response nothing follows. Whoever waited for siblings is
   * forgotten when the next call comes to this: a timer would wake us for each.
   */
  #answered(transaction: ClientTransactionId, response: Response): void {
    if (response.status >= 300 || cseq(response)?.method !== 'INVITE') return void this.#outgoing.delete(transaction);
    const now = this.#clock.now();
    for (const [answered, until] of this.#siblingsUntil) {
      if (until > now) break;
      this.#siblingsUntil.delete(answered);
      this.#outgoing.delete(answered);
    }
    this.#siblingsUntil.set(transaction, now + siblingsMs);
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
