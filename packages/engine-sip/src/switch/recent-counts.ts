/** What is counted counts for a second or two. */
const windowMs = 1_000;

/** How often each of those who share something came lately. */
export class RecentCounts<Key> {
  #now = new Map<Key, number>();
  #before = new Map<Key, number>();
  #allNow = 0;
  #allBefore = 0;
  #since = Number.NEGATIVE_INFINITY;

  /** It came once more; how often lately, in all. `at` in milliseconds of a clock that only goes forward. */
  count(key: Key, at: number): number {
    this.#turn(at);
    this.#now.set(key, (this.#now.get(key) ?? 0) + 1);
    this.#allNow += 1;
    return this.of(key);
  }

  of(key: Key): number {
    return (this.#now.get(key) ?? 0) + (this.#before.get(key) ?? 0);
  }

  /** Did it come less than half as often as the others in the mean? Nobody did who was alone. */
  isModest(key: Key, at: number): boolean {
    this.#turn(at);
    return this.of(key) < this.#meanOfOthers(key) / 2;
  }

  /** Did it come more often than the others in the mean? Nobody did who was alone. */
  isMost(key: Key, at: number): boolean {
    this.#turn(at);
    const mean = this.#meanOfOthers(key);
    return mean > 0 && this.of(key) > mean;
  }

  /** Of those there were in one of the two: each of them may be in both. */
  #meanOfOthers(key: Key): number {
    const all = this.#allNow + this.#allBefore - this.of(key);
    return all / Math.max(1, sizeWithout(this.#now, key), sizeWithout(this.#before, key));
  }

  #turn(at: number): void {
    if (at - this.#since < windowMs) return;
    const isRecent = at - this.#since < 2 * windowMs;
    this.#before = isRecent ? this.#now : new Map();
    this.#allBefore = isRecent ? this.#allNow : 0;
    this.#now = new Map();
    this.#allNow = 0;
    this.#since = at;
  }
}

const sizeWithout = <Key>(counts: ReadonlyMap<Key, number>, key: Key) => counts.size - (counts.has(key) ? 1 : 0);
