import type { Call, Doer, Leg } from '../board/call.ts';
import { goesTo } from '../board/next.ts';
import type { BridgeId, CallId, Cause, Here } from '../board/vocabulary.ts';
import { away, invited, speakers } from '../turn/bridges.ts';
import { comeBack } from '../turn/conversation-return.ts';
import { changeLeg, enter, hangUp } from '../turn/legs.ts';
import { followAgents } from '../turn/supervision.ts';
import { amend, callAt, isLive, later, legAt, legOf, liveLegs, note, type Turn } from '../turn/turn.ts';
import { closeCall } from './call-end.ts';

/**
 * Somebody has left: whoever has nobody to talk to and nothing to wait for any more goes on to somewhere else or goes, too,
 * and a call in which nobody is left closes as `who` ended it.
 */
export function settleDeparture(turn: Turn, id: CallId, who: Doer, cause: Cause): void {
  followAgents(turn, id);
  for (let leg = aimless(turn, id); leg !== undefined; leg = aimless(turn, id)) {
    sendOff(turn, { call: id, leg: leg.id }, cause);
  }
  if (liveLegs(callAt(turn, id)).length === 0) closeCall(turn, id, who, cause);
}

function aimless(turn: Turn, id: CallId): Leg | undefined {
  const call = callAt(turn, id);
  return liveLegs(call).find((leg) => !hasAim(call, leg));
}

function hasAim(call: Call, leg: Leg): boolean {
  const { activity } = leg;
  if (leg.elsewhere !== null && !hasCompany(call, leg.elsewhere, leg)) return false;
  switch (activity.kind) {
    case 'talking':
      return hasCompany(call, activity.bridge, leg);
    case 'supervising':
      return [...speakers(call, activity.bridge), ...away(call, activity.bridge)].some(
        ({ id }) => id === activity.agent,
      );
    case 'offered':
    case 'confirming': {
      const waiting = legOf(call, activity.waiting);
      const offers = waiting !== undefined && isLive(waiting) && waiting.activity.kind === 'offering';
      return offers && waiting.activity.ringing.includes(leg.id);
    }
    case 'queue-offered': {
      const waiting = legOf(call, activity.waiting);
      return waiting !== undefined && isLive(waiting) && waiting.activity.kind === 'queue-wait';
    }
    case 'called': {
      const { errand } = activity;
      return errand.kind === 'visit' || speakers(call, errand.bridge).length > 0;
    }
    default:
      return true;
  }
}

/** Others are in the conversation, will be back, or were invited. */
function hasCompany(call: Call, bridge: BridgeId, leg: Leg): boolean {
  return [...speakers(call, bridge), ...away(call, bridge), ...invited(call, bridge)].some(({ id }) => id !== leg.id);
}

function sendOff(turn: Turn, here: Here, cause: Cause): void {
  const call = callAt(turn, here.call);
  const leg = legAt(turn, here);
  const { activity, elsewhere, afterTalk } = leg;
  if (elsewhere !== null && !hasCompany(call, elsewhere, leg)) {
    changeLeg(turn, here, { elsewhere: null });
    // Phones that ring for a customer who has left ring for nobody.
    if (activity.kind !== 'talking') hangUp(turn, here, 'normal');
    return;
  }
  if (elsewhere !== null) return comeBack(turn, here);
  if (activity.kind === 'talking' && afterTalk !== null) {
    note(turn, here.call, 'destination', 'Sau đàm thoại: khách ở lại');
    changeLeg(turn, here, { afterTalk: null });
    amend(turn, here.call, { hops: 0 });
    enter(turn, here, { kind: 'routing' });
    return later(turn, { kind: 'go', here, next: goesTo(afterTalk) });
  }
  const rings = leg.side === 'dialled' && leg.state !== 'up';
  hangUp(turn, here, rings ? 'cancelled' : cause);
}
