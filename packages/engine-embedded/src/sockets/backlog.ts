import { StandingLag } from '../standing-lag.ts';

/** So many datagrams Node.js (libuv) takes from a socket in one turn of the event loop; what else waits there comes in the next. */
export const mostInATurn = 32;
const few = 8;

/**
 * Whether more comes to a UDP socket than is read. What waits in the kernel nobody can look at, but as long as a turn of the
 * event loop takes all that it may, there is more.
 */
export class Backlog {
  readonly #lag = new StandingLag({ targetMs: 1, standingMs: 200 });
  /** And, while that is a few, in those before it. */
  #inThisTurn = 0;
  #isWatched = false;

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
    if (this.#isWatched) return;
    this.#isWatched = true;
    setImmediate(this.#turnEnds);
  }

  readonly #turnEnds = (): void => {
    const isFull = this.#inThisTurn >= mostInATurn;
    this.#lag.noted(isFull ? 1 : 0, performance.now());
    this.#inThisTurn = 0;
    this.#isWatched = false;
    // Whether that was all of it the turn after it says, in which few may come, or none.
    if (isFull) this.#watch();
  };
}
