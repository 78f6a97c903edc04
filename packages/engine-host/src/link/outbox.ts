/** An event with its place in all that one engine has told. */
export interface NumberedEvent<Event> {
  readonly seq: number;
  readonly event: Event;
  /** When it was told, by `performance.now`. */
  readonly at: number;
}

/**
 * What happened and was not yet taken by a server, in order. Nothing is forgotten before it was taken, up to `limit`; an
 * event beyond that is not kept.
 */
export class Outbox<Event> {
  readonly #limit: number;
  #waiting: NumberedEvent<Event>[] = [];
  /** Index of the first in `#waiting` that was not taken: an array is not shortened for each. */
  #first = 0;
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The event with its number; undefined where there is no room. */
  add(event: Event): NumberedEvent<Event> | undefined {
    if (this.size >= this.#limit) return undefined;
    this.#last += 1;
    const numbered = { seq: this.#last, event, at: performance.now() };
    this.#waiting.push(numbered);
    return numbered;
  }

  /** Everything up to `seq` was taken. Gives the latest of it; undefined where nothing was still waiting for that. */
  taken(seq: number): NumberedEvent<Event> | undefined {
    const before = this.#first;
    while (this.#first < this.#waiting.length && (this.#waiting[this.#first]?.seq ?? seq) <= seq) this.#first += 1;
    const latest = this.#first > before ? this.#waiting[this.#first - 1] : undefined;
    if (this.#first < 1_000 && this.#first < this.#waiting.length) return latest;
    this.#waiting = this.#waiting.slice(this.#first);
    this.#first = 0;
    return latest;
  }

  /** What was not taken and stands behind `seq`, in order. */
  *after(seq: number): Iterable<NumberedEvent<Event>> {
    // Numbers have no gaps: where the next one stands is counted, for hundreds may wait before it.
    const next = this.#waiting.length - (this.#last - seq);
    for (let at = Math.max(this.#first, next); at < this.#waiting.length; at += 1) {
      const numbered = this.#waiting[at];
      if (numbered !== undefined) yield numbered;
    }
  }

  get size(): number {
    return this.#waiting.length - this.#first;
  }
}
