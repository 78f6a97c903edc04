import type { DialledCode, FeatureCode, FeatureName } from '../board/feature-code.ts';
import { goesTo, type Next } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { callAt, note, type Turn } from '../turn/turn.ts';
import { sayClock } from './clock.ts';
import { turnDayNight } from './day-night.ts';
import { setDoNotDisturb } from './do-not-disturb.ts';
import type { CodeFeature } from './feature.ts';
import { forward } from './forward.ts';
import { callLastCaller } from './last-caller.ts';
import { sayOwnNumber } from './own-number.ts';
import { nothingRings } from './pick-up.ts';
import { changeQueues } from './queue-membership.ts';
import { openOwnBox } from './voicemail.ts';

const features: Readonly<Record<FeatureName, CodeFeature>> = {
  // A call that rings was fetched as the phone came in.
  'pick-up': nothingRings,
  'pick-up-from': nothingRings,
  voicemail: openOwnBox,
  'do-not-disturb-on': setDoNotDisturb(true),
  'do-not-disturb-off': setDoNotDisturb(false),
  'forward-always': forward('always', true),
  'forward-always-off': forward('always', false),
  'forward-busy': forward('busy', true),
  'forward-busy-off': forward('busy', false),
  'forward-no-answer': forward('noAnswer', true),
  'forward-no-answer-off': forward('noAnswer', false),
  'queue-join': changeQueues('queue-join'),
  'queue-leave': changeQueues('queue-leave'),
  'queue-pause': changeQueues('queue-pause'),
  'queue-resume': changeQueues('queue-resume'),
  'last-caller': callLastCaller,
  'echo-test': () => goesTo({ kind: 'echo-test' }),
  clock: sayClock,
  'own-number': sayOwnNumber,
};

/** Does what a code stands for. */
export function runFeature(turn: Turn, here: Here, code: FeatureCode, asked: DialledCode): Next {
  note(turn, here.call, 'number', 'Mã tính năng', { code: callAt(turn, here.call).dialled });
  return code.kind === 'feature'
    ? features[code.feature](turn, here, asked)
    : turnDayNight(turn, here, code.condition, asked);
}
