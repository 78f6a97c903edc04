import { refusalOf } from '../activity/offered.ts';
import { converse } from '../activity/offering.ts';
import type { Activity } from '../board/activity.ts';
import { waits } from '../board/next.ts';
import type { Waiting } from '../board/queue.ts';
import type { Cause, Here } from '../board/vocabulary.ts';
import { changeLeg, hangUp, moveLeg } from '../turn/legs.ts';
import { extensionAt, extensionName } from '../turn/parties.ts';
import { noteRefusal } from '../turn/refusal.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { callAt, legAt, type Turn } from '../turn/turn.ts';
import { needNoCallback } from './callback.ts';
import { declineOffer } from './declined-offer.ts';
import { beginServing } from './members.ts';
import { changeWaiting, noteOutcome, queueAt, removeWaiting, waitingAt } from './queue-changes.ts';
import { callerNumber } from './queue-entry.ts';
import { toWriteUp } from './wrap-up.ts';

type Offered = Activity<'queue-offered'>;

/** An agent's phone that rings for somebody in a queue. */
export const queueOffered: ActivityKind<'queue-offered'> = {
  stage: 'ringing',
  said: () => 'Đang đổ chuông',
  answered(turn, here, activity) {
    moveLeg(turn, here, { state: 'up' });
    take(turn, here, activity);
    return waits;
  },
  elapsed(turn, here, activity) {
    hangUp(turn, here, 'no-answer');
    queueOfferDeclined(turn, here, activity, 'no-answer');
    return waits;
  },
  left(turn, here, activity, cause) {
    queueOfferDeclined(turn, here, activity, refusalOf(cause));
  },
};

/** A colleague's phone that came in by itself takes the call that rings at another one. */
export function takeFromQueue(turn: Turn, here: Here, activity: Offered): void {
  const waiting = waitingAt(turn, activity.queue, activity.waiting);
  if (waiting === undefined) return;
  changeWaiting(turn, activity.queue, waiting.id, { ringing: [...waiting.ringing, here] });
  take(turn, here, activity);
}

/** The first phone that answers has the call; the others stop ringing. */
function take(turn: Turn, here: Here, activity: Offered): void {
  const { queue, how } = activity;
  const waiting = offerOf(turn, here, activity);
  if (waiting === null || waiting.who.kind !== 'caller') return hangUp(turn, here, 'answered-elsewhere');
  const others = waiting.ringing.filter(({ leg }) => leg !== here.leg);
  removeWaiting(turn, queue, { ...waiting, ringing: others }, 'answered-elsewhere');
  noteOutcome(turn, queue, waiting, 'answered');
  const number = callerNumber(turn, waiting.who.here);
  if (number !== null) needNoCallback(turn, queue, number);
  const agent = extensionAt(legAt(turn, here));
  beginServing(turn, queue, agent);
  toWriteUp(turn, agent, callAt(turn, here.call), { kind: 'queue', key: queue });
  const afterTalk = queueAt(turn, queue)?.plan.afterTalk;
  if (afterTalk !== undefined) changeLeg(turn, waiting.who.here, { afterTalk });
  converse(turn, waiting.who.here, here, { how, through: { kind: 'queue', key: queue }, early: null });
}

/** Whom this phone rings for, while it does. */
function offerOf(turn: Turn, here: Here, { queue, waiting: id }: Offered): Waiting | null {
  const waiting = waitingAt(turn, queue, id);
  return waiting?.ringing.some(({ leg }) => leg === here.leg) === true ? waiting : null;
}

/** The phone does not ring any more and nobody answered it; once for each offer. */
export function queueOfferDeclined(turn: Turn, here: Here, activity: Offered, cause: Cause): void {
  const waiting = offerOf(turn, here, activity);
  if (waiting === null) return;
  noteRefusal(turn, here.call, extensionName(turn.plan, extensionAt(legAt(turn, here))), cause);
  declineOffer(turn, activity.queue, waiting, here, extensionAt(legAt(turn, here)), cause);
}
