/** What is counted counts for a second or two. */
const windowMs = 1_000;

/** How often each of those who share something came lately. */
export class RecentCounts<Key> {
  #now = new Map<Key, number>();
  #before = new Map<Key, number>();
  #since = Number.NEGATIVE_INFINITY;

  /** It came once more; how often lately, in all. `at` in milliseconds of a clock that only goes forward. */
  count(key: Key, at: number): number {
    this.#turn(at);
    this.#now.set(key, (this.#now.get(key) ?? 0) + 1);
    return this.of(key);
  }

  of(key: Key): number {
    return (this.#now.get(key) ?? 0) + (this.#before.get(key) ?? 0);
  }

  /** Did it come less than half as often as the others in the mean? Nobody did who was alone. */
  isModest(key: Key, at: number): boolean {
    this.#turn(at);
    let [all, keys] = [0, 0];
    for (const one of new Set([...this.#now.keys(), ...this.#before.keys()])) {
      all += this.of(one);
      keys += 1;
    }
    return keys > 1 && this.of(key) < all / keys / 2;
  }

  #turn(at: number): void {
    if (at - this.#since < windowMs) return;
    this.#before = at - this.#since < 2 * windowMs ? this.#now : new Map();
    this.#now = new Map();
    this.#since = at;
  }
}
