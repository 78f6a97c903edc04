import type { AudioCounters, Quality } from './quality.ts';
import { quality, readCounters } from './quality.ts';

const everyMs = 2_000;
/** So many bad measurements in a row are more than a hiccup. */
const badInARow = 3;

/** Measures a conversation every two seconds, and says when the network has been weak for a while. */
export class QualityWatch {
  readonly #stats: () => Promise<RTCStatsReport | null>;
  readonly #onMeasured: (quality: Quality, weakNetwork: boolean) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #before: AudioCounters | null = null;
  #bad = 0;

  constructor(
    stats: () => Promise<RTCStatsReport | null>,
    onMeasured: (quality: Quality, weakNetwork: boolean) => void,
  ) {
    this.#stats = stats;
    this.#onMeasured = onMeasured;
  }

  start(): void {
    this.stop();
    this.#timer = setInterval(() => void this.#measure(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#before = null;
    this.#bad = 0;
  }

  async #measure(): Promise<void> {
    const report = await this.#stats();
    const now = report && readCounters(report);
    if (!now) return;
    const measured = quality(this.#before, now);
    this.#before = now;
    this.#bad = measured.bars === 1 ? this.#bad + 1 : 0;
    this.#onMeasured(measured, this.#bad >= badInARow);
  }
}
