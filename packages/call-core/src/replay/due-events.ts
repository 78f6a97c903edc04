import type { Event } from '../board/event.ts';
import type { Instant } from '../board/vocabulary.ts';

type Due = {
  readonly at: Instant;
  readonly order: number;
  readonly key: string;
  readonly make: (at: Instant) => Event;
  gone: boolean;
};

/** What is still to happen, by when; of one moment what goes first, then in the order in which it was asked for. */
export class DueEvents {
  /** The next one last. */
  readonly #due: Due[] = [];
  readonly #byKey = new Map<string, Set<Due>>();
  #serial = 0;

  add(at: Instant, key: string, make: (at: Instant) => Event, goesFirst = false): void {
    this.#serial += 1;
    const due = { at, order: goesFirst ? this.#serial - 1e9 : this.#serial, key, make, gone: false };
    let [low, high] = [0, this.#due.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#due[middle];
      if (other !== undefined && isBefore(due, other)) low = middle + 1;
      else high = middle;
    }
    this.#due.splice(low, 0, due);
    if (key === '') return;
    const same = this.#byKey.get(key);
    if (same === undefined) this.#byKey.set(key, new Set([due]));
    else same.add(due);
  }

  /** Nothing of this happens any more. */
  drop(key: string): void {
    const dropped = this.#byKey.get(key);
    if (dropped === undefined) return;
    this.#byKey.delete(key);
    for (const due of dropped) due.gone = true;
  }

  next(): Event | null {
    let due = this.#due.pop();
    while (due?.gone === true) due = this.#due.pop();
    if (due === undefined) return null;
    const same = this.#byKey.get(due.key);
    same?.delete(due);
    if (same?.size === 0) this.#byKey.delete(due.key);
    return due.make(due.at);
  }
}

const isBefore = (one: Due, other: Due): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);
