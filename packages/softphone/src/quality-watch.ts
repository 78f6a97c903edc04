import type { AudioCounters, Quality } from './quality.ts';
import { quality, readCounters } from './quality.ts';

/** Whoever is alone is told within three seconds: part of a measurement, and two in which nothing came. */
const everyMs = 800;
/** So many bad measurements in a row are more than a hiccup. */
const badInARow = 6;
/** Every voice sends all the time, also one that says nothing: where nothing came twice in a row, nobody is there. */
const silentInARow = 2;

/** What is wrong with what we hear: a weak network, or nothing at all any more; `unheard`: with what they hear, as we have no microphone. */
export type Trouble = 'none' | 'weak' | 'silent' | 'unheard';

/** Measures a conversation again and again, and says when it has been in trouble for a while. */
export class QualityWatch {
  readonly #stats: () => Promise<RTCStatsReport | null>;
  readonly #onMeasured: (quality: Quality, trouble: Trouble) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #before: AudioCounters | null = null;
  #bad = 0;
  #silent = 0;

  constructor(stats: () => Promise<RTCStatsReport | null>, onMeasured: (quality: Quality, trouble: Trouble) => void) {
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
    this.#silent = 0;
  }

  async #measure(): Promise<void> {
    const report = await this.#stats();
    const now = report && readCounters(report);
    if (!now) return;
    const measured = quality(this.#before, now);
    this.#silent = now.received === this.#before?.received ? this.#silent + 1 : 0;
    this.#bad = measured.bars === 1 ? this.#bad + 1 : 0;
    this.#before = now;
    const isSilent = this.#silent >= silentInARow;
    this.#onMeasured(measured, isSilent ? 'silent' : this.#bad >= badInARow ? 'weak' : 'none');
  }
}
