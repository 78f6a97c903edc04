import type { Activity } from '../board/activity.ts';
import type { DataAnswer } from '../board/company-data.ts';
import { classOf } from '../board/destination-class.ts';
import { ends, type Next, waits } from '../board/next.ts';
import type { Here } from '../board/vocabulary.ts';
import { mayCallOut } from '../routing/outbound.ts';
import { saveChange } from '../turn/company-data.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer } from '../turn/legs.ts';
import { extensionAt } from '../turn/parties.ts';
import { say } from '../turn/speech.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { callAt, legAt, note, type Turn } from '../turn/turn.ts';
import { routeOutbound } from './outside-offer.ts';
import { sayRefusal } from './saying.ts';

type Reconsidering = Activity<'reconsidering'>;

/** A call is not kept longer by a question about whom it goes to. */
const officeMs = 1_500;
const pauseMs = 2_000;
/** A person who has heard it so long and pressed nothing does not call. */
const patienceMs = 20_000;

/** Hears that the dialled customer refuses advertising, and calls all the same by pressing 1. */
export const reconsidering: ActivityKind<'reconsidering'> = {
  stage: 'waiting',
  said: (_plan, { hears }) =>
    hears ? 'Nghe hỏi lại: khách đã từ chối quảng cáo' : 'Xem khách có từ chối quảng cáo không',
  told: (turn, here, activity, told) => (activity.hears ? waits : answered(turn, here, activity, told)),
  key(turn, here, { by, number, hears }, digit) {
    if (!hears || digit !== '1') return waits;
    note(turn, here.call, 'rule', 'Người gọi nhấn 1 để vẫn gọi');
    saveChange(turn, here, { kind: 'called-anyway', extension: by, number });
    return goOut(turn, here, { by, number });
  },
  elapsed(turn, here, { by, number, hears }) {
    if (!hears) {
      note(turn, here.call, 'rule', 'Chưa biết khách có từ chối quảng cáo không');
      return goOut(turn, here, { by, number });
    }
    note(turn, here.call, 'rule', 'Người gọi không nhấn 1: không gọi');
    return ends('blocked');
  },
};

/**
 * A number outside that one of our people has dialled. Where the company wants it, who refuses advertising is not called before that
 * was said to whoever calls; who is sent on to a number by somebody else has not dialled it.
 */
export function callOutside(turn: Turn, here: Here, whom: { readonly by: string; readonly number: string }): Next {
  if (!isAsked(turn, here, whom)) return goOut(turn, here, whom);
  enter(turn, here, { kind: 'reconsidering', ...whom, hears: false });
  turn.commands.push({ type: 'ask', ...here, question: { kind: 'refuses', ...whom } });
  startLegTimer(turn, here, 'office', officeMs);
  return waits;
}

function isAsked(turn: Turn, here: Here, { by, number }: { readonly by: string; readonly number: string }): boolean {
  const { limits } = turn.plan;
  return (
    limits.asksWhoRefuses === true &&
    extensionAt(legAt(turn, here)) === by &&
    // Nothing holds up an emergency, and what may not be called anyway is refused as ever.
    classOf(number, limits.homeArea) !== 'emergency' &&
    mayCallOut(turn.plan, by, number, turn.at)
  );
}

function answered(turn: Turn, here: Here, activity: Reconsidering, told: DataAnswer): Next {
  if (told.kind !== 'refuses') return waits;
  switch (told.then) {
    case 'call':
      return goOut(turn, here, activity);
    case 'ask':
      note(turn, here.call, 'rule', 'Khách đã từ chối quảng cáo: hỏi lại người gọi');
      dropTimers(turn, here);
      answerLeg(turn, here);
      adjust(turn, here, activity, { hears: true });
      play(turn, here, [...say('refuses-advertising'), { kind: 'silence', ms: pauseMs }], true);
      startLegTimer(turn, here, 'key', patienceMs);
      return waits;
    case 'refuse':
      note(turn, here.call, 'rule', `Khách đã từ chối quảng cáo, và máy nhánh ${activity.by} không có quyền vẫn gọi`);
      return sayRefusal(turn, here, say('refuses-advertising-refused'), 'blocked');
    default:
      return told.then satisfies never;
  }
}

const goOut = (turn: Turn, here: Here, { by, number }: { readonly by: string; readonly number: string }): Next =>
  routeOutbound(turn, here, { by, number, showing: callAt(turn, here.call).showing ?? null });
