/**
 * Tells a server that cannot keep up from one that was slow for a moment (after CoDel, RFC 8289 §3.1): it is behind once
 * everything that it took was late for a while, and no longer as soon as it took something in time. Without word it is not behind:
 * nothing is under way.
 */
export class StandingLag {
  readonly #targetMs: number;
  #lateSince: number | null = null;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor(targetMs: number) {
    this.#targetMs = targetMs;
  }

  /** The latest of what was taken at `now` had waited so long. */
  noted(lagMs: number, now: number): void {
    if (lagMs < this.#targetMs) this.#lateSince = null;
    else if (this.#lateSince === null || this.#isOld(now)) this.#lateSince = now;
    this.#notedAt = now;
  }

  stands(now: number): boolean {
    return this.#lateSince !== null && now - this.#lateSince >= standingMs && !this.#isOld(now);
  }

  #isOld(now: number): boolean {
    return now - this.#notedAt > forgottenMs;
  }
}

const standingMs = 500;
const forgottenMs = 2_000;
