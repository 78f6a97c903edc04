import type { Activity, Attempt, Errand } from '../board/activity.ts';
import { ends, goesTo, type Next, waits } from '../board/next.ts';
import type { CallerId, CallId, Here, SegmentHow } from '../board/vocabulary.ts';
import { startTalkLimit } from '../limits/call-minutes.ts';
import { addLeg, changeLeg, enter, moveLeg, newLeg, startLegTimer } from '../turn/legs.ts';
import { extensionAt, partyName, partyOf } from '../turn/parties.ts';
import { noteRefusal } from '../turn/refusal.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { amend, callAt, legAt, note, perform, type Turn } from '../turn/turn.ts';
import { isWorthAnotherTrunk } from './offering.ts';
import { supervisionWords } from './supervising.ts';

/** Rings for nobody who waits; with the answer its errand begins. */
export const called: ActivityKind<'called'> = {
  stage: 'ringing',
  said: () => 'Đang gọi',
  answered(turn, here, { errand }) {
    moveLeg(turn, here, { state: 'up' });
    startTalkLimit(turn, here);
    return begin(turn, here, errand);
  },
  elapsed(turn, here) {
    noteRefusal(turn, here.call, partyName(turn.plan, legAt(turn, here).party), 'no-answer');
    return ends('no-answer');
  },
  left(turn, here, activity, cause, sipCode) {
    noteRefusal(turn, here.call, partyName(turn.plan, legAt(turn, here).party), cause);
    const [next, ...rest] = activity.rest;
    if (next === undefined || !isWorthAnotherTrunk(cause, sipCode)) return;
    const second = callOut(turn, here.call, next, { ...activity, rest });
    if (callAt(turn, here.call).caller === here.leg) amend(turn, here.call, { caller: second.leg });
  },
};

/** What somebody is dialled for who nobody waits for. */
export type Outing = Pick<Activity<'called'>, 'errand' | 'rest' | 'ringMs'> & { readonly autoAnswer?: boolean };

/** Dials somebody for whom nobody waits yet. */
export function callOut(turn: Turn, call: CallId, attempt: Attempt, outing: Outing): Here {
  const { errand, rest, ringMs, autoAnswer = false } = outing;
  const here = newLeg(turn, call);
  const party = partyOf(turn.plan, attempt);
  const { to, callerId, mostMinutes } = attempt;
  addLeg(turn, here, party, 'dialled', { kind: 'called', errand, rest, ringMs });
  if (mostMinutes !== undefined) changeLeg(turn, here, { mostMinutes });
  perform(turn, call, { type: 'dial', leg: here.leg, to, callerId, ...(autoAnswer ? { autoAnswer } : {}) });
  note(turn, call, 'phone', `Gọi ${partyName(turn.plan, party)}`);
  startLegTimer(turn, here, 'ring', ringMs);
  return here;
}

/** A phone that should pick up by itself rings so long. */
export const ownPhoneRingMs = 20_000;

/** A call to the own phone of somebody who asked for something: it should pick up by itself. */
export function ownPhone(extension: string, callerId: CallerId): Attempt {
  return { to: { kind: 'extension', extension }, callerId, number: extension };
}

function begin(turn: Turn, here: Here, errand: Errand): Next {
  const leg = legAt(turn, here);
  const extension = extensionAt(leg) || null;
  switch (errand.kind) {
    case 'visit': {
      const { answer } = callAt(turn, here.call);
      if (extension === null) {
        amend(turn, here.call, { answer: answer ?? { at: turn.at, extension: null, leg: here.leg } });
        note(turn, here.call, 'talk', 'Khách hàng nghe máy');
      }
      enter(turn, here, { kind: 'routing' });
      return goesTo(errand.destination);
    }
    case 'join': {
      const how: SegmentHow = 'conference';
      note(turn, here.call, 'talk', `${extension === null ? 'Số ngoài' : `Máy nhánh ${extension}`} vào cuộc gọi`);
      enter(turn, here, { kind: 'talking', bridge: errand.bridge, how, through: null });
      return waits;
    }
    case 'supervise': {
      // The conversation may have ended in the very moment.
      if (!callAt(turn, here.call).bridges.some(({ id }) => id === errand.bridge)) return ends('normal');
      const agent = extensionAt(callAt(turn, here.call).legs.find(({ id }) => id === errand.agent));
      note(turn, here.call, 'talk', `Máy nhánh ${extension} ${supervisionWords[errand.mode]} máy nhánh ${agent}`);
      enter(turn, here, { ...errand, kind: 'supervising' });
      return waits;
    }
    default:
      return errand satisfies never;
  }
}
