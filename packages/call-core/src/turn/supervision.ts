import type { Leg } from '../board/call.ts';
import type { BridgeId, CallId, LegId } from '../board/vocabulary.ts';
import { adjust } from './legs.ts';
import { callAt, isLive, legOf, liveLegs, type Turn } from './turn.ts';

/** Whom a leg supervises, or rings to supervise, and in which conversation. */
export function supervisionOf({ activity }: Leg): { readonly agent: LegId; readonly bridge: BridgeId } | null {
  if (activity.kind === 'supervising') return activity;
  return activity.kind === 'called' && activity.errand.kind === 'supervise' ? activity.errand : null;
}

/** Supervisors go along with an agent who has left one conversation of the call for another, and will not be back in it. */
export function followAgents(turn: Turn, id: CallId): void {
  const call = callAt(turn, id);
  for (const leg of liveLegs(call)) {
    const supervision = supervisionOf(leg);
    const agent = supervision && legOf(call, supervision.agent);
    if (!supervision || !agent || !isLive(agent) || agent.activity.kind !== 'talking') continue;
    const { bridge } = agent.activity;
    if ([bridge, agent.elsewhere].includes(supervision.bridge)) continue;
    const { activity } = leg;
    const here = { call: id, leg: leg.id };
    if (activity.kind === 'supervising') adjust(turn, here, activity, { bridge });
    if (activity.kind === 'called' && activity.errand.kind === 'supervise')
      adjust(turn, here, activity, { errand: { ...activity.errand, bridge } });
  }
}
