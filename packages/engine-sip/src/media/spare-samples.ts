/** Of each length so many wait for somebody at most: with two lengths 4 MB. */
const most = 64;

const spares = new Map<number, Int16Array<ArrayBuffer>[]>();

/**
 * So many silent samples, in memory that somebody gave back where there is any. Each recorded call wants 60 kB for as long as it lasts, which
 * V8 takes from the system and gives back only when it has looked through everything: for 64 MB of these it does so (`external memory`),
 * every ten seconds at 100 calls a second.
 */
export const takeSamples = (length: number): Int16Array<ArrayBuffer> =>
  spares.get(length)?.pop()?.fill(0) ?? new Int16Array(length);

/** The giver of samples must never touch them again: another buffer has them next. */
export function giveSamples(samples: Int16Array<ArrayBuffer>): void {
  const known = spares.get(samples.length);
  if (known === undefined) spares.set(samples.length, [samples]);
  else if (known.length < most) known.push(samples);
}

/** A process at rest keeps no spare samples. */
export const dropSamples = (): void => spares.clear();
