import { once } from 'node:events';
import { RecentUse } from '../kernel/recent-use.ts';

/** So long a step waits at most for companies that have had less: whoever has had much goes on slowly, and goes on. */
const asideMs = 1_000;
/** Jobs take seconds: in the mean of a few, one that is held up comes to have had as much as those that hold it up. */
const latelyMs = 60_000;
/** Those who have had about as much go on side by side. */
const much = 2;

/**
 * Steps of the jobs that a worker does side by side. A worker has one thread and its part of the database: of companies whose jobs are at work
 * those go first that have lately had less, and the others step aside between two of their steps.
 */
export class StepTurns {
  readonly #use = new RecentUse({ processors: 1, meanOverMs: latelyMs });
  /** How many jobs of each company are at work, and do not step aside. */
  readonly #atWork = new Map<string, number>();
  readonly #left = new EventTarget();

  /** A job of the company is done; the others know of it meanwhile. */
  async job<T>(company: string, work: () => Promise<T>): Promise<T> {
    this.#add(company, 1);
    try {
      return await work();
    } finally {
      this.#add(company, -1);
    }
  }

  /** Resolves when the next step may be done. */
  async next(company: string): Promise<void> {
    if (!this.#goesAfter(company)) return;
    this.#add(company, -1);
    const patience = AbortSignal.timeout(asideMs);
    while (!patience.aborted && this.#goesAfter(company)) {
      await once(this.#left, 'left', { signal: patience }).catch(() => undefined);
    }
    this.#add(company, 1);
  }

  /** Has it lately had so much more than another one that its statements go after those of others? That holds up nobody who is alone. */
  goesLast(company: string): boolean {
    const had = this.#use.all();
    const own = had.get(company) ?? 0;
    return [...had].some(([other, theirs]) => other !== company && theirs * much < own);
  }

  #add(company: string, jobs: 1 | -1): void {
    const atWork = (this.#atWork.get(company) ?? 0) + jobs;
    if (atWork === 0) this.#atWork.delete(company);
    else this.#atWork.set(company, atWork);
    this.#use.has(company, atWork);
    if (jobs < 0) this.#left.dispatchEvent(new Event('left'));
  }

  #goesAfter(company: string): boolean {
    const had = this.#use.all();
    const own = had.get(company) ?? 0;
    for (const other of this.#atWork.keys()) {
      if (other !== company && (had.get(other) ?? 0) * much < own) return true;
    }
    return false;
  }
}
