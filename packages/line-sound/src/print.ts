/** A step of a print: 32 ms. */
export const STEP_MS = 32;
/** Of each step: sixteen bits of what its bands do, and how loud it is. */
export const STEP_BYTES = 3;
/** So many steps are kept, the last ones: twenty seconds. */
export const MOST_STEPS = Math.round(20_000 / STEP_MS);

/**
 * What was said on a line, made small: of each 32 ms whether each band of the voice has grown against its neighbour since a moment ago, and
 * how loud it was in half decibels, 0 where it was a tone of the network's or nothing. Nobody can hear it again.
 */
export type Print = Uint8Array;

export const stepsOf = (print: Print): number => Math.floor(print.length / STEP_BYTES);
export const bitsAt = (print: Print, step: number): number =>
  (print[step * STEP_BYTES] ?? 0) | ((print[step * STEP_BYTES + 1] ?? 0) << 8);
export const levelAt = (print: Print, step: number): number => print[step * STEP_BYTES + 2] ?? 0;

/** In half decibels below the loudest: what is softer is a pause, or what lies under the voice. */
const PAUSE_BELOW = 24;
/** Softer than any voice on a line. */
const FAINT = 60;

/** Which steps somebody speaks in. */
export function voicedIn(print: Print): Uint8Array {
  const steps = stepsOf(print);
  const voiced = new Uint8Array(steps);
  const loudest = loudestOf(print, steps);
  const least = Math.max(FAINT, loudest - PAUSE_BELOW);
  for (let step = 0; step < steps; step++) voiced[step] = levelAt(print, step) >= least ? 1 : 0;
  return voiced;
}

/** As loud as all but its loudest twentieth: a click says nothing. */
function loudestOf(print: Print, steps: number): number {
  const levels = Array.from({ length: steps }, (_, step) => levelAt(print, step))
    .filter((level) => level > 0)
    .toSorted((a, b) => a - b);
  return levels[Math.floor(levels.length * 0.95)] ?? 0;
}
