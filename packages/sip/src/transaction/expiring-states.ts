import type { Wires } from './wires.ts';

/** What is over within so many milliseconds is forgotten together. */
const gatherMs = 200;

/**
 * What is left of transactions that are done, each kept for 64*T1 (timers J, L and M: RFC 3261 §17.2.2, RFC 6026 §7). At any time
 * that is nearly all that a stack has, so it is made to give the garbage collector little to do: all live equally long, the Map has
 * them in the order of time, and one timer waits for the oldest.
 */
export class ExpiringStates<Key extends string, Left> {
  readonly #wires: Wires;
  readonly #untilOf: (left: Left) => number;
  readonly #gone: (key: Key, left: Left) => void;
  readonly #left = new Map<Key, Left>();
  #isWaiting = false;

  constructor(wires: Wires, untilOf: (left: Left) => number, gone: (key: Key, left: Left) => void) {
    this.#wires = wires;
    this.#untilOf = untilOf;
    this.#gone = gone;
  }

  get size(): number {
    return this.#left.size;
  }

  /** The `until` of what is added now. */
  until(): number {
    return Math.ceil(this.#wires.now() + 64 * this.#wires.timers.t1);
  }

  add(key: Key, left: Left): void {
    this.#left.set(key, left);
    if (!this.#isWaiting) this.#wait(this.#untilOf(left) - this.#wires.now());
  }

  get(key: Key): Left | undefined {
    return this.#left.get(key);
  }

  /** Forgets so many before their time, the oldest. */
  makeRoom(count: number): void {
    let more = count;
    for (const [key, left] of this.#left) {
      if (more <= 0) return;
      this.#forget(key, left);
      more -= 1;
    }
  }

  #wait(ms: number): void {
    this.#isWaiting = true;
    this.#wires.after(ms, () => this.#clearUp());
  }

  #clearUp(): void {
    this.#isWaiting = false;
    const now = this.#wires.now();
    for (const [key, left] of this.#left) {
      const until = this.#untilOf(left);
      if (until > now) return this.#wait(Math.max(until - now, gatherMs));
      this.#forget(key, left);
    }
  }

  #forget(key: Key, left: Left): void {
    this.#left.delete(key);
    this.#gone(key, left);
  }
}
