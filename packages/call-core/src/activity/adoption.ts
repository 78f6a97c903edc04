import type { Activity } from '../board/activity.ts';
import type { Party } from '../board/call.ts';
import type { CallId, Here } from '../board/vocabulary.ts';
import { write } from '../lib/draft.ts';
import { startTalkLimit } from '../limits/call-minutes.ts';
import { addLeg, changeLeg, endLeg, moveLeg } from '../turn/legs.ts';
import { refusedElsewhere } from '../turn/recording-notice.ts';
import { legAt, type Turn } from '../turn/turn.ts';

/** A leg of one call becomes part of another; where it was, it counts as having left. The engine goes on knowing it by its first call. */
export function adopt(turn: Turn, from: Here, call: CallId, activity: Activity): Here {
  const leg = legAt(turn, from);
  const { home, party, side, state, startedAt, ringingAt, answeredAt } = leg;
  endLeg(turn, from, 'normal', null);
  const here = { call, leg: from.leg };
  addLeg(turn, here, party, side, activity);
  changeLeg(turn, here, { home, startedAt, ringingAt, answeredAt, playing: leg.playing });
  if (leg.notice !== undefined) changeLeg(turn, here, { notice: leg.notice });
  refusedElsewhere(turn, from.call, call);
  if (state === 'ringing' || state === 'up') moveLeg(turn, here, { state });
  if (leg.mostMinutes !== undefined) changeLeg(turn, here, { mostMinutes: leg.mostMinutes });
  startTalkLimit(turn, here);
  if (home !== call) write(turn.adopted, here.leg, call);
  return here;
}

/** A leg that came in by itself becomes part of a call that is already there. */
export function adoptNew(turn: Turn, arrived: Here, party: Party, call: CallId, activity: Activity): Here {
  const here = { call, leg: arrived.leg };
  addLeg(turn, here, party, 'arrived', activity);
  changeLeg(turn, here, { home: arrived.call });
  write(turn.adopted, here.leg, call);
  return here;
}
