import { sayAndEnd } from '../activity/saying.ts';
import { queueRequest } from '../queue/queue-requests.ts';
import type { PromptWord } from '../turn/prompts.ts';
import { say } from '../turn/speech.ts';
import type { CodeFeature } from './feature.ts';

type Change = 'queue-join' | 'queue-leave' | 'queue-pause' | 'queue-resume';

/** Joins, leaves or pauses in every queue of the person who dials the code. */
export const changeQueues =
  (change: Change): CodeFeature =>
  (turn, here, { by }) => {
    const all = { extension: by, queue: null };
    const { ok } =
      change === 'queue-join' || change === 'queue-leave'
        ? queueRequest(turn, by, { kind: change, ...all })
        : queueRequest(turn, by, { kind: 'queue-pause', ...all, on: change === 'queue-pause', reason: null });
    return sayAndEnd(turn, here, say(ok ? words[change] : 'queue-none'));
  };

const words: Readonly<Record<Change, PromptWord>> = {
  'queue-join': 'queue-joined',
  'queue-leave': 'queue-left',
  'queue-pause': 'queue-paused',
  'queue-resume': 'queue-resumed',
};
