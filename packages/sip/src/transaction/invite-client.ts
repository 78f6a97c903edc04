import type { Header, Request, Response } from '../message/message.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import { ackForRefusal } from './derived-requests.ts';
import type { Timer } from './timer-queue.ts';
import { repeat, type Wires } from './wires.ts';

/** What an INVITE client transaction tells its owner. */
export interface InviteClientEvents {
  response(response: Response, flow: Flow): void;
  timeout(): void;
  /** A 2xx has come: this transaction is over, and what follows goes to the keeper of the accepted ones. */
  accepted(): void;
  /** Time to send the CANCEL of this INVITE that was asked for. */
  sendCancel(invite: Request, headers: readonly Header[]): void;
  ended(): void;
}

/** Timer D on an unreliable transport: "at least 32 seconds" (RFC 3261 §17.1.1.2). */
const TIMER_D = 32_000;

/**
 * INVITE client transaction (RFC 3261 §17.1.1), up to its first 2xx (RFC 6026 §7.2; from there on: `Accepted`).
 *
 *     calling ──1xx──► proceeding ──2xx──► terminated
 *        │                 └──3xx-6xx──► completed ──D──► terminated
 *        └──B──► terminated          (calling takes 2xx and 3xx-6xx the same way)
 */
export class InviteClient {
  readonly flow: Flow;
  readonly #request: Request;
  readonly #wires: Wires;
  readonly #events: InviteClientEvents;
  #state: 'calling' | 'proceeding' | 'completed' | 'terminated' = 'calling';
  #stopRepeating: () => void = () => {};
  #deadline: Timer | undefined;
  #cancel: 'no' | 'wanted' | 'sent' = 'no';
  #cancelHeaders: readonly Header[] = [];
  /** The ACK of a refusal, to be repeated with it. */
  #ack: Uint8Array | undefined;

  constructor(wires: Wires, flow: Flow, request: Request, events: InviteClientEvents) {
    this.#wires = wires;
    this.flow = flow;
    this.#request = request;
    this.#events = events;
    const { t1 } = wires.timers;
    const bytes = serializeMessage(request);
    wires.send(flow, bytes);
    if (!isReliable(flow)) {
      // Timer A: T1, doubled each time without a cap (§17.1.1.2).
      this.#stopRepeating = repeat(wires, t1, Number.POSITIVE_INFINITY, () => wires.send(flow, bytes));
    }
    // Timer B.
    this.#deadline = wires.after(64 * t1, () => this.#giveUp());
  }

  receive(response: Response, flow: Flow): void {
    switch (this.#state) {
      case 'calling':
      case 'proceeding':
        this.#quiet();
        if (response.status < 200) this.#proceed();
        else if (response.status < 300) this.#accept();
        else this.#complete(response);
        this.#events.response(response, flow);
        break;
      case 'completed':
        // The refusal again: our ACK was lost (§17.1.1.2).
        if (response.status >= 300 && this.#ack) this.#wires.send(this.flow, this.#ack);
        break;
      case 'terminated':
        break;
      default:
        this.#state satisfies never;
    }
  }

  /** "If no provisional response has been received, the CANCEL request MUST NOT be sent" (§9.1): it waits for one. */
  cancel(headers: readonly Header[] = []): void {
    if (this.#cancel !== 'no') return;
    this.#cancelHeaders = headers;
    if (this.#state === 'calling') this.#cancel = 'wanted';
    else if (this.#state === 'proceeding') this.#sendCancel();
  }

  end(): void {
    if (this.#state === 'terminated') return;
    this.#state = 'terminated';
    this.#quiet();
    this.#wires.cancel(this.#deadline);
    this.#events.ended();
  }

  #proceed(): void {
    const cancelWanted = this.#cancel === 'wanted';
    if (this.#state === 'calling') {
      this.#state = 'proceeding';
      // Timer B is for calling only: from here on the caller's owner decides how long it may ring.
      this.#wires.cancel(this.#deadline);
    }
    if (cancelWanted) this.#sendCancel();
  }

  #accept(): void {
    this.#events.accepted();
    this.end();
  }

  #complete(response: Response): void {
    this.#state = 'completed';
    this.#ack = serializeMessage(ackForRefusal(this.#request, response));
    this.#wires.send(this.flow, this.#ack);
    this.#endAfter(isReliable(this.flow) ? 0 : TIMER_D);
  }

  #sendCancel(): void {
    this.#cancel = 'sent';
    this.#events.sendCancel(this.#request, this.#cancelHeaders);
    // No final response to the INVITE by 64*T1 after the CANCEL: it counts as cancelled (§9.1).
    this.#wires.cancel(this.#deadline);
    this.#deadline = this.#wires.after(64 * this.#wires.timers.t1, () => this.#giveUp());
  }

  #giveUp(): void {
    this.#events.timeout();
    this.end();
  }

  #endAfter(ms: number): void {
    this.#wires.cancel(this.#deadline);
    if (ms === 0) this.end();
    else this.#deadline = this.#wires.after(ms, () => this.end());
  }

  #quiet(): void {
    this.#stopRepeating();
    // With what it would have repeated.
    this.#stopRepeating = () => {};
  }
}
