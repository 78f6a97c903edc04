export interface LifeWatchParts {
  /** Calls `fire` once after so long; what comes back calls it off. */
  readonly after: (ms: number, fire: () => void) => () => void;
  /** Asks the phone for a sign of life; `heard` is called when one came, however late. */
  readonly ask: (heard: () => void) => void;
  readonly onGone: () => void;
}

/** So often it is asked in vain: what is lost on the way, and a phone that starts again, are no end yet. */
const asksInVain = 3;

/**
 * A party that sends no audio, because it put us on hold or because it has nothing to say (a mailbox that records, a phone that is muted),
 * would not be missed when it loses its power. So it is asked for a sign of life until it is heard again.
 */
export class LifeWatch {
  readonly #parts: LifeWatchParts;
  #unanswered = 0;
  #everyMs = 0;
  #callOff: () => void = () => {};

  constructor(parts: LifeWatchParts) {
    this.#parts = parts;
  }

  /** It is asked every so often, for the first time now or when that time is over. */
  begin(first: 'now' | 'later', everyMs: number): void {
    this.end();
    this.#unanswered = 0;
    this.#everyMs = everyMs;
    if (first === 'now') this.#ask();
    else this.#askLater();
  }

  end(): void {
    this.#callOff();
  }

  #askLater(): void {
    this.#callOff = this.#parts.after(this.#everyMs, () => {
      if (this.#unanswered >= asksInVain) return this.#parts.onGone();
      this.#ask();
    });
  }

  #ask(): void {
    this.#unanswered += 1;
    this.#askLater();
    this.#parts.ask(() => {
      this.#unanswered = 0;
    });
  }
}
