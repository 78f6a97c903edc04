import { waits } from '../board/next.ts';
import type { Cause, Here } from '../board/vocabulary.ts';
import { startTalkLimit } from '../limits/call-minutes.ts';
import { moveLeg, setHold } from '../turn/legs.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { later, legAt, note, personAt, type Turn } from '../turn/turn.ts';
import { askToConfirm, stopRinging } from './confirming.ts';
import { alert, connect, offerDeclined } from './offering.ts';

/** A phone that rings for somebody who waits: what it does decides where they go. */
export const offered: ActivityKind<'offered'> = {
  stage: 'ringing',
  said: () => 'Đang đổ chuông',
  rang(turn, here, { waiting }, early) {
    alert(turn, { ...here, leg: waiting }, here.leg, early);
    return waits;
  },
  answered(turn, here, { waiting, confirms }) {
    if (confirms === true) {
      askToConfirm(turn, here, waiting);
      return waits;
    }
    moveLeg(turn, here, { state: 'up' });
    startTalkLimit(turn, here);
    holdOthers(turn, here);
    connect(turn, { ...here, leg: waiting }, here.leg);
    return waits;
  },
  elapsed(turn, here, { waiting }) {
    stopRinging(turn, here, waiting);
    return waits;
  },
  left(turn, here, activity, cause, sipCode, divertedTo) {
    const waiting = { ...here, leg: activity.waiting };
    const next = offerDeclined(turn, waiting, here.leg, { cause: refusalOf(cause), sipCode, divertedTo });
    later(turn, { kind: 'go', here: waiting, next });
  },
};

/** A person who takes a second call leaves the first one on hold, though their phone may not hold it. */
function holdOthers(turn: Turn, here: Here): void {
  const { party } = legAt(turn, here);
  if (party.kind !== 'extension') return;
  for (const other of personAt(turn, party.extension).legs) {
    const { activity, holds } = legAt(turn, other);
    if (other.leg === here.leg || activity.kind !== 'talking' || holds) continue;
    setHold(turn, other, true);
    note(turn, other.call, 'talk', `Máy nhánh ${party.extension} giữ máy để nghe cuộc gọi khác`);
  }
}

/** An engine's own words for "it rang and nobody took it" differ; a phone that we did not tell to stop was not cancelled. */
export function refusalOf(cause: Cause): Cause {
  return cause === 'cancelled' || cause === 'normal' ? 'no-answer' : cause;
}
