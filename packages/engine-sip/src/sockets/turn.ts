import type { Flow } from '@alo/sip';

type Pass = (flow: Flow, bytes: Uint8Array) => void;

interface Packet {
  readonly flow: Flow;
  readonly bytes: Uint8Array;
}

/** So many that come so soon after the one before was worked through are a crowd. */
const manyInARow = 4;
const onItsHeelsMs = 0.1;

/**
 * Of a crowd all that comes in one turn of the event loop is read first, then worked through, then answered: a processor that goes from the system to our
 * code and back for each message finds its caches full of the other's each time (ADR 464). A message that comes alone is worked through and answered at once.
 */
export class EventLoopTurn {
  readonly #work: Pass;
  readonly #send: Pass;
  readonly #now: () => number;
  #came: Packet[] = [];
  #going: Packet[] = [];
  /** Connections that we closed in this turn: what else came from there is not looked at. */
  readonly #closed = new Set<string>();
  /** So many came on the heels of the one before, one after the other. */
  #inARow = 0;
  #isCrowded = false;
  /** When the one before was worked through. */
  #doneAt = Number.NEGATIVE_INFINITY;
  #workedMs = 0;

  /** Neither `work` nor `send` may throw: it would cost all that comes behind. `now` is in milliseconds, and never goes back. */
  constructor({ work, send, now }: { readonly work: Pass; readonly send: Pass; readonly now: () => number }) {
    this.#work = work;
    this.#send = send;
    this.#now = now;
  }

  /** The bytes stay as they are until the turn is over. */
  came(flow: Flow, bytes: Uint8Array): void {
    if (this.#isCrowded) return void this.#came.push({ flow, bytes });
    const since = this.#now();
    this.#inARow = since - this.#doneAt < onItsHeelsMs ? this.#inARow + 1 : 0;
    if (this.#inARow >= manyInARow) {
      this.#isCrowded = true;
      this.#came.push({ flow, bytes });
      setImmediate(this.end);
      return;
    }
    this.#work(flow, bytes);
    this.#done(since);
  }

  /** How long messages have been worked through and answered so far, in milliseconds. */
  get workedMs(): number {
    return this.#workedMs;
  }

  goes(flow: Flow, bytes: Uint8Array): void {
    if (this.#isCrowded) this.#going.push({ flow, bytes });
    else this.#send(flow, bytes);
  }

  /** What was said before goes out first. */
  close(flow: Flow): void {
    if (!this.#isCrowded) return;
    this.#closed.add(flow.id);
    this.#sendAll();
  }

  /** Without waiting for what may still come. */
  readonly end = (): void => {
    const came = this.#came;
    this.#came = [];
    const since = this.#now();
    try {
      for (const { flow, bytes } of came) if (!this.#closed.has(flow.id)) this.#work(flow, bytes);
      this.#sendAll();
    } finally {
      // A crowd that nothing ends would never be listened to again.
      this.#closed.clear();
      this.#isCrowded = false;
      this.#done(since);
    }
  };

  #done(since: number): void {
    this.#doneAt = this.#now();
    this.#workedMs += this.#doneAt - since;
  }

  #sendAll(): void {
    const going = this.#going;
    this.#going = [];
    for (const { flow, bytes } of going) this.#send(flow, bytes);
  }
}
