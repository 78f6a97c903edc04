import { StandingLag } from '@alo/engine-host/process';

/** So many datagrams Node.js (libuv) takes from a socket in one turn of the event loop; what else waits there comes in the next. */
export const mostInATurn = 32;
const few = 8;
/** A packet that comes in a full turn counts as having waited so long, however short the turn was. */
const someMs = 1;

/**
 * Whether more comes to a UDP socket than is read. What waits in the kernel nobody can look at, but as long as a turn of the
 * event loop takes all that it may, there is more.
 */
export class Backlog {
  readonly #lag = new StandingLag({ targetMs: someMs, standingMs: 200 });
  /** And, while that is a few, in those before it. */
  #inThisTurn = 0;
  /** When the watch over a turn began; null where nobody is told of its end. */
  #watchedSince: number | null = null;

  /** One datagram came. To be told when a turn ends costs another one, which a few datagrams are not worth. */
  count(): void {
    this.#inThisTurn += 1;
    if (this.#inThisTurn >= few) this.#watch();
  }

  /** It has not been emptied for a while. */
  get stands(): boolean {
    return this.#lag.stands(performance.now());
  }

  #watch(): void {
    if (this.#watchedSince !== null) return;
    this.#watchedSince = performance.now();
    setImmediate(this.#turnEnds);
  }

  readonly #turnEnds = (): void => {
    const now = performance.now();
    const isFull = this.#inThisTurn >= mostInATurn;
    // What was read last has waited as long as the turn took at least.
    this.#lag.noted(isFull ? Math.max(someMs, now - (this.#watchedSince ?? now)) : 0, now);
    this.#inThisTurn = 0;
    this.#watchedSince = null;
    // Whether that was all of it the turn after it says, in which few may come, or none.
    if (isFull) this.#watch();
  };
}
