import { adoptNew } from '../activity/adoption.ts';
import { connectAlso } from '../activity/offering.ts';
import type { Activity } from '../board/activity.ts';
import type { Party } from '../board/call.ts';
import type { Here, LegEvent, LegId } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { takeFromQueue } from '../queue/queue-offered.ts';
import { handOver } from '../request/hand-over.ts';
import { mayAnswerFor, type Ringing, ringingAtExtension, ringingFor, ringingPhone } from '../request/pick-up.ts';
import { dialledCode } from '../routing/dialled-code.ts';
import { newBridge } from '../turn/bridges.ts';
import { adjust, answerLeg, changeLeg, enter, hangUp } from '../turn/legs.ts';
import { extensionAt, extensionName } from '../turn/parties.ts';
import { amend, callAt, isLive, legAt, legOf, liveLegs, note, type Turn } from '../turn/turn.ts';

type Arrived = Extract<LegEvent, { type: 'arrived' }>;

/**
 * A phone that comes in to fetch a call: in place of a leg (RFC 3891), by the pick-up code, or by the number of a parking
 * place. Its leg becomes part of the call that is there. False when there is nothing to fetch, or not for this person.
 */
export function arriveInPlace(turn: Turn, event: Arrived): boolean {
  const { origin, dialled, replaces } = event;
  if (origin.kind !== 'extension' || event.refused !== undefined) return false;
  const by = origin.extension;
  const plan = lookUp(turn.plan.extensions, by);
  if (plan === undefined) return false;
  const party: Party = { kind: 'extension', extension: by, name: plan.name };
  const arrived: Here = { call: event.call, leg: event.leg };
  if (replaces !== undefined) {
    return replaceLeg(turn, arrived, party, by, {
      call: read(turn.adopted, replaces.leg) ?? replaces.call,
      leg: replaces.leg,
    });
  }
  const asked = dialledCode(turn.plan, dialled);
  if (asked?.code.kind === 'feature') {
    const { feature } = asked.code;
    if (feature === 'pick-up') return takeRinging(turn, arrived, party, by, ringingFor(turn, by, null));
    if (feature === 'pick-up-from')
      return takeRinging(turn, arrived, party, by, ringingAtExtension(turn, by, asked.rest));
  }
  const parked = read(turn.parked, dialled);
  return parked !== undefined && takeParked(turn, arrived, party, by, parked);
}

function replaceLeg(turn: Turn, arrived: Here, party: Party, by: string, target: Here): boolean {
  const call = read(turn.calls, target.call);
  const leg = call === undefined ? undefined : legOf(call, target.leg);
  if (leg === undefined || !isLive(leg) || !mayAnswerFor(turn.plan, by, extensionAt(leg))) return false;
  if (leg.activity.kind === 'offered' || leg.activity.kind === 'queue-offered')
    return takeRinging(turn, arrived, party, by, ringingPhone(turn, target));
  // A conversation is only moved between a person's own phones; so is the wait for somebody who rings, or who is in a queue.
  const { kind } = leg.activity;
  const waitsFor = leg.state === 'up' && (kind === 'offering' || kind === 'queue-wait');
  if ((kind !== 'talking' && !waitsFor) || extensionAt(leg) !== by) return false;
  const here = adoptNew(turn, arrived, party, target.call, waitsFor ? { kind: 'routing' } : leg.activity);
  // They consult somebody, and others wait for them: it is the new leg that comes back to them.
  changeLeg(turn, here, { elsewhere: leg.elsewhere });
  followTo(turn, target, here.leg);
  answerLeg(turn, here);
  if (waitsFor) handOver(turn, target, here, leg.activity.kind === 'offering' ? leg.activity.how : 'transfer');
  note(turn, target.call, 'talk', `Máy nhánh ${by} chuyển sang máy khác`);
  hangUp(turn, target, 'answered-elsewhere');
  return true;
}

/** A supervisor goes on supervising a person who has moved to another phone. */
function followTo(turn: Turn, { call, leg: before }: Here, agent: LegId): void {
  for (const { id, activity } of liveLegs(callAt(turn, call))) {
    const here = { call, leg: id };
    if (activity.kind === 'supervising' && activity.agent === before) adjust(turn, here, activity, { agent });
    if (activity.kind !== 'called' || activity.errand.kind !== 'supervise' || activity.errand.agent !== before)
      continue;
    adjust(turn, here, activity, { errand: { ...activity.errand, agent } });
  }
}

function takeRinging(turn: Turn, arrived: Here, party: Party, by: string, ringing: Ringing | null): boolean {
  if (ringing === null) return false;
  const { waiting, from } = ringing;
  const { activity } = legAt(turn, waiting);
  const offer: Activity =
    activity.kind === 'queue-wait'
      ? { kind: 'queue-offered', queue: activity.queue, waiting: waiting.leg, how: 'pick-up' }
      : { kind: 'offered', waiting: waiting.leg, early: null };
  const here = adoptNew(turn, arrived, party, waiting.call, offer);
  note(turn, waiting.call, 'talk', `${extensionName(turn.plan, by)} nhận thay máy nhánh ${from}`);
  answerLeg(turn, here);
  if (offer.kind === 'queue-offered') takeFromQueue(turn, here, offer);
  else connectAlso(turn, waiting, here.leg, 'pick-up');
  return true;
}

function takeParked(turn: Turn, arrived: Here, party: Party, by: string, parked: Here): boolean {
  const { activity } = legAt(turn, parked);
  if (activity.kind !== 'parked') return false;
  const bridge = newBridge(turn, parked.call);
  const here = adoptNew(turn, arrived, party, parked.call, { kind: 'talking', bridge, how: 'pick-up', through: null });
  answerLeg(turn, here);
  const { answer } = callAt(turn, parked.call);
  amend(turn, parked.call, { answer: answer ?? { at: turn.at, extension: by, leg: here.leg } });
  note(turn, parked.call, 'talk', `Máy nhánh ${by} nhận cuộc gọi ở ô ${activity.slot}`);
  enter(turn, parked, { kind: 'talking', bridge, how: 'called', through: null });
  return true;
}
