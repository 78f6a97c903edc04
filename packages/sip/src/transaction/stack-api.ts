import type { Header, Request, Response } from '../message/message.ts';
import type { Flow } from '../transport/flow.ts';

declare const brand: unique symbol;

/** A request that we answer (RFC 3261 §17.2). */
export type ServerTransactionId = string & { readonly [brand]: 'server' };
/** A request that we sent (§17.1). */
export type ClientTransactionId = string & { readonly [brand]: 'client' };

/** What comes out of the stack. */
export type StackOutput =
  /** Write these bytes. A UDP flow may be another than the one that the request came from (Via port, RFC 3581). */
  | { readonly type: 'send'; readonly flow: Flow; readonly bytes: Uint8Array }
  /** A stream that can no longer be cut into messages: close the connection, then tell `flowClosed`. */
  | { readonly type: 'close'; readonly flow: Flow; readonly reason: string }
  /**
   * A new request, neither a retransmission nor an ACK nor a CANCEL. Answer with `respond`. `toTag` is the tag that our
   * answers carry in To.
   */
  | {
      readonly type: 'request';
      readonly transaction: ServerTransactionId;
      readonly request: Request;
      readonly flow: Flow;
      readonly toTag: string;
    }
  /** The caller has cancelled (§9.2). The stack has already answered 200 to the CANCEL and 487 to the INVITE. */
  | { readonly type: 'cancelled'; readonly transaction: ServerTransactionId; readonly request: Request }
  /** The first ACK of our 2xx; the dialog is confirmed (§13.3.1.4). */
  | { readonly type: 'ack'; readonly transaction: ServerTransactionId; readonly request: Request; readonly flow: Flow }
  /** Our 2xx was repeated for 64*T1 and nobody acknowledged it: send BYE (§13.3.1.4). */
  | { readonly type: 'no-ack'; readonly transaction: ServerTransactionId }
  /**
   * A response to our request, repeated final ones left out. A 2xx of another fork comes as another response of the same
   * transaction; each wants its `acknowledge` (§13.2.2.4).
   */
  | {
      readonly type: 'response';
      readonly transaction: ClientTransactionId;
      readonly response: Response;
      readonly flow: Flow;
    }
  /** An INVITE of ours that was accepted 64*T1 ago: no other fork's 2xx is told from here on (RFC 6026 §7.2, timer M). */
  | { readonly type: 'over'; readonly transaction: ClientTransactionId }
  /** No final response in time; treat as 408 (§8.1.3.1). */
  | { readonly type: 'timeout'; readonly transaction: ClientTransactionId }
  /** The flow is gone before the transaction ended; treat as 503 (§8.1.3.1, §17.2.4). */
  | { readonly type: 'transport-error'; readonly side: 'client'; readonly transaction: ClientTransactionId }
  | { readonly type: 'transport-error'; readonly side: 'server'; readonly transaction: ServerTransactionId }
  /** Bytes that were no message; where one could be answered, that has been done. For counters and limits. */
  | { readonly type: 'malformed'; readonly flow: Flow; readonly reason: string };

/** Timer values in milliseconds (RFC 3261 Appendix A). */
export interface TimerValues {
  /** Round-trip estimate: 500. */
  readonly t1: number;
  /** Longest gap between retransmissions of a non-INVITE request or an INVITE response: 4000. */
  readonly t2: number;
  /** How long a message may stay in the network: 5000. */
  readonly t4: number;
  /** An INVITE that nobody answered by then gets its 100 (§17.2.1): 200. */
  readonly trying: number;
}

/** The options that the owner of the sockets gives the stack. */
export interface SipStackOptions {
  /**
   * Takes what comes out, in order. It may call the stack again: what follows from that comes after what is already
   * waiting. It must not throw, and what a `send` brings back at once (a loopback, a failed write) is better handed in on
   * a later turn: `sendRequest` may not have returned its id yet.
   */
  readonly output: (output: StackOutput) => void;
  /** `host` or `host:port` that our Via gives to the far end of a flow. */
  readonly sentBy: (flow: Flow) => string;
  /** A fresh unguessable token of at least 64 bits, made of letters and digits. Without: from the system's generator. */
  readonly random?: () => string;
  readonly timers?: Partial<TimerValues>;
  /**
   * Requests at once that wait for our answer: one above that is answered 503 and forgotten. As many answers are kept for those
   * who did not hear them. 150 000 without.
   */
  readonly maxServerTransactions?: number;
}

/**
 * Transactions (§17, RFC 6026) and message framing over any number of flows, without a socket or a clock. `now` is in
 * milliseconds of a clock that never goes back. No method throws, whatever the bytes.
 */
export interface SipStack {
  /** A datagram, a WebSocket frame (RFC 7118), or any piece of a TCP or TLS stream. */
  receive(flow: Flow, bytes: Uint8Array, now: number): void;
  /** Fires what is due. Call it at `nextTimerAt()`, or later. */
  advance(now: number): void;
  /** Undefined while nothing is awaited. */
  nextTimerAt(): number | undefined;
  /** The connection is gone, or a write to it failed: its transactions end with `transport-error`. */
  flowClosed(flowId: string, now: number): void;

  /** Sends a request in a client transaction of its own. The Via is added here; an ACK goes by `acknowledge`. */
  sendRequest(flow: Flow, request: Request, now: number): ClientTransactionId;
  /**
   * Sends the ACK of a 2xx (`ackFor` makes it) on `flow`, and again whenever that 2xx comes again (§13.2.2.4).
   */
  acknowledge(transaction: ClientTransactionId, ack: Request, flow: Flow, now: number): void;
  /**
   * CANCELs an INVITE: at once after a provisional response, else when the first arrives (§9.1). Nothing if it has ended.
   * `headers` go along, such as Reason (RFC 3326).
   */
  cancel(transaction: ClientTransactionId, now: number, headers?: readonly Header[]): void;

  /**
   * Sends a response, made by `responseTo`. A 2xx to INVITE is repeated until its ACK (§13.3.1.4). Nothing if the
   * transaction has already had its final response (cancelled, for one) or its flow is gone.
   */
  respond(transaction: ServerTransactionId, response: Response, now: number): void;
  /**
   * Sends a final response and forgets the transaction (§8.2.7): for challenges and refusals to strangers, which must
   * cost no memory. Not for 2xx. Its To has no tag of ours: it gets one that is the same each time.
   */
  respondStateless(transaction: ServerTransactionId, response: Response, now: number): void;

  /** What is alive, for health and leak tests. */
  counts(): StackCounts;
}

/** What it remembers at the moment, for measurements and to see that nothing is left over. */
export interface StackCounts {
  readonly client: number;
  readonly server: number;
  /** 2xx answers whose transactions still take an ACK. */
  readonly awaitingAck: number;
  readonly timers: number;
}
