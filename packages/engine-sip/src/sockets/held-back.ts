import type { Flow } from '@alo/sip';

type Receive = (flow: Flow, bytes: Uint8Array) => void;

/** So much may wait; who sends more asks again. */
const mostBytes = 4 << 20;

/** Keeps what comes in until it is released, in order, so that nobody is answered before we know whom we serve. */
export class HeldBack {
  readonly #receive: Receive;
  #waiting: { readonly flow: Flow; readonly bytes: Uint8Array }[] | null = [];
  #size = 0;

  constructor(receive: Receive) {
    this.#receive = receive;
  }

  receive(flow: Flow, bytes: Uint8Array): void {
    if (this.#waiting === null) return this.#receive(flow, bytes);
    if (this.#size + bytes.length > mostBytes) return;
    this.#size += bytes.length;
    // The socket may use its buffer again.
    this.#waiting.push({ flow, bytes: bytes.slice() });
  }

  /** The connection is gone, and nobody there waits for an answer. */
  drop(flow: Flow): void {
    this.#waiting = this.#waiting?.filter((one) => one.flow.id !== flow.id) ?? null;
  }

  release(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const { flow, bytes } of waiting) this.#receive(flow, bytes);
  }
}
