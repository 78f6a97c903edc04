import { refusalWords } from '../refusal.ts';
import type { Activity } from '../activity/activity.ts';
import type { ActivityKind } from '../activity/kind.ts';
import { converse } from '../activity/offering.ts';
import { hangUp, moveLeg } from '../legs.ts';
import { waits } from '../next.ts';
import { extensionAt, extensionName } from '../parties.ts';
import { refuse } from '../refusal.ts';
import { legAt, note, type Turn } from '../turn.ts';
import type { Cause, Here } from '../vocabulary.ts';
import { declineOffer } from './decline.ts';
import type { Waiting } from './queue.ts';
import { changeMember, countOutcome, queueAt, takeOut, waitingAt } from './queues.ts';
import { memberAt } from './members.ts';

type Offered = Activity<'queue-offered'>;

/** An agent's phone that rings for somebody in a queue. */
export const queueOffered: ActivityKind<'queue-offered'> = {
  stage: 'ringing',
  said: () => 'Đang đổ chuông',
  answered(turn, here, activity) {
    moveLeg(turn, here, { state: 'up' });
    const waiting = offerOf(turn, here, activity);
    if (waiting === null || waiting.who.kind !== 'caller') {
      hangUp(turn, here, 'answered-elsewhere');
      return waits;
    }
    const { queue } = activity;
    const extension = extensionAt(legAt(turn, here));
    takeOut(turn, queue, { ...waiting, ringing: waiting.ringing.filter(({ leg }) => leg !== here.leg) }, 'answered-elsewhere');
    countOutcome(turn, queue, waiting, 'answered');
    const answeredToday = (memberAt(turn, queue, extension)?.answeredToday ?? 0) + 1;
    changeMember(turn, queue, extension, { missed: 0, answeredToday, servingSince: turn.at });
    const through = { kind: 'queue', key: queue } as const;
    converse(turn, waiting.who.here, here, { how: 'answered', through, early: null });
    return waits;
  },
  elapsed(turn, here, activity) {
    hangUp(turn, here, 'no-answer');
    declined(turn, here, activity, 'no-answer');
    return waits;
  },
  left(turn, here, activity, cause) {
    declined(turn, here, activity, cause);
  },
};

/** Whom this phone rings for, while it does. */
function offerOf(turn: Turn, here: Here, { queue, waiting: id }: Offered): Waiting | null {
  const waiting = waitingAt(turn, queue, id);
  return waiting?.ringing.some(({ leg }) => leg === here.leg) === true ? waiting : null;
}

/** The phone does not ring any more and nobody answered it; once for each offer. */
export function declined(turn: Turn, here: Here, activity: Offered, cause: Cause): void {
  const waiting = offerOf(turn, here, activity);
  if (waiting === null) return;
  refuse(turn, here.call, extensionName(turn.plan, extensionAt(legAt(turn, here))), cause);
  declineOffer(turn, activity.queue, waiting, here, extensionAt(legAt(turn, here)), cause);
}
