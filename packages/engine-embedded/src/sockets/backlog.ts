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

  /** One datagram came. To be told when a turn ends costs another one, which a few datagrams are not worth. */
  count(): void {
    this.#inThisTurn += 1;
    if (this.#inThisTurn === few) setImmediate(this.#turnEnds);
  }

  /** It has not been emptied for a while. */
  get stands(): boolean {
    return this.#lag.stands(performance.now());
  }

  readonly #turnEnds = (): void => {
    this.#lag.noted(this.#inThisTurn >= mostInATurn ? 1 : 0, performance.now());
    this.#inThisTurn = 0;
  };
}
