import { FRAME_SAMPLES } from '@alo/engine-host/audio';
import type { AudioLeg } from './audio-leg.ts';
import { clampSample } from './g711.ts';
import type { Ticker } from './ticker.ts';

/** A party in a mix, and whose voices it hears. */
export interface MixerMember {
  readonly leg: AudioLeg;
  readonly hears: ReadonlySet<AudioLeg>;
}

/** Gives each member of a bridge the sum of those whom it hears, every 20 ms. */
export class Mixer {
  readonly #ticker: Pick<Ticker, 'add' | 'remove'>;
  readonly #tickListener = () => this.#tick();
  #members: readonly MixerMember[] = [];

  constructor(ticker: Pick<Ticker, 'add' | 'remove'>) {
    this.#ticker = ticker;
  }

  /** Members who stay are heard without a break. */
  set(members: readonly MixerMember[]): void {
    if (members.length === 0 && this.#members.length === 0) return;
    const [before, after] = [legsOf(this.#members), legsOf(members)];
    for (const leg of before) if (!after.has(leg)) leg.voice.end();
    for (const leg of after) if (!before.has(leg)) leg.voice.begin(performance.now());
    this.#members = members;
    if (members.length > 0) this.#ticker.add(this.#tickListener);
    else this.#ticker.remove(this.#tickListener);
  }

  #tick(): void {
    const frames = new Map(this.#members.map(({ leg }) => [leg, leg.voice.pull()]));
    for (const { leg, hears } of this.#members) {
      leg.outlet.take(sumOf([...hears].flatMap((other) => frames.get(other) ?? [])));
    }
  }
}

const legsOf = (members: readonly MixerMember[]): ReadonlySet<AudioLeg> => new Set(members.map(({ leg }) => leg));

/** Many voices in one frame. */
export function sumOf(frames: readonly Int16Array[]): Int16Array {
  const [first, ...others] = frames;
  if (first && others.length === 0) return first;
  const sum = new Int16Array(FRAME_SAMPLES);
  for (let i = 0; i < FRAME_SAMPLES; i++) {
    let sample = 0;
    for (const frame of frames) sample += frame[i] ?? 0;
    sum[i] = clampSample(sample);
  }
  return sum;
}
