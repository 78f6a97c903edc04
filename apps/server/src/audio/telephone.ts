/** Samples a second of a telephone's sound. */
export const telephoneRate = 8000;

/** Zero crossings of the filter on each side, and steps between two of them. */
const [crossings, steps] = [12, 64];
/** Above this part of the narrower band nothing is left. */
const band = 0.9;

/**
 * Turns sound of any rate and number of channels into a telephone's, piece by piece: `take` gives what is ready, `end` the rest. A
 * windowed sinc keeps what a telephone cannot carry from coming back as a whistle.
 */
export function toTelephone(rate: number) {
  const ratio = rate / telephoneRate;
  const cut = Math.min(1, 1 / ratio) * band;
  const reach = Math.ceil(crossings / cut);
  const kernel = Float32Array.from({ length: crossings * steps + 2 }, (_, at) => {
    const x = at / steps;
    const window = x >= crossings ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * x) / crossings);
    return x === 0 ? 1 : (Math.sin(Math.PI * x) / (Math.PI * x)) * window;
  });
  // As if silence had been before it.
  let pending = new Float32Array(reach);
  /** Place of the first pending sample in the whole. */
  let first = -reach;
  let made = 0;

  const ready = (upTo: number): Float32Array => {
    const samples: number[] = [];
    for (let at = made * ratio; at < upTo; at = made * ratio) {
      let sum = 0;
      const from = Math.max(first, Math.ceil(at - reach));
      const to = Math.min(first + pending.length - 1, Math.floor(at + reach));
      for (let tap = from; tap <= to; tap += 1) {
        const place = Math.abs(tap - at) * cut * steps;
        if (place > crossings * steps) continue;
        sum += (pending[tap - first] ?? 0) * (kernel[Math.round(place)] ?? 0);
      }
      samples.push(sum * cut);
      made += 1;
    }
    const done = Math.min(pending.length, Math.max(0, Math.floor(made * ratio) - reach - first));
    pending = pending.slice(done);
    first += done;
    return Float32Array.from(samples);
  };

  return {
    take(channels: readonly Float32Array[]): Float32Array {
      const mono = mixed(channels);
      const joined = new Float32Array(pending.length + mono.length);
      joined.set(pending);
      joined.set(mono, pending.length);
      pending = joined;
      return ready(first + pending.length - reach);
    },
    end: (): Float32Array => ready(first + pending.length),
  };
}

function mixed(channels: readonly Float32Array[]): Float32Array {
  const [one = new Float32Array(0), ...others] = channels;
  if (others.length === 0) return one;
  return one.map((sample, at) => others.reduce((sum, other) => sum + (other[at] ?? 0), sample) / channels.length);
}
