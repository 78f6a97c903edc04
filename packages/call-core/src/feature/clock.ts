import { localTime } from '@alo/calendar';
import { sayAndEnd } from '../activity/saying.ts';
import { say, sayDate, sayTime } from '../turn/speech.ts';
import type { CodeFeature } from './feature.ts';

/** What time it is for the company. */
export const sayClock: CodeFeature = (turn, here) => {
  const local = localTime(turn.at, turn.plan.timeZone);
  return sayAndEnd(turn, here, [...say('now-is'), ...sayTime(local), ...sayDate(local)]);
};
