import { sayAndEnd } from '../activity/saying.ts';
import { saveChange } from '../turn/company-data.ts';
import { say } from '../turn/speech.ts';
import type { CodeFeature } from './feature.ts';

/** Nobody rings a person who does not want to be disturbed. */
export const setDoNotDisturb =
  (on: boolean): CodeFeature =>
  (turn, here, { by }) => {
    saveChange(turn, here, { kind: 'do-not-disturb', extension: by, on });
    return sayAndEnd(turn, here, say(on ? 'do-not-disturb-on' : 'do-not-disturb-off'));
  };
