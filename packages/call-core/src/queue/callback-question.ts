import type { Activity } from '../board/activity.ts';
import { nationalForm } from '../board/caller-id.ts';
import { ends, type Next, waits } from '../board/next.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { Digit, Here } from '../board/vocabulary.ts';
import { adjust, dropTimers, play, startLegTimer } from '../turn/legs.ts';
import { say, sayDigits } from '../turn/speech.ts';
import { nameOfTimer } from '../turn/timers.ts';
import { note, type Turn } from '../turn/turn.ts';
import { keepPlace } from './callback.ts';
import { greeted } from './owner.ts';
import { callerNumber } from './queue-entry.ts';
import { hearMusic } from './wait-music.ts';

type Wait = Activity<'queue-wait'>;

/** No farewell is longer. */
const longestFarewellMs = 30_000;

/** Says to which number we would call back and asks whether that is right; whose number is not known stays on the line. */
export function askWhetherToCallBack(turn: Turn, here: Here, activity: Wait, plan: QueuePlan): Next {
  if (activity.hears === 'greeting') greeted(turn, here, activity.queue);
  // That of a question before this one.
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === 'question');
  const number = callerNumber(turn, here);
  if (number === null) {
    note(turn, here.call, 'destination', 'Khách muốn được gọi lại nhưng không hiện số');
    adjust(turn, here, activity, { hears: 'announcement' });
    play(turn, here, say('callback-impossible'));
    return waits;
  }
  note(turn, here.call, 'destination', `Khách muốn được gọi lại (hàng đợi “${plan.name}”)`, { number });
  adjust(turn, here, activity, { hears: 'question' });
  play(turn, here, [...say('callback-number'), ...sayDigits(nationalForm(number)), ...say('callback-confirm')]);
  return waits;
}

/** 1 says yes: the place in the line is kept, and the caller may hang up. Every other key goes on waiting. */
export function answerQuestion(turn: Turn, here: Here, activity: Wait, plan: QueuePlan, digit: Digit): Next {
  if (digit !== '1') return hearMusic(turn, here, activity, plan);
  keepPlace(turn, here, activity.queue);
  adjust(turn, here, activity, { hears: 'farewell' });
  play(turn, here, say('callback-kept'));
  startLegTimer(turn, here, 'farewell', longestFarewellMs);
  return waits;
}

/** The farewell was heard. */
export function endWithPlaceKept(): Next {
  return ends('normal');
}
