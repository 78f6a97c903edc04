import type { Response } from '../message/message.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import type { Flow } from '../transport/flow.ts';
import type { Timer } from './timer-queue.ts';
import type { Wires } from './wires.ts';

/**
 * Non-INVITE server transaction (RFC 3261 §17.2.2) until it is answered; `Answered` keeps what follows.
 *
 *     trying ──1xx──► proceeding ──final──► completed ──J──► terminated
 *        └──────────────┴──64*T1──► terminated
 */
export class NonInviteServer {
  readonly kind = 'non-invite';
  readonly flow: Flow;
  readonly toTag: string;
  readonly #wires: Wires;
  readonly #ended: (answer?: Uint8Array) => void;
  #deadline: Timer | undefined;
  #provisional: Uint8Array | undefined;
  #isOver = false;

  /** `ended` gets the final answer where there was one. */
  constructor(wires: Wires, flow: Flow, toTag: string, ended: (answer?: Uint8Array) => void) {
    this.#wires = wires;
    this.flow = flow;
    this.toTag = toTag;
    this.#ended = ended;
  }

  /** It was not answered at once. */
  waits(): void {
    // By then the client's timer F has run out, and an answer would only reach somebody else (RFC 4320 §4.2).
    this.#deadline = this.#wires.after(64 * this.#wires.timers.t1, () => this.end());
  }

  /** Is there still something to say to the one who asked? */
  get pending(): boolean {
    return !this.#isOver;
  }

  /** The same request again: the last response again, if there was one. */
  repeated(): void {
    if (this.#provisional) this.#wires.send(this.flow, this.#provisional);
  }

  respond(response: Response): void {
    if (this.#isOver) return;
    const bytes = serializeMessage(response);
    this.#wires.send(this.flow, bytes);
    if (response.status < 200) this.#provisional = bytes;
    else this.#end(bytes);
  }

  end(): void {
    if (!this.#isOver) this.#end();
  }

  #end(answer?: Uint8Array): void {
    this.#isOver = true;
    this.#wires.cancel(this.#deadline);
    this.#ended(answer);
  }
}
