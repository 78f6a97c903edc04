import { localTime } from '@alo/calendar';
import type { Activity } from '../board/activity.ts';
import { ends, type Next, waits } from '../board/next.ts';
import type { SurveyPlan, SurveyQuestionPlan } from '../board/plan.ts';
import { isTalk } from '../board/talk-shares.ts';
import type { AudioSource, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { saveChange } from '../turn/company-data.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import { stopRecordings } from '../turn/recordings.ts';
import { say } from '../turn/speech.ts';
import { nameOfTimer } from '../turn/timers.ts';
import { type ActivityKind, amend, callAt, legAt, liveLegs, note, type Turn } from '../turn/turn.ts';
import { sayAndEnd } from './saying.ts';

type Asked = Activity<'survey'>;

/** No question is longer; an engine that loses one does not keep the caller for ever. */
const longestPromptMs = 3 * 60_000;
/** From the end of the question to the first key, and for a key that may follow: 1 may be the beginning of 10. */
const firstKeyMs = 8_000;
const nextKeyMs = 3_000;
/** A question is asked so often; then nobody seems to be there who answers. */
const mostTries = 3;

/** Hears questions, and answers by keys. Each answer is kept as it comes: whoever hangs up in the middle has given those before. */
export const surveyActivity: ActivityKind<'survey'> = {
  stage: 'waiting',
  said: (plan, { survey: key }) => `Trả lời khảo sát “${lookUp(plan.surveys ?? {}, key)?.name ?? key}”`,
  key: (turn, here, activity, digit) =>
    within(turn, here, activity, (plan, question) => {
      amend(turn, here.call, { hops: 0 });
      stopPlaying(turn, here);
      dropTimers(turn, here);
      const keys = activity.keys + digit;
      if (Object.keys(question.keys).some((one) => one.length > keys.length && one.startsWith(keys))) {
        adjust(turn, here, activity, { keys, listening: true });
        startLegTimer(turn, here, 'key', nextKeyMs);
        return waits;
      }
      return answered(turn, here, { ...activity, keys }, plan, question);
    }),
  played: (turn, here, activity) => listen(turn, here, activity),
  elapsed: (turn, here, activity, timer) =>
    timer === 'prompt'
      ? listen(turn, here, activity)
      : within(turn, here, activity, (plan, question) => answered(turn, here, activity, plan, question)),
};

/** Begins to ask, after a talk or instead of one. */
export function beginSurvey(turn: Turn, here: Here, key: string): Next {
  const plan = surveyNow(turn, key);
  const first = plan === undefined ? undefined : lookUp(plan.questions, plan.first);
  if (plan === undefined || first === undefined) return noMore(turn, here, key);
  note(turn, here.call, 'destination', `Khảo sát “${plan.name}”`);
  const { party } = legAt(turn, here);
  const { direction, segments } = callAt(turn, here.call);
  const extension = segments.findLast(isTalk)?.extension ?? null;
  saveChange(turn, here, {
    kind: 'survey-asked',
    survey: key,
    call: here.call,
    number: party.kind === 'outside' ? party.number : '',
    extension,
    calledFor: extension === null && direction === 'outbound',
  });
  answerLeg(turn, here);
  // What is asked is no part of the conversation, and nobody comes back to it.
  if (liveLegs(callAt(turn, here.call)).length === 1) stopRecordings(turn, here.call);
  return ask(turn, here, { survey: key, question: plan.first, tries: 0 }, first, say('survey-invite'));
}

/** The survey as it is asked today, whatever it was when the call began. */
export function surveyNow({ plan, at }: Turn, key: string): SurveyPlan | undefined {
  const found = lookUp(plan.surveys ?? {}, key);
  if (found === undefined) return undefined;
  const { date } = localTime(at, plan.timeZone);
  return (found.from ?? date) <= date && date <= (found.until ?? date) ? found : undefined;
}

function ask(
  turn: Turn,
  here: Here,
  at: Pick<Asked, 'survey' | 'question' | 'tries'>,
  { prompt }: SurveyQuestionPlan,
  before: readonly AudioSource[] = [],
): Next {
  enter(turn, here, { kind: 'survey', ...at, keys: '', listening: false });
  play(turn, here, [...before, ...prompt.map((file) => ({ kind: 'file', file }) as const)]);
  startLegTimer(turn, here, 'prompt', longestPromptMs);
  return waits;
}

/** The question is over, and no key has come: the time for the first one runs. */
function listen(turn: Turn, here: Here, activity: Asked): Next {
  if (activity.listening) return waits;
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === 'prompt');
  adjust(turn, here, activity, { listening: true });
  startLegTimer(turn, here, 'key', firstKeyMs);
  return waits;
}

/** The question with what is asked of it now; a survey that has ended meanwhile, or has lost the question, asks no more. */
function within(
  turn: Turn,
  here: Here,
  activity: Asked,
  then: (plan: SurveyPlan, question: SurveyQuestionPlan) => Next,
): Next {
  const plan = surveyNow(turn, activity.survey);
  const question = plan === undefined ? undefined : lookUp(plan.questions, activity.question);
  return plan === undefined || question === undefined ? noMore(turn, here, activity.survey) : then(plan, question);
}

function answered(turn: Turn, here: Here, activity: Asked, plan: SurveyPlan, question: SurveyQuestionPlan): Next {
  const { survey: key, keys } = activity;
  const given = lookUp(question.keys, keys);
  if (given === undefined) return again(turn, here, activity, question);
  const next = given.next === null ? undefined : lookUp(plan.questions, given.next);
  saveChange(turn, here, {
    kind: 'survey-answer',
    survey: key,
    call: here.call,
    question: activity.question,
    asked: question.name,
    answers: question.answers,
    value: given.value,
    last: next === undefined,
  });
  note(turn, here.call, 'destination', `Khách bấm ${keys} trả lời “${question.name}”`);
  if (given.next !== null && next !== undefined) {
    return ask(turn, here, { survey: key, question: given.next, tries: 0 }, next);
  }
  note(turn, here.call, 'destination', 'Khách trả lời xong khảo sát');
  return sayAndEnd(turn, here, say('survey-thanks'));
}

function again(turn: Turn, here: Here, activity: Asked, question: SurveyQuestionPlan): Next {
  const { survey: key, question: asked, keys } = activity;
  const tries = activity.tries + 1;
  note(
    turn,
    here.call,
    'destination',
    keys === '' ? 'Khách không bấm phím trả lời' : `Khách bấm ${keys}: không phải câu trả lời`,
    { tries: String(tries), of: String(mostTries) },
  );
  if (tries >= mostTries) {
    note(turn, here.call, 'destination', 'Khảo sát dừng vì khách không trả lời');
    return sayAndEnd(turn, here, say('goodbye'));
  }
  return ask(turn, here, { survey: key, question: asked, tries }, question, keys === '' ? [] : say('survey-wrong'));
}

function noMore(turn: Turn, here: Here, key: string): Next {
  const name = lookUp(turn.plan.surveys ?? {}, key)?.name;
  note(
    turn,
    here.call,
    'destination',
    name === undefined ? 'Khảo sát không còn chạy: không hỏi' : `Khảo sát “${name}” hôm nay không hỏi`,
  );
  // Whoever was never answered is not answered for that.
  return legAt(turn, here).state === 'up' ? sayAndEnd(turn, here, say('goodbye')) : ends('normal');
}
