import type { Activity } from '../board/activity.ts';
import type { DataAnswer } from '../board/company-data.ts';
import { goesTo, type Next, waits } from '../board/next.ts';
import type { CodeQuestion } from '../board/plan.ts';
import type { Digit, Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { type ActivityKind, amend, callAt, note, type Turn } from '../turn/turn.ts';
import { atMissingPart } from './broken-part.ts';

type Coding = Activity<'coding'>;

/** No prompt is longer; an engine that loses one does not keep the caller for ever. */
const longestPromptMs = 5 * 60_000;
/** A company's system is waited for so long. */
const systemMs = 4_000;

/** Types a code, which the company's own system is asked about. What is typed stands in no trace. */
export const coding: ActivityKind<'coding'> = {
  stage: 'waiting',
  said: (plan, { question }) => `Nhập mã ở “${lookUp(plan.codeQuestions, question)?.name ?? question}”`,
  told(turn, here, activity, told) {
    if (activity.does !== 'asks' || told.kind !== 'code' || told.question !== activity.question) return waits;
    return within(turn, here, activity, (plan) => answered(turn, here, activity, plan, told));
  },
  key(turn, here, activity, digit) {
    if (activity.does === 'asks') return waits;
    return within(turn, here, activity, (plan) => pressed(turn, here, activity, plan, digit));
  },
  played: (turn, here, activity) => within(turn, here, activity, (plan) => listen(turn, here, activity, plan)),
  elapsed: (turn, here, activity, timer) =>
    within(turn, here, activity, (plan) => {
      if (timer === 'prompt') return listen(turn, here, activity, plan);
      if (activity.does === 'asks') return outOf(turn, here, plan, 'hệ thống của công ty trả lời quá chậm');
      return entered(turn, here, activity, plan, activity.typed);
    }),
};

/** Says what to type, and waits for it. */
export function askForCode(turn: Turn, here: Here, key: string, plan: CodeQuestion): Next {
  answerLeg(turn, here);
  enter(turn, here, { kind: 'coding', question: key, typed: '', tries: 0, does: 'hears' });
  say(turn, here, plan.prompt);
  return waits;
}

function within(turn: Turn, here: Here, { question }: Coding, then: (plan: CodeQuestion) => Next): Next {
  const plan = lookUp(planOfCall(turn, here.call).codeQuestions, question);
  return plan === undefined ? atMissingPart(turn, here, 'bước nhập mã', question) : then(plan);
}

function say(turn: Turn, here: Here, files: readonly string[]): void {
  play(
    turn,
    here,
    files.map((file) => ({ kind: 'file', file })),
  );
  startLegTimer(turn, here, 'prompt', longestPromptMs);
}

/** The prompt is over, and no key has come: the time for the first one runs. */
function listen(turn: Turn, here: Here, activity: Coding, plan: CodeQuestion): Next {
  if (activity.does !== 'hears') return waits;
  dropTimers(turn, here);
  adjust(turn, here, activity, { does: 'types' });
  startLegTimer(turn, here, 'key', plan.waitSeconds * 1000);
  return waits;
}

function pressed(turn: Turn, here: Here, activity: Coding, plan: CodeQuestion, digit: Digit): Next {
  const ends = digit === plan.endKey;
  // What is no digit, and does not end the code, is a slip of the finger.
  if (!ends && (digit < '0' || digit > '9')) return waits;
  amend(turn, here.call, { hops: 0 });
  stopPlaying(turn, here);
  const typed = ends ? activity.typed : activity.typed + digit;
  if (ends || typed.length >= plan.maxDigits) return entered(turn, here, activity, plan, typed);
  dropTimers(turn, here);
  adjust(turn, here, activity, { typed, does: 'types' });
  startLegTimer(turn, here, 'key', plan.digitSeconds * 1000);
  return waits;
}

function entered(turn: Turn, here: Here, activity: Coding, plan: CodeQuestion, digits: string): Next {
  if (digits === '') return again(turn, here, activity, plan, 'khách không nhập mã');
  if (digits.length < plan.minDigits) return again(turn, here, activity, plan, 'mã chưa đủ số');
  const { question } = activity;
  dropTimers(turn, here);
  adjust(turn, here, activity, { typed: '', does: 'asks' });
  const { serviceNumber } = callAt(turn, here.call);
  turn.commands.push({
    type: 'ask',
    ...here,
    question: { kind: 'code', question, digits, call: here.call, dialled: serviceNumber ?? '' },
  });
  startLegTimer(turn, here, 'system', systemMs);
  return waits;
}

type Told = Extract<DataAnswer, { kind: 'code' }>;

function answered(turn: Turn, here: Here, activity: Coding, plan: CodeQuestion, { says }: Told): Next {
  switch (says.is) {
    case 'go': {
      const destination = lookUp(plan.answers, says.to);
      if (destination === undefined) {
        return outOf(turn, here, plan, 'hệ thống của công ty trả lời điều không có ở đây', { answer: says.to });
      }
      note(turn, here.call, 'rule', `Nhập mã “${plan.name}”: hệ thống của công ty đã trả lời`, {
        answer: says.to,
      });
      return goesTo(destination);
    }
    case 'again':
      return again(turn, here, activity, plan, 'hệ thống của công ty báo mã sai');
    case 'nothing':
      return outOf(turn, here, plan, says.because);
    default:
      return says satisfies never;
  }
}

/** A wrong code or none: it is asked for until it was tried often enough. */
function again(turn: Turn, here: Here, activity: Coding, plan: CodeQuestion, why: string): Next {
  const tries = activity.tries + 1;
  if (tries >= plan.tries) return outOf(turn, here, plan, why);
  note(turn, here.call, 'rule', `Nhập mã “${plan.name}”: ${why}, mời nhập lại`, {
    tries: String(tries),
    of: String(plan.tries),
  });
  dropTimers(turn, here);
  adjust(turn, here, activity, { typed: '', tries, does: 'hears' });
  say(turn, here, [...plan.wrongPrompt, ...plan.prompt]);
  return waits;
}

function outOf(turn: Turn, here: Here, plan: CodeQuestion, why: string, detail: Record<string, string> = {}): Next {
  note(turn, here.call, 'rule', `Nhập mã “${plan.name}”: ${why}`, detail);
  return goesTo(plan.otherwise);
}
