import { FRAME_MS } from '@alo/engine-host/audio';

/** After a longer stall (a suspended machine) missed frames are left out rather than sent in a burst. */
const MOST_CAUGHT_UP_MS = 2000;

/** Told when it is called, by `performance.now`. */
export type TickListener = (now: number) => void;

/** The beat of all media: every 20 ms of wall clock each listener once, without drift; what was missed is caught up. */
export class Ticker {
  readonly #listeners = new Set<TickListener>();
  readonly #onError: (error: unknown) => void;
  readonly #onStall: (leftOutMs: number) => void;
  #next = performance.now() + FRAME_MS;
  #timer: NodeJS.Timeout | undefined;

  /**
   * A listener that throws is reported and does not stop the others. `onStall` is told how much of the time is left out, in whole
   * frames, before the beat goes on.
   */
  constructor(onError: (error: unknown) => void, onStall: (leftOutMs: number) => void = () => undefined) {
    this.#onError = onError;
    this.#onStall = onStall;
  }

  add(listener: TickListener): void {
    this.#listeners.add(listener);
    if (this.#timer) return;
    this.#next = performance.now() + FRAME_MS;
    this.#arm();
  }

  remove(listener: TickListener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.close();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#listeners.clear();
  }

  #arm(): void {
    this.#timer = setTimeout(() => this.#run(), Math.max(1, Math.round(this.#next - performance.now())));
  }

  #run(): void {
    const now = performance.now();
    if (now - this.#next > MOST_CAUGHT_UP_MS) this.#leaveOut(Math.floor((now - this.#next) / FRAME_MS) * FRAME_MS);
    while (this.#next <= now) {
      this.#next += FRAME_MS;
      for (const listener of this.#listeners) this.#call(listener, now);
    }
    if (this.#listeners.size > 0) this.#arm();
  }

  #leaveOut(ms: number): void {
    this.#next += ms;
    this.#onStall(ms);
  }

  #call(listener: TickListener, now: number): void {
    try {
      listener(now);
    } catch (error) {
      this.#onError(error);
    }
  }
}
