import { levelOf, mosBothWays, steadied, steadyGood } from '@alo/voice-quality';

import { type AudioCounters, measuredBetween, type Quality, readCounters } from './quality.ts';

/** Whoever is alone is told within three seconds: part of a measurement, and two in which nothing came. */
const everyMs = 800;
/** How it sounds is judged by so many readings together: of a hundred packets a lost one is one percent. */
const judgedEvery = 3;
/** Every voice sends all the time, also one that says nothing: where nothing came twice in a row, nobody is there. */
const silentInARow = 2;

/** What is wrong with what we hear: nothing at all comes any more; `unheard`: with what they hear, as we have no microphone. */
export type Trouble = 'none' | 'silent' | 'unheard';

/** Measures a conversation again and again, and says how it sounds for a while, and when nothing comes any more. */
export class QualityWatch {
  readonly #stats: () => Promise<RTCStatsReport | null>;
  readonly #onMeasured: (quality: Quality | null, trouble: Trouble) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #before: AudioCounters | null = null;
  #silent = 0;
  #readings = 0;
  /** Up to where it is judged. */
  #judged: AudioCounters | null = null;
  #steady = steadyGood;
  #quality: Quality | null = null;

  constructor(
    stats: () => Promise<RTCStatsReport | null>,
    onMeasured: (quality: Quality | null, trouble: Trouble) => void,
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
    this.#silent = 0;
    this.#readings = 0;
    this.#judged = null;
    this.#steady = steadyGood;
    this.#quality = null;
  }

  async #measure(): Promise<void> {
    const report = await this.#stats();
    const now = report && readCounters(report);
    if (!now) return;
    this.#silent = now.received === this.#before?.received ? this.#silent + 1 : 0;
    this.#before = now;
    this.#readings++;
    if (this.#readings % judgedEvery === 0) this.#judge(now);
    this.#onMeasured(this.#quality, this.#silent >= silentInARow ? 'silent' : 'none');
  }

  #judge(now: AudioCounters): void {
    const measured = measuredBetween(this.#judged, now);
    this.#judged = now;
    if (measured === null) return;
    this.#steady = steadied(this.#steady, levelOf(mosBothWays(measured)));
    const { level, run } = this.#steady;
    const as = run > 0 && this.#quality !== null ? this.#quality.as : measured;
    this.#quality = { level, as };
  }
}
