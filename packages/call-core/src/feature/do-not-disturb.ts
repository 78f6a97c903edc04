import { tell } from '../activity/saying.ts';
import { say } from '../speech.ts';
import { keep } from './keep.ts';
import type { Feature } from './kind.ts';

/** Nobody rings a person who does not want to be disturbed. */
export const setDoNotDisturb =
  (on: boolean): Feature =>
  (turn, here, { by }) => {
    keep(turn, here, { kind: 'do-not-disturb', extension: by, on });
    return tell(turn, here, say(on ? 'do-not-disturb-on' : 'do-not-disturb-off'));
  };
