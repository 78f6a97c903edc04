import type { RemoteDirection } from './media-leg.ts';

const NO_MEDIA_MS = 3000;

/** Watches over a party that should be heard: tells once when nothing came for 3 s, and once when something came again. */
export class MediaWatch {
  readonly #tell: (on: boolean) => void;
  #direction: RemoteDirection = 'sendrecv';
  #expected = false;
  /** Since when the party is silent although it should not be; undefined while it need not speak, or was reported. */
  #silentSince: number | undefined;
  #reported = false;
  #dead = false;

  constructor(tell: (on: boolean) => void) {
    this.#tell = tell;
  }

  /** From the answer on the party is expected to send. */
  expect(expected: boolean): void {
    this.#expected = expected;
    this.#again();
    // What died before anybody asked is told now, not after 3 s.
    if (expected && this.#dead) queueMicrotask(() => this.died());
  }

  set direction(direction: RemoteDirection) {
    this.#direction = direction;
    this.#again();
  }

  /** Another transport was agreed on. */
  revive(): void {
    this.#dead = false;
  }

  heard(now: number): void {
    if (!this.#expected) return;
    this.#silentSince = now;
    if (!this.#reported) return;
    this.#reported = false;
    this.#tell(true);
  }

  /** The transport is gone for good: no need to wait. */
  died(): void {
    this.#dead = true;
    if (!this.#expected) return;
    this.#dead = false;
    this.#report();
  }

  tick(now: number): void {
    if (this.#silentSince === undefined || now - this.#silentSince < NO_MEDIA_MS) return;
    if (this.#direction === 'sendrecv') this.#report();
  }

  #again(): void {
    this.#silentSince = this.#expected && this.#direction === 'sendrecv' ? performance.now() : undefined;
  }

  #report(): void {
    this.#silentSince = undefined;
    this.#reported = true;
    this.#tell(false);
  }
}
