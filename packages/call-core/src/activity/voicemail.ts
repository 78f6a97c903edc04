import type { Activity } from '../board/activity.ts';
import { ends, type Next, waits } from '../board/next.ts';
import type { VoicemailBox } from '../board/plan.ts';
import type { AudioSource, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { answerLeg, enter, play, startLegTimer } from '../turn/legs.ts';
import { newRecording } from '../turn/recordings.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { callAt, legAt, perform, type Turn } from '../turn/turn.ts';

const longestGreetingMs = 2 * 60_000;

/** The greeting of a voicemail box, then the beep. Who presses `#` in the greeting wants the beep. */
export const prompting: ActivityKind<'prompting'> = {
  stage: 'waiting',
  said: (plan, { box }) => `Nghe lời chào hộp thư thoại “${lookUp(plan.voicemailBoxes, box)?.name ?? box}”`,
  key: (turn, here, activity, digit) =>
    digit === '#' && activity.prompt === 'greeting' ? afterPrompt(turn, here, activity) : waits,
  played: (turn, here, activity) => afterPrompt(turn, here, activity),
  elapsed: (turn, here, activity) => afterPrompt(turn, here, activity),
};

/** The message ends with `#`, with silence, at the box's limit, or when the caller hangs up. */
export const takingMessage: ActivityKind<'taking-message'> = {
  stage: 'waiting',
  said: (plan, { box }) => `Để lại lời nhắn ở “${lookUp(plan.voicemailBoxes, box)?.name ?? box}”`,
  key: (_turn, _here, _activity, digit) => (digit === '#' ? ends('normal') : waits),
  elapsed: () => ends('normal'),
};

export function greet(turn: Turn, here: Here, key: string, { greeting, busyGreeting = greeting }: VoicemailBox): Next {
  answerLeg(turn, here);
  const file = callAt(turn, here.call).refusal === 'busy' ? busyGreeting : greeting;
  return prompt(turn, here, { kind: 'prompting', box: key, prompt: 'greeting' }, { kind: 'file', file });
}

function afterPrompt(turn: Turn, here: Here, { box, prompt: which }: Activity<'prompting'>): Next {
  const onlyGreets = turn.plan.roomIsFull === true || lookUp(turn.plan.voicemailBoxes, box)?.onlyThanks === true;
  if (which === 'greeting' && onlyGreets) return ends('normal');
  return which === 'greeting'
    ? prompt(turn, here, { kind: 'prompting', box, prompt: 'beep' }, { kind: 'tone', tone: 'beep' })
    : takeMessage(turn, here, box);
}

function prompt(turn: Turn, here: Here, activity: Activity<'prompting'>, source: AudioSource): Next {
  enter(turn, here, activity);
  play(turn, here, [source]);
  startLegTimer(turn, here, 'prompt', longestGreetingMs);
  return waits;
}

function takeMessage(turn: Turn, here: Here, key: string): Next {
  const box = lookUp(turn.plan.voicemailBoxes, key);
  if (box === undefined) return ends('failed');
  const recording = newRecording(turn, here.call, { kind: 'message', box: key, bridge: null });
  enter(turn, here, { kind: 'taking-message', box: key, recording, since: turn.at });
  const maxSilenceMs = box.maxSilenceSeconds * 1000;
  perform(turn, legAt(turn, here).home, { type: 'record-message', recording, leg: here.leg, maxSilenceMs });
  startLegTimer(turn, here, 'message', box.maxSeconds * 1000);
  return waits;
}
