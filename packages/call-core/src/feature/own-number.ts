import { tell } from '../activity/saying.ts';
import { say, sayDigits } from '../speech.ts';
import type { Feature } from './kind.ts';

/** Which extension this phone is. */
export const sayOwnNumber: Feature = (turn, here, { by }) => tell(turn, here, [...say('own-number'), ...sayDigits(by)]);
