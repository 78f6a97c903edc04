/**
 * Calls `run` when nobody ended it for `ms`. A standstill of our own is nobody's silence: in a turn of the event loop timers come before
 * sockets, so what lay there meanwhile is read first, a crowd of it with the turn after (see `EventLoopTurn`).
 */
export class Patience {
  #timer: NodeJS.Timeout | undefined;
  #reading: NodeJS.Immediate | undefined;

  constructor(ms: number, run: () => void) {
    this.#timer = setTimeout(() => {
      this.#reading = setImmediate(() => {
        this.#reading = setImmediate(run);
      });
    }, ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#reading);
  }
}
