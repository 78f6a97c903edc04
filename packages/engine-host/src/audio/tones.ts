import { FRAME_SAMPLES, type PcmClip, SAMPLE_RATE } from './pcm.ts';

/** Frequency in Hz, level of the peak, and its cadence in ms: on, off, on, off … */
interface Tone {
  readonly hertz: number;
  readonly cadence: readonly number[];
}

/** Call progress tones as Vietnamese exchanges give them (ITU-T E.180 Supplement 2: 425 Hz). */
const TONES = {
  ringback: { hertz: 425, cadence: [1000, 4000] },
  busy: { hertz: 425, cadence: [500, 500] },
  congestion: { hertz: 425, cadence: [250, 250] },
  beep: { hertz: 1000, cadence: [400, 100] },
} satisfies Record<string, Tone>;

export type ToneName = keyof typeof TONES;

/** Peak of the sine: about −13 dBm0. */
const LEVEL = 5000;
/** Edges are ramped so that they do not click. */
const RAMP_SAMPLES = 40;

/** One cadence of a tone, in whole frames. */
export function tone(name: ToneName): PcmClip {
  const { hertz, cadence } = TONES[name];
  const clip = new Int16Array(cadence.reduce((sum, ms) => sum + samplesOf(ms), 0));
  let at = 0;
  cadence.forEach((ms, part) => {
    const length = samplesOf(ms);
    if (part % 2 === 0) clip.set(sine(hertz, length), at);
    at += length;
  });
  return clip;
}

function sine(hertz: number, length: number): Int16Array {
  return Int16Array.from({ length }, (_, i) => {
    const ramp = Math.min(1, (i + 1) / RAMP_SAMPLES, (length - i) / RAMP_SAMPLES);
    return Math.round(LEVEL * ramp * Math.sin((2 * Math.PI * hertz * i) / SAMPLE_RATE));
  });
}

function samplesOf(ms: number): number {
  return Math.ceil((ms * SAMPLE_RATE) / 1000 / FRAME_SAMPLES) * FRAME_SAMPLES;
}
