import type { EventReceipt } from '@alo/engine';

/** Receipts of one engine's events: each event goes to the owner once, and the engine learns which it need not send again. */
export class EventReceipts {
  readonly #engine: string;
  readonly #acknowledge: (seq: number) => void;
  /** Events that the owner has not taken yet, and those behind them. */
  readonly #open: { readonly seq: number; done: boolean }[] = [];
  /** The highest number that was given to the owner. */
  last = 0;

  constructor(engine: string, acknowledge: (seq: number) => void) {
    this.#engine = engine;
    this.#acknowledge = acknowledge;
  }

  /** The event's receipt; undefined for one that was told before, because our word for it got lost. */
  receipt({ seq }: { readonly seq: number }): EventReceipt | undefined {
    if (seq <= this.last) return undefined;
    this.last = seq;
    const entry = { seq, done: false };
    this.#open.push(entry);
    return { engine: this.#engine, seq, taken: () => this.#done(entry) };
  }

  /** The engine can forget an event when everything before it was taken as well. */
  #done(entry: { done: boolean }): void {
    entry.done = true;
    let upTo: number | undefined;
    while (this.#open[0]?.done === true) upTo = this.#open.shift()?.seq;
    if (upTo !== undefined) this.#acknowledge(upTo);
  }
}
