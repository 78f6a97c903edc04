import { mayTake, type QueuedShare } from './shares.ts';

/** Too much of one company waits already: it is told to come back. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** Whose a piece of work is. */
export interface Of {
  readonly company: string;
  readonly person: string;
  /** So many places the company has at most, where the operator has said so. */
  readonly most?: number | undefined;
}

interface Waiting {
  begin(): void;
}

/** What a company has under way, and what waits, by person: those who waited longest for their turn stand first. */
interface Standing {
  running: number;
  waiting: number;
  most: number;
  readonly people: Map<string, Waiting[]>;
}

/**
 * Places that companies share, and within a company its people, in turns. While others wait the next place goes to whoever holds fewest, and
 * of these to whoever was served longest ago. Some are kept for companies that hold fewer than their floor, so the others always find one.
 */
export class FairPlaces {
  readonly #share: QueuedShare;
  /** Those who were served longest ago first. */
  readonly #standings = new Map<string, Standing>();
  #running = 0;

  constructor(share: QueuedShare) {
    this.#share = share;
  }

  /** Does the work at its turn. Rejects with `TooManyWaiting` where the company has so much waiting already. */
  async take<T>(of: Of, work: () => Promise<T>): Promise<T> {
    const own = this.#standingOf(of.company);
    own.most = of.most ?? Number.POSITIVE_INFINITY;
    if (own.waiting === 0 && this.#mayTake(own)) this.#begin(of.company, own);
    else await this.#wait(of, own);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      own.running -= 1;
      if (own.running === 0 && own.waiting === 0) this.#standings.delete(of.company);
      this.#next();
    }
  }

  #mayTake({ running, most }: Standing): boolean {
    return running < most && mayTake(this.#share, running, this.#running);
  }

  #standingOf(company: string): Standing {
    const own = this.#standings.get(company) ?? {
      running: 0,
      waiting: 0,
      most: Number.POSITIVE_INFINITY,
      people: new Map(),
    };
    this.#standings.set(company, own);
    return own;
  }

  #begin(company: string, own: Standing): void {
    this.#running += 1;
    own.running += 1;
    // To the end of the row.
    this.#standings.delete(company);
    this.#standings.set(company, own);
  }

  #wait({ person }: Of, own: Standing): Promise<void> {
    if (own.waiting >= this.#share.waiting) throw new TooManyWaiting('Too much of this company waits.');
    own.waiting += 1;
    return new Promise((resolve) => {
      const theirs = own.people.get(person) ?? [];
      theirs.push({ begin: resolve });
      own.people.set(person, theirs);
    });
  }

  #next(): void {
    for (let found = this.#whoseTurn(); found !== undefined; found = this.#whoseTurn()) {
      const [company, own] = found;
      const next = nextOf(own);
      own.waiting -= 1;
      this.#begin(company, own);
      next?.begin();
    }
  }

  #whoseTurn(): [string, Standing] | undefined {
    let best: [string, Standing] | undefined;
    for (const entry of this.#standings) {
      const [, own] = entry;
      if (own.waiting === 0 || !this.#mayTake(own)) continue;
      if (best === undefined || own.running < best[1].running) best = entry;
    }
    return best;
  }
}

/** The next of a company's own: its people take turns, too. */
function nextOf({ people }: Standing): Waiting | undefined {
  const [first] = people;
  if (first === undefined) return undefined;
  const [person, own] = first;
  const next = own.shift();
  people.delete(person);
  if (own.length > 0) people.set(person, own);
  return next;
}
