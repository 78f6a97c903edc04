import type { ShareName } from '@alo/contract';

import { machineIsBusy } from './machine-is-busy.ts';
import { processors, RecentUse } from './recent-use.ts';
import { mayTake, type QueuedShare } from './shares.ts';

/** Too much of one company waits already: it is told to come back. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
  /** Which share of the company's it is. */
  readonly share: ShareName | undefined;

  constructor(share?: ShareName) {
    super('Too much of this company waits.');
    this.share = share;
  }
}

/** Whose a piece of work is. */
export interface Of {
  readonly company: string;
  readonly person: string;
  /** So many places the company has at most, where the operator has said so. */
  readonly most?: number | undefined;
  /** The same of what waits. */
  readonly mostWaiting?: number | undefined;
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

/** Of one company so many are at work for each processor, while the machine is busy and others want places. */
const eachProcessor = 2;
/** Who goes last is looked at this often. */
const lookMs = 100;

export interface Machine {
  readonly processors: number;
  readonly now: () => number;
  /** Has it so much to do that somebody has to wait? */
  readonly isBusy: () => boolean;
}

const thisMachine: Machine = { processors, now: () => performance.now(), isBusy: machineIsBusy() };

/**
 * Places that companies share, and within a company its people, in turns. While others wait the next place goes to whoever holds fewest, and
 * of these to whoever was served longest ago. Some are kept for companies that hold fewer than their floor, so the others always find one.
 *
 * Where they are for work, what runs out before places do is the machine. Whoever has lately had more than their part of its processors, while
 * others wanted any, goes last while the machine is busy: all of these together have as many places as there are processors, until they have
 * had less.
 */
export class FairPlaces {
  readonly #share: QueuedShare;
  readonly #machine: Machine;
  readonly #use: RecentUse;
  #last: ReadonlySet<string> = new Set();
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Those who were served longest ago first. */
  readonly #standings = new Map<string, Standing>();
  #running = 0;

  constructor(share: QueuedShare, machine: Machine = thisMachine) {
    this.#share = share;
    this.#machine = machine;
    this.#use = new RecentUse(machine);
  }

  /** How much of it is under way or waits. */
  countOf(company: string): number {
    const own = this.#standings.get(company);
    return own === undefined ? 0 : own.running + own.waiting;
  }

  /** Has it lately had so much that others go before it where not everybody can? */
  hasHadMost(company: string): boolean {
    if (this.#share.isWork !== true) return false;
    const now = this.#machine.now();
    if (now - this.#lookedAt >= lookMs) {
      this.#lookedAt = now;
      this.#last = this.#use.beyondTheirPart();
    }
    return this.#last.has(company);
  }

  /** Is there any company of which that is so? */
  someHaveHadMost(): boolean {
    for (const company of this.#standings.keys()) if (this.hasHadMost(company)) return true;
    return false;
  }

  /** Do others go before it now? */
  goesLast(company: string): boolean {
    return this.hasHadMost(company) && this.#machine.isBusy();
  }

  /** Does the work at its turn. Rejects with `TooManyWaiting` where the company has so much waiting already. */
  async take<T>(of: Of, work: () => Promise<T>): Promise<T> {
    const own = this.#standingOf(of.company);
    own.most = of.most ?? Number.POSITIVE_INFINITY;
    if (own.waiting === 0 && this.#mayTake(of.company, own)) this.#begin(of.company, own);
    else await this.#wait(of, own);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      own.running -= 1;
      this.#use.has(of.company, own.running);
      if (own.running === 0 && own.waiting === 0) this.#standings.delete(of.company);
      this.#next();
    }
  }

  #mayTake(company: string, { running, most }: Standing): boolean {
    if (running >= most || !mayTake(this.#share, running, this.#running)) return false;
    if (running >= this.#mostAtWork) return false;
    return !this.goesLast(company) || this.#runningOfLast() < this.#machine.processors;
  }

  /** What is at work beyond that is not sooner done, and holds up the others. */
  get #mostAtWork(): number {
    const isShared = this.#share.isWork === true && this.#standings.size > 1 && this.#machine.isBusy();
    return isShared ? Math.max(this.#share.floor, eachProcessor * this.#machine.processors) : Number.POSITIVE_INFINITY;
  }

  #runningOfLast(): number {
    let all = 0;
    for (const company of this.#last) all += this.#standings.get(company)?.running ?? 0;
    return all;
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
    this.#use.has(company, own.running);
    // To the end of the row.
    this.#standings.delete(company);
    this.#standings.set(company, own);
  }

  #wait(of: Of, own: Standing): Promise<void> {
    if (own.waiting >= (of.mostWaiting ?? this.#share.waiting)) throw new TooManyWaiting(this.#share.of);
    own.waiting += 1;
    return new Promise((resolve) => {
      const theirs = own.people.get(of.person) ?? [];
      theirs.push({ begin: resolve });
      own.people.set(of.person, theirs);
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
      const [company, own] = entry;
      if (own.waiting === 0 || !this.#mayTake(company, own)) continue;
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
