import type { Digit } from '@alo/call-core';
import type { MediaLeg } from '../media-leg.ts';
import type { RtcpQuality } from '../rtcp.ts';

/** What was agreed on with the other side last. */
type Agreed = Pick<MediaLeg, 'remoteHolds' | 'isWide' | 'speaksOpus'>;

/** A leg whose audio another process carries: what is known of it, and who is told what that process says. */
export abstract class LegElsewhere {
  readonly #unsendableListeners: ((digits: string, durationMs: number) => void)[] = [];
  readonly #qualityListeners: ((quality: RtcpQuality) => void)[] = [];
  readonly #digitListeners: ((digit: Digit) => void)[] = [];
  readonly #mediaListeners: ((on: boolean) => void)[] = [];
  readonly #machineListeners: ((words: string) => void)[] = [];
  #isClosed = false;

  protected abstract get agreed(): Agreed;

  get remoteHolds(): boolean {
    return this.agreed.remoteHolds;
  }

  get isWide(): boolean {
    return this.agreed.isWide;
  }

  get speaksOpus(): boolean {
    return this.agreed.speaksOpus;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  onUnsendable(listener: (digits: string, durationMs: number) => void): void {
    this.#unsendableListeners.push(listener);
  }

  onQuality(listener: (quality: RtcpQuality) => void): void {
    this.#qualityListeners.push(listener);
  }

  onDigit(listener: (digit: Digit) => void): void {
    this.#digitListeners.push(listener);
  }

  onMedia(listener: (on: boolean) => void): void {
    this.#mediaListeners.push(listener);
  }

  onMachine(listener: (words: string) => void): void {
    this.#machineListeners.push(listener);
  }

  protected tellMachine(words: string): void {
    for (const listener of this.#machineListeners) listener(words);
  }

  protected tellUnsendable(digits: string, durationMs: number): void {
    for (const listener of this.#unsendableListeners) listener(digits, durationMs);
  }

  protected tellQuality(quality: RtcpQuality): void {
    for (const listener of this.#qualityListeners) listener(quality);
  }

  protected tellDigit(digit: Digit): void {
    for (const listener of this.#digitListeners) listener(digit);
  }

  protected tellMedia(on: boolean): void {
    for (const listener of this.#mediaListeners) listener(on);
  }

  /** False where it was closed before. */
  protected closeOnce(): boolean {
    const isFirst = !this.#isClosed;
    this.#isClosed = true;
    return isFirst;
  }
}
