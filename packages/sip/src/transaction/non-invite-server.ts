import type { Response } from '../message/message.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import type { Timer } from './timer-queue.ts';
import type { Wires } from './wires.ts';

/**
 * Non-INVITE server transaction (RFC 3261 §17.2.2).
 *
 *     trying ──1xx──► proceeding ──final──► completed ──J──► terminated
 *        └──────────────┴──64*T1──► terminated
 *
 * Thousands of these wait out timer J at a time, so one keeps the bytes of its answer and not the request.
 */
export class NonInviteServer {
  readonly kind = 'non-invite';
  readonly flow: Flow;
  readonly toTag: string;
  readonly #wires: Wires;
  readonly #ended: () => void;
  #state: 'trying' | 'proceeding' | 'completed' | 'terminated' = 'trying';
  #last: Uint8Array | undefined;
  #deadline: Timer;

  constructor(wires: Wires, flow: Flow, toTag: string, ended: () => void) {
    this.#wires = wires;
    this.flow = flow;
    this.toTag = toTag;
    this.#ended = ended;
    // By then the client's timer F has run out, and an answer would only reach somebody else (RFC 4320 §4.2).
    this.#deadline = wires.after(64 * wires.timers.t1, () => this.end());
  }

  /** Is there still something to say to the one who asked? */
  get pending(): boolean {
    return this.#state === 'trying' || this.#state === 'proceeding';
  }

  /** The same request again: the last response again, if there was one. */
  repeated(): void {
    if (this.#last) this.#wires.send(this.flow, this.#last);
  }

  respond(response: Response): void {
    if (!this.pending) return;
    this.#last = serializeMessage(response);
    this.#wires.send(this.flow, this.#last);
    if (response.status < 200) {
      this.#state = 'proceeding';
      return;
    }
    this.#state = 'completed';
    // Timer J; nothing is repeated on a reliable transport, so it is 0 there.
    if (isReliable(this.flow)) this.end();
    else {
      this.#wires.cancel(this.#deadline);
      this.#deadline = this.#wires.after(64 * this.#wires.timers.t1, () => this.end());
    }
  }

  end(): void {
    if (this.#state === 'terminated') return;
    this.#state = 'terminated';
    this.#wires.cancel(this.#deadline);
    this.#ended();
  }
}
