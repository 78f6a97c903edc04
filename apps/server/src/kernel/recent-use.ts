import { availableParallelism } from 'node:os';

/** Places that somebody held in the mean of about so long, where nothing else is said. */
const usualMs = 5_000;
/** Whoever held one place for less than this has had as good as nothing. */
const littleMs = 50;

/** So many places keep the processors of this machine busy. */
export const processors = availableParallelism();

interface Use {
  running: number;
  mean: number;
  at: number;
}

/** How many places each company has held lately, in the mean: one that had two all the time had twice as much as one that had one. */
export class RecentUse {
  readonly #uses = new Map<string, Use>();
  readonly #now: () => number;
  readonly #meanOverMs: number;

  constructor(now: () => number = () => performance.now(), meanOverMs = usualMs) {
    this.#now = now;
    this.#meanOverMs = meanOverMs;
  }

  /** From now on it has so many. */
  has(company: string, running: number): void {
    const now = this.#now();
    const use = this.#uses.get(company) ?? { running: 0, mean: 0, at: now };
    use.mean = this.#meanAt(use, now);
    use.at = now;
    use.running = running;
    this.#uses.set(company, use);
  }

  /**
   * Those who had more than an equal part of so many processors, and more than the others in the mean, where several companies had any. Who has little
   * to do holds places long beside others that have much: that alone is no reason to wait.
   */
  beyondTheirPart(ofProcessors: number): ReadonlySet<string> {
    const uses = this.all();
    if (uses.size < 2) return new Set();
    const ofAll = [...uses.values()].reduce((sum, mean) => sum + mean, 0);
    const part = Math.max(ofProcessors, ofAll) / uses.size;
    return new Set([...uses].filter(([, mean]) => mean > part).map(([company]) => company));
  }

  /** What each had that had anything. */
  all(): ReadonlyMap<string, number> {
    const now = this.#now();
    const means = new Map<string, number>();
    for (const [company, use] of this.#uses) {
      const mean = this.#meanAt(use, now);
      if (mean * this.#meanOverMs >= littleMs) means.set(company, mean);
      else if (use.running === 0) this.#uses.delete(company);
    }
    return means;
  }

  #meanAt({ mean, running, at }: Use, now: number): number {
    const kept = Math.exp((at - now) / this.#meanOverMs);
    return mean * kept + running * (1 - kept);
  }
}
