import type { Request, Response } from '../message/message.ts';
import { serializeMessage } from '../message/serialize-message.ts';
import { type Flow, isReliable } from '../transport/flow.ts';
import type { Timer } from './timer-queue.ts';
import { repeat, type Wires } from './wires.ts';

export interface NonInviteClientEvents {
  response(response: Response, flow: Flow): void;
  timeout(): void;
  ended(): void;
}

/**
 * Non-INVITE client transaction (RFC 3261 §17.1.2). Nobody stays to soak up copies of the final response (`completed`, timer K): of
 * a response that no transaction waits for nothing is heard anyway.
 *
 *     trying ──1xx──► proceeding ──final──► terminated
 *        └──────────────┴──F──► terminated
 */
export class NonInviteClient {
  readonly flow: Flow;
  readonly request: Request;
  readonly #wires: Wires;
  readonly #events: NonInviteClientEvents;
  readonly #bytes: Uint8Array;
  #state: 'trying' | 'proceeding' | 'terminated' = 'trying';
  #stopRepeating: () => void = () => {};
  readonly #deadline: Timer;

  constructor(wires: Wires, flow: Flow, request: Request, events: NonInviteClientEvents) {
    this.#wires = wires;
    this.flow = flow;
    this.request = request;
    this.#events = events;
    this.#bytes = serializeMessage(request);
    wires.send(flow, this.#bytes);
    // Timer E: T1, doubled up to T2.
    this.#repeatFrom(wires.timers.t1);
    // Timer F.
    this.#deadline = wires.after(64 * wires.timers.t1, () => {
      this.#events.timeout();
      this.end();
    });
  }

  receive(response: Response, flow: Flow): void {
    if (this.#state === 'terminated') return;
    this.#stopRepeating();
    if (response.status < 200) {
      // From now on timer E runs at T2 (§17.1.2.2).
      this.#state = 'proceeding';
      this.#repeatFrom(this.#wires.timers.t2);
    } else this.end();
    this.#events.response(response, flow);
  }

  end(): void {
    if (this.#state === 'terminated') return;
    this.#state = 'terminated';
    this.#stopRepeating();
    this.#wires.cancel(this.#deadline);
    this.#events.ended();
  }

  #repeatFrom(gap: number): void {
    if (isReliable(this.flow)) return;
    const { t2 } = this.#wires.timers;
    this.#stopRepeating = repeat(this.#wires, gap, t2, () => this.#wires.send(this.flow, this.#bytes));
  }
}
