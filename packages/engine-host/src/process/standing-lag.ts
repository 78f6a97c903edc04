/**
 * Tells who cannot keep up (the server, or whoever reads a socket) from who was slow for a moment (after CoDel, RFC 8289 §3.1): they are
 * behind once everything that they took was late, from one word to another a while later, and no longer as soon as they took
 * something in time. Without word they are not behind: nothing is under way, and one late word was a moment that is over.
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
    else if (this.#lateSince === null || this.#wasIdle(now - lagMs)) this.#lateSince = now;
    this.#notedAt = now;
  }

  stands(now: number): boolean {
    const isForgotten = now - this.#notedAt > forgottenMs;
    return this.#lateSince !== null && this.#notedAt - this.#lateSince >= this.#standingMs && !isForgotten;
  }

  /** Nothing was under way between the last word and then, when the next was told: words of who is very late are far apart. */
  #wasIdle(toldAt: number): boolean {
    return toldAt - this.#notedAt > this.#standingMs;
  }
}

const forgottenMs = 2_000;
