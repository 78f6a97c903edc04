import { adopt } from '../activity/adoption.ts';
import { confirmMs } from '../activity/dialling.ts';
import { playMusic, waitForLater } from '../activity/offering.ts';
import type { Activity } from '../board/activity.ts';
import type { Here, LegId, SegmentHow } from '../board/vocabulary.ts';
import { handOverPlace } from '../queue/place-transfer.ts';
import { enter, play, startLegTimer, turnTo } from '../turn/legs.ts';
import { legAt, type Turn } from '../turn/turn.ts';

/**
 * Who rings for one party rings for another from now on: a transfer to somebody who has not answered yet, or, as it was begun, for
 * another phone of the same person.
 */
export function handOver(turn: Turn, from: Here, to: Here, how: SegmentHow = 'transfer'): boolean {
  const { activity } = legAt(turn, from);
  if (activity.kind === 'queue-wait') return handOverPlace(turn, from, to);
  if (activity.kind !== 'offering') return false;
  for (const leg of activity.ringing) {
    const phone = { ...from, leg };
    const doing = ringingFor(legAt(turn, phone).activity, to.leg);
    if (from.call === to.call) turnTo(turn, phone, doing);
    else adopt(turn, phone, to.call, doing);
    if (doing.kind === 'confirming') startLegTimer(turn, { ...to, leg }, 'confirm', confirmMs);
  }
  enter(turn, to, { ...activity, how, alerted: true, early: null });
  startLegTimer(turn, to, 'ring', activity.ringMs);
  waitForLater(turn, to, activity.later ?? []);
  if (activity.music !== undefined) playMusic(turn, to, activity.music);
  else if (legAt(turn, to).state === 'up') play(turn, to, [{ kind: 'tone', tone: 'ringback' }], true);
  enter(turn, from, { kind: 'routing' });
  return true;
}

/** What a phone does that rings for somebody else from now on. */
function ringingFor(activity: Activity, waiting: LegId): Activity<'offered' | 'confirming'> {
  if (activity.kind === 'confirming') return { ...activity, waiting };
  const { confirms } = activity.kind === 'offered' ? activity : {};
  return { kind: 'offered', waiting, early: null, ...(confirms && { confirms }) };
}
