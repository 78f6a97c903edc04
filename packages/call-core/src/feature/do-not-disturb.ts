import { tell } from '../activity/saying.ts';
import { keep } from '../turn/company-data.ts';
import { say } from '../turn/speech.ts';
import type { Feature } from './feature.ts';

/** Nobody rings a person who does not want to be disturbed. */
export const setDoNotDisturb =
  (on: boolean): Feature =>
  (turn, here, { by }) => {
    keep(turn, here, { kind: 'do-not-disturb', extension: by, on });
    return tell(turn, here, say(on ? 'do-not-disturb-on' : 'do-not-disturb-off'));
  };
