import type { BrowserPhone, Sound } from './browser-phone.ts';
import type { CustomerCall } from './customer.ts';
import { until } from './until.ts';
import { powerAt, type Speaker, speakersIn } from './voices.ts';

/** A voice in a signal has at least the one power; of one that is not there at most the other is found. */
const there = 3e-4;
const notThere = 3e-5;

/** Somebody whose telephone says what it brought of late. */
type Listener = BrowserPhone | Pick<CustomerCall, 'audio'>;

/** No voice of a story pauses so long: each part of what is heard has all of them. */
const part = 4_000;
const kept = 4 * part;

/** Waits until somebody has heard these voices for two seconds, and none of the others of the story. */
export async function hearsOnly(listener: Listener, ...expected: readonly Speaker[]): Promise<void> {
  let parts: readonly string[] = [];
  const wanted = inOrder(expected);
  const rightVoices = async () => {
    const { samples, sampleRate } = await lately(listener);
    const starts = Array.from({ length: Math.floor(samples.length / part) }, (_, index) => index * part);
    parts = starts.map((start) => clearly(samples.subarray(start, start + part), sampleRate));
    return parts.length * part >= kept && parts.every((voices) => voices === wanted);
  };
  await until(`"${wanted}" is heard for two seconds`, rightVoices).catch((error: unknown) => {
    throw new Error(`${String(error)}; heard last: ${parts.join(', ')}`);
  });
}

/** The voices of a part; one that is neither there nor not is marked. */
function clearly(samples: Float32Array, sampleRate: number): string {
  const powers = Object.entries(speakersIn(samples, sampleRate));
  const heard = powers.flatMap(([speaker, power]) => {
    return power > there ? [speaker] : power > notThere ? [`${speaker}?`] : [];
  });
  return inOrder(heard);
}

const inOrder = (speakers: readonly string[]): string => speakers.toSorted((a, b) => a.localeCompare(b)).join(' ');

/** Who is heard in a signal that is given. */
export function voicesIn(samples: Float32Array, sampleRate: number): readonly string[] {
  const powers = Object.entries(speakersIn(samples, sampleRate));
  return powers.flatMap(([speaker, power]) => (power > there ? [speaker] : []));
}

async function lately(listener: Listener): Promise<Sound> {
  if ('page' in listener) return listener.lastHeard();
  return { samples: listener.audio.samples.slice(-kept), sampleRate: 8_000 };
}

/** Whether a tone of 1,000 Hz, as the engine plays it, was among the last of what was heard. */
export function beeps(samples: Float32Array): boolean {
  const window = 1_600;
  const starts = Array.from({ length: Math.floor(samples.length / window) }, (_, index) => index * window);
  return starts.some((start) => powerAt(samples.subarray(start, start + window), 8_000, [1_000]) > 0.008);
}
