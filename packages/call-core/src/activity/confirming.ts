import { waits } from '../board/next.ts';
import type { Cause, Here, LegId } from '../board/vocabulary.ts';
import { startTalkLimit } from '../limits/call-minutes.ts';
import { enter, hangUp, moveLeg, play, startLegTimer } from '../turn/legs.ts';
import { say } from '../turn/speech.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { later, note, type Turn } from '../turn/turn.ts';
import { confirmMs } from './dialling.ts';
import { connect, offerDeclined } from './offering.ts';

const pauseMs = 2_000;

/** A person who picked up outside hears the question until they press 1: a mobile's own mailbox never does. */
export const confirming: ActivityKind<'confirming'> = {
  stage: 'ringing',
  said: () => 'Chờ nhấn 1 để nhận',
  key(turn, here, { waiting }, digit) {
    if (digit !== '1') return waits;
    note(turn, here.call, 'phone', 'Người nghe ở số ngoài nhấn 1 để nhận');
    connect(turn, { ...here, leg: waiting }, here.leg);
    return waits;
  },
  elapsed(turn, here, { waiting }) {
    note(turn, here.call, 'phone', 'Số ngoài nhấc máy nhưng không nhấn 1');
    stopRinging(turn, here, waiting);
    return waits;
  },
  left(turn, here, { waiting }, cause, sipCode) {
    passOn(turn, here, waiting, cause === 'cancelled' || cause === 'normal' ? 'rejected' : cause, sipCode);
  },
};

export function askToConfirm(turn: Turn, here: Here, waiting: LegId): void {
  moveLeg(turn, here, { state: 'up' });
  startTalkLimit(turn, here);
  enter(turn, here, { kind: 'confirming', waiting });
  play(turn, here, [...say('group-call'), { kind: 'silence', ms: pauseMs }], true);
  startLegTimer(turn, here, 'confirm', confirmMs);
}

/** A phone has rung long enough, and others may still ring. */
export function stopRinging(turn: Turn, here: Here, waiting: LegId): void {
  hangUp(turn, here, 'no-answer');
  passOn(turn, here, waiting, 'no-answer', null);
}

function passOn(turn: Turn, here: Here, leg: LegId, cause: Cause, sipCode: number | null): void {
  const waiting = { ...here, leg };
  later(turn, { kind: 'go', here: waiting, next: offerDeclined(turn, waiting, here.leg, { cause, sipCode }) });
}
