export interface HeldWatchParts {
  /** Calls `fire` once after so long; what comes back calls it off. */
  readonly after: (ms: number, fire: () => void) => () => void;
  readonly everyMs: number;
  /** Asks the phone for a sign of life; `heard` is called when one came, however late. */
  readonly ask: (heard: () => void) => void;
  readonly onGone: () => void;
}

/** So often it is asked in vain: what is lost on the way, and a phone that starts again, are no end yet. */
const asksInVain = 3;

/**
 * A phone that put us on hold sends no audio by which it would be missed when it loses its power, and the other party would wait
 * with music for ever. So it is asked for a sign of life until it comes back.
 */
export class HeldWatch {
  readonly #parts: HeldWatchParts;
  #unanswered = 0;
  #callOff: () => void = () => {};

  constructor(parts: HeldWatchParts) {
    this.#parts = parts;
  }

  begin(): void {
    this.end();
    this.#unanswered = 0;
    this.#askLater();
  }

  end(): void {
    this.#callOff();
  }

  #askLater(): void {
    this.#callOff = this.#parts.after(this.#parts.everyMs, () => {
      if (this.#unanswered >= asksInVain) return this.#parts.onGone();
      this.#unanswered += 1;
      this.#askLater();
      this.#parts.ask(() => {
        this.#unanswered = 0;
      });
    });
  }
}
