import type { Activity } from '../board/activity.ts';
import type { DataAnswer } from '../board/company-data.ts';
import type { DialledCode } from '../board/feature-code.ts';
import { type Next, waits } from '../board/next.ts';
import type { Digit, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import type { PromptWord } from '../turn/prompts.ts';
import { say } from '../turn/speech.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { note, type Turn } from '../turn/turn.ts';
import { turnCondition } from './condition-override.ts';
import { sayAndEnd } from './saying.ts';

type Proving = Activity<'proving'>;

/** A caller who presses nothing for so long counts as gone. */
const patienceMs = 10_000;
/** The check of a PIN is waited for so long. */
const officeMs = 5_000;
/** No prompt is longer; an engine that loses one does not keep the caller for ever. */
const longestPromptMs = 60_000;
const longestPin = 12;

/** Types a PIN before a condition is turned. What is typed stands in no trace. */
export const proving: ActivityKind<'proving'> = {
  stage: 'waiting',
  said: (plan, { condition }) => `Nhập mã PIN để chuyển “${lookUp(plan.timeConditions, condition)?.name ?? condition}”`,
  told: (turn, here, activity, told) => (activity.waits ? answered(turn, here, activity, told) : waits),
  key(turn, here, activity, digit) {
    if (activity.waits) return waits;
    return digit === '#' ? ask(turn, here, activity) : typed(turn, here, activity, digit);
  },
  played: (turn, here) => listen(turn, here),
  elapsed(turn, here, activity) {
    if (activity.waits) return sayAndEnd(turn, here, say('not-possible'));
    return activity.typed === '' ? sayAndEnd(turn, here, say('goodbye')) : ask(turn, here, activity);
  },
};

/** Asks for the PIN of a time condition before it is turned. */
export function askConditionPin(turn: Turn, here: Here, condition: string, { by, rest }: DialledCode): Next {
  answerLeg(turn, here);
  return askPin(turn, here, { kind: 'proving', condition, by, rest, typed: '', waits: false }, 'box-pin');
}

function askPin(turn: Turn, here: Here, activity: Proving, words: PromptWord): Next {
  enter(turn, here, { ...activity, typed: '', waits: false });
  play(turn, here, say(words));
  startLegTimer(turn, here, 'prompt', longestPromptMs);
  return waits;
}

function typed(turn: Turn, here: Here, activity: Proving, digit: Digit): Next {
  if (activity.typed.length >= longestPin || digit < '0' || digit > '9') return waits;
  stopPlaying(turn, here);
  adjust(turn, here, activity, { typed: activity.typed + digit });
  return listen(turn, here);
}

function ask(turn: Turn, here: Here, activity: Proving): Next {
  const { condition, typed: pin } = activity;
  enter(turn, here, { ...activity, typed: '', waits: true });
  turn.commands.push({ type: 'ask', ...here, question: { kind: 'prove', condition, pin } });
  startLegTimer(turn, here, 'office', officeMs);
  return waits;
}

function answered(turn: Turn, here: Here, activity: Proving, told: DataAnswer): Next {
  if (told.kind !== 'proof') return waits;
  switch (told.is) {
    case 'right':
      return turnCondition(turn, here, activity.condition, activity);
    case 'wrong':
      note(turn, here.call, 'time', 'Mã PIN để chuyển ngày/đêm không đúng');
      return askPin(turn, here, activity, 'box-wrong-pin');
    case 'blocked':
      note(turn, here.call, 'time', 'Mã ngày/đêm tạm khoá vì nhập sai mã PIN nhiều lần');
      return sayAndEnd(turn, here, say('not-possible'));
    case 'unknown':
      return sayAndEnd(turn, here, say('not-possible'));
    default:
      return told.is satisfies never;
  }
}

function listen(turn: Turn, here: Here): Next {
  dropTimers(turn, here);
  startLegTimer(turn, here, 'key', patienceMs);
  return waits;
}
