import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Complex, correlation, spectrumOf } from './fourier.ts';
import { readSamples } from './wav.ts';

const prompts = join(import.meta.dirname, '../../../apps/server/prompts');
/** How alike a prompt and what is heard are: of what is played it is nearly 1, of most other words well below a half. */
const alike = 0.8;
/** A prompt is known by its beginning, so that a long one need not be waited for. */
const longest = 12_000;

/**
 * Which of these prompts (files in the prompt store) are heard in 8 kHz samples, in their order. Where two of them would do ("tám",
 * "tháng") it is the likelier one.
 */
export async function recognise(samples: Float32Array, files: readonly string[]): Promise<readonly string[]> {
  const length = 2 ** Math.ceil(Math.log2(samples.length + longest));
  const heard = { spectrum: spectrumOf(samples, length), energy: energyUpTo(samples) };
  const found = await Promise.all(
    files.map(async (file) => {
      const prompt = readSamples(await readFile(join(prompts, file))).samples.subarray(0, longest);
      return placesOf(prompt, heard).map((at) => ({ ...at, file, half: prompt.length / 2 }));
    }),
  );
  const inOrder = found.flat().toSorted((one, other) => one.place - other.place);
  const isBeaten = (one: (typeof inOrder)[number]) =>
    inOrder.some((other) => {
      return Math.abs(other.place - one.place) < Math.min(one.half, other.half) && other.likeness > one.likeness;
    });
  return inOrder.filter((one) => !isBeaten(one)).map(({ file }) => file);
}

interface Place {
  /** In samples from the beginning. */
  readonly place: number;
  readonly likeness: number;
}

/** Where a prompt begins: the best places, no two of which overlap. */
function placesOf(prompt: Float32Array, heard: { spectrum: Complex; energy: Float64Array }): readonly Place[] {
  const own = Math.sqrt(energyUpTo(prompt).at(-1) ?? 0);
  const products = correlation(heard.spectrum, prompt);
  const places: Place[] = [];
  for (let place = 0; place + prompt.length < heard.energy.length; place += 1) {
    const power = (heard.energy[place + prompt.length] ?? 0) - (heard.energy[place] ?? 0);
    // What is much too quiet is no prompt, whatever its shape.
    const likeness = (products[place] ?? 0) / (own * Math.max(Math.sqrt(power), own / 4));
    if (likeness < alike) continue;
    const last = places.at(-1);
    if (last === undefined || place - last.place > prompt.length / 2) places.push({ place, likeness });
    else if (likeness > last.likeness) places.splice(-1, 1, { place, likeness });
  }
  return places;
}

/** The energy of all samples before each place. */
function energyUpTo(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  samples.forEach((sample, at) => {
    sums[at + 1] = (sums[at] ?? 0) + sample * sample;
  });
  return sums;
}
