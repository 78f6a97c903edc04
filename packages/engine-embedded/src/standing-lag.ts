/**
 * Tells who cannot keep up (the server, or whoever reads a socket) from who was slow for a moment (after CoDel, RFC 8289 §3.1): they are
 * behind once everything that they took was late for a while, and no longer as soon as they took something in time. Without word
 * they are not behind: nothing is under way.
 */
export class StandingLag {
  readonly #targetMs: number;
  readonly #standingMs: number;
  #lateSince: number | null = null;
  #notedAt = Number.NEGATIVE_INFINITY;

  constructor({ targetMs, standingMs }: { readonly targetMs: number; readonly standingMs: number }) {
    this.#targetMs = targetMs;
    this.#standingMs = standingMs;
  }

  /** The latest of what was taken at `now` had waited so long. */
  noted(lagMs: number, now: number): void {
    if (lagMs < this.#targetMs) this.#lateSince = null;
    else if (this.#lateSince === null || this.#isOld(now)) this.#lateSince = now;
    this.#notedAt = now;
  }

  stands(now: number): boolean {
    return this.#lateSince !== null && this.#notedAt - this.#lateSince >= this.#standingMs && !this.#isOld(now);
  }

  #isOld(now: number): boolean {
    return now - this.#notedAt > forgottenMs;
  }
}

const forgottenMs = 2_000;
