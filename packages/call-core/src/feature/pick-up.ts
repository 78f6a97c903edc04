import { sayAndEnd } from '../activity/saying.ts';
import { say } from '../turn/speech.ts';
import type { CodeFeature } from './feature.ts';

/** No call rings that the person who dials this may fetch. */
export const nothingRings: CodeFeature = (turn, here) => sayAndEnd(turn, here, say('nothing-rings'));
