import { levelOf, mosBothWays, steadied, steadyGood } from '@alo/voice-quality';

import {
  type AudioCounters,
  measuredBetween,
  type Quality,
  readCounters,
  readSpoken,
  type SpokenCounters,
} from './quality.ts';

/** Whoever is alone is told within three seconds: part of a measurement, and two in which nothing came. */
const everyMs = 800;
/** How it sounds is judged by so many readings together: of a hundred packets a lost one is one percent. */
const judgedEvery = 3;
/** Every voice sends all the time, also one that says nothing: where nothing came twice in a row, nobody is there. */
const silentInARow = 2;

/** A room is never without any sound: where a microphone gives nothing at all for so many seconds, nobody hears what is said. */
const muteSeconds = 5;
/** One that has given sound may be a headset that cuts off what is no speech, while its person listens. */
const muteAgainSeconds = 15;

/**
 * What is wrong with what we hear: nothing at all comes any more; with what they hear: `unheard` as we have no microphone, `mute` as
 * ours gives no sound.
 */
export type Trouble = 'none' | 'silent' | 'unheard' | 'mute';

/** Measures a conversation again and again, and says how it sounds for a while, and when nothing comes any more. */
export class QualityWatch {
  readonly #stats: () => Promise<RTCStatsReport | null>;
  readonly #onMeasured: (quality: Quality | null, trouble: Trouble) => void;
  readonly #isSpeaking: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;
  #before: AudioCounters | null = null;
  #silent = 0;
  #readings = 0;
  /** Up to where it is judged. */
  #judged: AudioCounters | null = null;
  #steady = steadyGood;
  #quality: Quality | null = null;
  #spoken: SpokenCounters | null = null;
  #muteFor = 0;
  #wasHeard = false;

  constructor(
    stats: () => Promise<RTCStatsReport | null>,
    onMeasured: (quality: Quality | null, trouble: Trouble) => void,
    /** Whether sound should come of our microphone now: not while one is muted, or has them wait. */
    isSpeaking: () => boolean = () => true,
  ) {
    this.#isSpeaking = isSpeaking;
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
    this.#spoken = null;
    this.#muteFor = 0;
    this.#wasHeard = false;
  }

  async #measure(): Promise<void> {
    const report = await this.#stats();
    if (report) this.#listenToUs(readSpoken(report));
    const now = report && readCounters(report);
    if (!now) return;
    this.#silent = now.received === this.#before?.received ? this.#silent + 1 : 0;
    this.#before = now;
    this.#readings++;
    if (this.#readings % judgedEvery === 0) this.#judge(now);
    this.#onMeasured(this.#quality, this.#silent >= silentInARow ? 'silent' : this.#isMute() ? 'mute' : 'none');
  }

  #isMute(): boolean {
    return this.#muteFor >= (this.#wasHeard ? muteAgainSeconds : muteSeconds);
  }

  #listenToUs(now: SpokenCounters | null): void {
    const before = this.#spoken;
    this.#spoken = now;
    // Another microphone counts from nothing.
    const isAnother = now === null || before === null || now.seconds < before.seconds;
    if (isAnother) this.#wasHeard = false;
    if (isAnother || !this.#isSpeaking()) {
      this.#muteFor = 0;
      return;
    }
    const isHeard = now.energy > before.energy;
    this.#wasHeard ||= isHeard;
    this.#muteFor = isHeard ? 0 : this.#muteFor + now.seconds - before.seconds;
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
