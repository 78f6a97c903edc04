/** Addresses that were noted lately: so many at most, and of the latest at least half as many. */
export class RecentAddresses {
  #recent = new Set<string>();
  #older = new Set<string>();
  readonly #most: number;

  constructor(most = 20_000) {
    this.#most = most;
  }

  note(address: string): void {
    if (this.#recent.has(address)) return;
    if (this.#recent.size >= this.#most / 2) {
      this.#older = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(address);
  }

  has(address: string): boolean {
    return this.#recent.has(address) || this.#older.has(address);
  }
}
