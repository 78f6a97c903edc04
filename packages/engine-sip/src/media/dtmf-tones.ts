import type { Digit } from '@alo/call-core';
import { FRAME_SAMPLES, SAMPLE_RATE } from '@alo/engine-host/audio';

/** Keys as sound (ITU-T Q.23): one frequency of the row, one of the column. */
export const ROWS = [697, 770, 852, 941] as const;
export const COLUMNS = [1209, 1336, 1477, 1633] as const;
export const KEYPAD: readonly (readonly Digit[])[] = [
  ['1', '2', '3', 'A'],
  ['4', '5', '6', 'B'],
  ['7', '8', '9', 'C'],
  ['*', '0', '#', 'D'],
];

/** Peak of each of the two: about −9 dBm0 together, the column a little louder as lines swallow more of it. */
const [ROW_LEVEL, COLUMN_LEVEL] = [4_500, 5_500];
const RAMP_SAMPLES = 16;

/** So many frames of a key's sound. */
export function keyTone(digit: Digit, frames: number): Int16Array[] {
  const row = KEYPAD.findIndex((keys) => keys.includes(digit));
  const column = KEYPAD[row]?.indexOf(digit) ?? 0;
  const [low, high] = [ROWS[row] ?? 0, COLUMNS[column] ?? 0];
  const length = frames * FRAME_SAMPLES;
  const sine = (hertz: number, at: number) => Math.sin((2 * Math.PI * hertz * at) / SAMPLE_RATE);
  return Array.from({ length: frames }, (_, frame) =>
    Int16Array.from({ length: FRAME_SAMPLES }, (_, i) => {
      const at = frame * FRAME_SAMPLES + i;
      const ramp = Math.min(1, (at + 1) / RAMP_SAMPLES, (length - at) / RAMP_SAMPLES);
      return Math.round(ramp * (ROW_LEVEL * sine(low, at) + COLUMN_LEVEL * sine(high, at)));
    }),
  );
}
