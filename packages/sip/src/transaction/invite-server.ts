import type { Request, Response } from '../message/message.ts';
import { responseTo } from '../message/new-message.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import type { Timer } from './timer-queue.ts';
import { repeat, type Wires } from './wires.ts';

export interface InviteServerEvents {
  /** A 2xx was repeated for 64*T1 in vain. */
  noAck(): void;
  /** `answer` is what a copy of the INVITE gets from now on: none of one whose 2xx was acknowledged (RFC 6026 §7.1). */
  ended(answer?: Uint8Array): void;
}

/** A ringing phone says so at least once a minute, or a proxy on the way gives up (RFC 3261 §13.3.1.1). */
const STILL_RINGING = 60_000;

const nothing = new Uint8Array();

/**
 * INVITE server transaction (RFC 3261 §17.2.1, RFC 6026 §7.1), and the part of the UAS core that repeats a 2xx until it
 * is acknowledged (§13.3.1.4). `Answered` then knows its copies until timer L has run out.
 *
 *     proceeding ──2xx──► accepted ──ACK or L──► terminated
 *         └──3xx-6xx──► completed ──ACK──► confirmed ──I──► terminated
 *                           └──H──► terminated
 */
export class InviteServer {
  readonly kind = 'invite';
  readonly flow: Flow;
  readonly request: Request;
  readonly toTag: string;
  readonly #wires: Wires;
  readonly #events: InviteServerEvents;
  #state: 'proceeding' | 'accepted' | 'completed' | 'confirmed' | 'terminated' = 'proceeding';
  #last: Uint8Array | undefined;
  /** The 2xx that we sent. */
  #accepted: Response | undefined;
  #stopRepeating: () => void = () => {};
  #deadline: Timer | undefined;

  constructor(wires: Wires, flow: Flow, request: Request, toTag: string, events: InviteServerEvents) {
    this.#wires = wires;
    this.flow = flow;
    this.request = request;
    this.toTag = toTag;
    this.#events = events;
    // "MUST generate a 100 unless it knows that the TU will answer within 200 ms" (§17.2.1).
    this.#deadline = wires.after(wires.timers.trying, () => {
      this.#last = serializeMessage(responseTo(request, { status: 100 }));
      wires.send(flow, this.#last);
    });
  }

  /** Has there been no final response yet? */
  get pending(): boolean {
    return this.#state === 'proceeding';
  }

  /** Is a 2xx waiting for its ACK? */
  get unacknowledged(): boolean {
    return this.#state === 'accepted';
  }

  get accepted(): Response | undefined {
    return this.#accepted;
  }

  /** The same INVITE again: the last response again, but a 2xx is repeated by its own clock (RFC 6026 §7.1). */
  repeated(): void {
    if (this.#last && (this.#state === 'proceeding' || this.#state === 'completed'))
      this.#wires.send(this.flow, this.#last);
  }

  respond(response: Response): void {
    if (this.#state !== 'proceeding') return;
    const bytes = serializeMessage(response);
    this.#last = bytes;
    this.#wires.cancel(this.#deadline);
    this.#stopRepeating();
    this.#wires.send(this.flow, bytes);
    if (response.status < 200) this.#ringOn(response, bytes);
    else if (response.status < 300) this.#accept(response, bytes);
    else this.#complete(bytes);
  }

  /** The ACK of our refusal: same branch as the INVITE (§17.2.1). */
  refusalAcknowledged(): void {
    if (this.#state !== 'completed') return;
    this.#state = 'confirmed';
    this.#stopRepeating();
    // Timer I soaks up repeated ACKs; 0 on a reliable transport.
    this.#endAfter(isReliable(this.flow) ? 0 : this.#wires.timers.t4);
  }

  /** The ACK of our 2xx. True the first time. */
  acceptAcknowledged(): boolean {
    if (!this.unacknowledged) return false;
    this.#end(nothing);
    return true;
  }

  end(): void {
    if (this.#state !== 'terminated') this.#end();
  }

  #end(answer?: Uint8Array): void {
    this.#state = 'terminated';
    this.#stopRepeating();
    this.#wires.cancel(this.#deadline);
    this.#events.ended(answer);
  }

  #ringOn(response: Response, bytes: Uint8Array): void {
    if (response.status === 100) return;
    this.#stopRepeating = repeat(this.#wires, STILL_RINGING, STILL_RINGING, () => this.#wires.send(this.flow, bytes));
  }

  #accept(response: Response, bytes: Uint8Array): void {
    this.#state = 'accepted';
    this.#accepted = response;
    const { t1, t2 } = this.#wires.timers;
    // Repeated end to end, on every transport: a later hop may be unreliable (§13.3.1.4).
    this.#stopRepeating = repeat(this.#wires, t1, t2, () => this.#wires.send(this.flow, bytes));
    // Timer L (RFC 6026 §8.4) and the end of §13.3.1.4's patience are the same 64*T1.
    this.#deadline = this.#wires.after(64 * t1, () => {
      if (this.unacknowledged) this.#events.noAck();
      this.end();
    });
  }

  #complete(bytes: Uint8Array): void {
    this.#state = 'completed';
    const { t1, t2 } = this.#wires.timers;
    if (!isReliable(this.flow)) {
      // Timer G.
      this.#stopRepeating = repeat(this.#wires, t1, t2, () => this.#wires.send(this.flow, bytes));
    }
    // Timer H: the ACK never came. A refused call has nothing left that would care to know.
    this.#endAfter(64 * t1);
  }

  #endAfter(ms: number): void {
    this.#wires.cancel(this.#deadline);
    if (ms === 0) this.end();
    else this.#deadline = this.#wires.after(ms, () => this.end());
  }
}
