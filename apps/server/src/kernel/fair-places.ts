/** Too much of one company waits already: it is told to come back. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Whose a piece of work is. */
export interface Of {
  readonly company: string;
  readonly person: string;
}

interface Waiting {
  begin(): void;
}

/** What a company has under way, and what waits, by person: those who waited longest for their turn stand first. */
interface Share {
  running: number;
  waiting: number;
  readonly people: Map<string, Waiting[]>;
}

/**
 * Places that companies share, and within a company its people, in turns. While others wait the next place goes to whoever holds fewest, and
 * of these to whoever was served longest ago; none holds more than `each`, so the others always find one.
 */
export class FairPlaces {
  readonly #places: number;
  readonly #each: number;
  readonly #waitingAtMost: number;
  /** Those who were served longest ago first. */
  readonly #shares = new Map<string, Share>();
  #running = 0;

  constructor({ places, each, waiting }: { readonly places: number; readonly each: number; readonly waiting: number }) {
    this.#places = places;
    this.#each = each;
    this.#waitingAtMost = waiting;
  }

  /** Does the work at its turn. Rejects with `TooManyWaiting` where the company has so much waiting already. */
  async take<T>(of: Of, work: () => Promise<T>): Promise<T> {
    const share = this.#shareOf(of.company);
    if (this.#running < this.#places && share.running < this.#each && share.waiting === 0)
      this.#begin(of.company, share);
    else await this.#wait(of, share);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      share.running -= 1;
      if (share.running === 0 && share.waiting === 0) this.#shares.delete(of.company);
      this.#next();
    }
  }

  #shareOf(company: string): Share {
    const share = this.#shares.get(company) ?? { running: 0, waiting: 0, people: new Map() };
    this.#shares.set(company, share);
    return share;
  }

  #begin(company: string, share: Share): void {
    this.#running += 1;
    share.running += 1;
    // To the end of the row.
    this.#shares.delete(company);
    this.#shares.set(company, share);
  }

  #wait({ person }: Of, share: Share): Promise<void> {
    if (share.waiting >= this.#waitingAtMost) throw new TooManyWaiting('Too much of this company waits.');
    share.waiting += 1;
    return new Promise((resolve) => {
      const own = share.people.get(person) ?? [];
      own.push({ begin: resolve });
      share.people.set(person, own);
    });
  }

  #next(): void {
    while (this.#running < this.#places) {
      const found = this.#whoseTurn();
      if (found === undefined) return;
      const [company, share] = found;
      const next = nextOf(share);
      share.waiting -= 1;
      this.#begin(company, share);
      next?.begin();
    }
  }

  #whoseTurn(): [string, Share] | undefined {
    let best: [string, Share] | undefined;
    for (const entry of this.#shares) {
      const [, share] = entry;
      if (share.waiting === 0 || share.running >= this.#each) continue;
      if (best === undefined || share.running < best[1].running) best = entry;
    }
    return best;
  }
}

/** The next of a company's own: its people take turns, too. */
function nextOf({ people }: Share): Waiting | undefined {
  const [first] = people;
  if (first === undefined) return undefined;
  const [person, own] = first;
  const next = own.shift();
  people.delete(person);
  if (own.length > 0) people.set(person, own);
  return next;
}
