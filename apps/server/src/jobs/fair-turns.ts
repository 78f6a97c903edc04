import { mayTake, type Share } from '../kernel/shares.ts';

/** How one company stands in a lane. */
export interface LaneStanding {
  readonly company: string;
  /** How many of its pieces of work are being done, by all workers. */
  readonly running: number;
  /** So many places it has at most, where the operator has said so. */
  readonly most?: number | null;
  /** Whether any of its work could begin now. */
  readonly waits: boolean;
}

/**
 * Whose turn it is among companies that share places: always that of whoever has had least, so that what a company gets does not hang on
 * how much it asks for. Some places are kept for companies that have fewer than their floor.
 */
export class FairTurns {
  readonly #share: Share;
  /** How much each has had: turns, in a measure that starts for a newcomer where those who wait are. */
  readonly #had = new Map<string, number>();

  constructor(share: Share) {
    this.#share = share;
  }

  /** Gives the next turn away. Answers the companies that shall not have it. */
  next(standings: readonly LaneStanding[]): readonly string[] {
    const all = standings.reduce((sum, { running }) => sum + running, 0);
    const full = standings.filter(
      ({ running, most }) => running >= (most ?? Number.POSITIVE_INFINITY) || !mayTake(this.#share, running, all),
    );
    const waiting = standings.filter((one) => one.waits && !full.includes(one));
    this.#forgetAllBut(standings);
    const least = Math.min(...waiting.flatMap(({ company }) => this.#had.get(company) ?? []));
    for (const { company } of waiting) {
      // Who was away has saved nothing up.
      if (!this.#had.has(company)) this.#had.set(company, Number.isFinite(least) ? least : 0);
    }
    const [first] = waiting.toSorted(
      (one, other) => one.running - other.running || this.#of(one.company) - this.#of(other.company),
    );
    if (first !== undefined) this.#had.set(first.company, this.#of(first.company) + 1);
    const others = waiting.filter((one) => one !== first);
    return [...full, ...others].map(({ company }) => company);
  }

  readonly #of = (company: string) => this.#had.get(company) ?? 0;

  #forgetAllBut(standings: readonly LaneStanding[]): void {
    const there = new Set(standings.map(({ company }) => company));
    for (const company of this.#had.keys()) if (!there.has(company)) this.#had.delete(company);
  }
}
