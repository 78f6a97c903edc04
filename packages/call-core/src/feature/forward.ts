import { sayAndEnd } from '../activity/saying.ts';
import type { ForwardWhen } from '../board/company-data.ts';
import { forwardTo } from '../routing/forward-rights.ts';
import { saveChange } from '../turn/company-data.ts';
import { say, sayDigits } from '../turn/speech.ts';
import { note } from '../turn/turn.ts';
import type { CodeFeature } from './feature.ts';

/** Forwards the dialling person's calls to the number behind the code from now on, or ends that. */
export const forward =
  (when: ForwardWhen, on: boolean): CodeFeature =>
  (turn, here, { by, rest }) => {
    if (!on) {
      saveChange(turn, here, { kind: 'forward', extension: by, when, to: null });
      return sayAndEnd(turn, here, say('forward-off'));
    }
    if (rest === '') return sayAndEnd(turn, here, say('forward-needs-number'));
    const to = forwardTo(turn.plan, by, rest, turn.at);
    if (to === null) {
      note(turn, here.call, 'rule', `Máy nhánh ${by} không được chuyển cuộc gọi tới số này`, { number: rest });
      return sayAndEnd(turn, here, say('forward-refused'));
    }
    saveChange(turn, here, { kind: 'forward', extension: by, when, to });
    return sayAndEnd(turn, here, [...say('forward-on'), ...sayDigits(rest)]);
  };
