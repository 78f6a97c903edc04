import { minutesSeconds } from '../../kit/format/time.ts';

/** `01:15`, half a second counted as one. */
export const soundLength = (ms: number): string => minutesSeconds(Math.max(1, Math.round(ms / 1000)));
