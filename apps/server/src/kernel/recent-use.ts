import { availableParallelism } from 'node:os';

/** What somebody had in the mean of about so long, where nothing else is said. */
const usualMs = 5_000;
/** Whoever had a processor for less than this has had as good as nothing. */
const littleMs = 50;

/** Where all together had less than this part of the processors, nobody had too much. */
const muchOfAll = 0.5;

/** So many places keep the processors of this machine busy. */
export const processors = availableParallelism();

interface Use {
  running: number;
  mean: number;
  at: number;
}

/**
 * What part of so many processors each company has had lately, in the mean, by the places that it held: all that are held at once share the
 * processors alike. Who holds a place long because many others are held has not had more for that.
 */
export class RecentUse {
  readonly #uses = new Map<string, Use>();
  /** Those of them that hold places now, and how many all of these hold. */
  readonly #busy = new Map<string, Use>();
  #running = 0;
  readonly #processors: number;
  readonly #now: () => number;
  readonly #meanOverMs: number;

  constructor({
    processors: count,
    now = () => performance.now(),
    meanOverMs = usualMs,
  }: {
    readonly processors: number;
    readonly now?: () => number;
    readonly meanOverMs?: number;
  }) {
    this.#processors = count;
    this.#now = now;
    this.#meanOverMs = meanOverMs;
  }

  /** From now on it has so many. */
  has(company: string, running: number): void {
    const now = this.#now();
    for (const busy of this.#busy.values()) this.#bring(busy, now);
    const use = this.#uses.get(company) ?? { running: 0, mean: 0, at: now };
    this.#bring(use, now);
    this.#running += running - use.running;
    use.running = running;
    this.#uses.set(company, use);
    if (running > 0) this.#busy.set(company, use);
    else this.#busy.delete(company);
  }

  /**
   * Those who had more than the others in the mean, where several companies had any and all together much.
   */
  beyondTheirPart(): ReadonlySet<string> {
    const uses = this.all();
    if (uses.size < 2) return new Set();
    const ofAll = [...uses.values()].reduce((sum, mean) => sum + mean, 0);
    const part = Math.max(this.#processors * muchOfAll, ofAll) / uses.size;
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

  #bring(use: Use, now: number): void {
    use.mean = this.#meanAt(use, now);
    use.at = now;
  }

  #meanAt({ mean, running, at }: Use, now: number): number {
    const kept = Math.exp((at - now) / this.#meanOverMs);
    const had = running * Math.min(1, this.#processors / Math.max(1, this.#running));
    return mean * kept + had * (1 - kept);
  }
}
