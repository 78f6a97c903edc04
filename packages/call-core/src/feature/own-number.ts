import { sayAndEnd } from '../activity/saying.ts';
import { say, sayDigits } from '../turn/speech.ts';
import type { CodeFeature } from './feature.ts';

/** Which extension this phone is. */
export const sayOwnNumber: CodeFeature = (turn, here, { by }) =>
  sayAndEnd(turn, here, [...say('own-number'), ...sayDigits(by)]);
