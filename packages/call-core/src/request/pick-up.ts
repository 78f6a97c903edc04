import { attemptAt, offer } from '../activity/offering.ts';
import { type Answer, done, refused } from '../board/answer.ts';
import { readable } from '../board/new-call.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { RequestedAction } from '../board/request.ts';
import type { CallId, Here } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { pickUpFromQueue } from '../queue/call-offer.ts';
import { dialledCode } from '../routing/dialled-code.ts';
import { hangUp } from '../turn/legs.ts';
import { extensionAt, extensionName } from '../turn/parties.ts';
import { callAt, isLive, later, legAt, legOf, note, personAt, type Turn } from '../turn/turn.ts';
import { offerRefusal } from './originate.ts';

/** Takes a call that rings at a colleague's phone: the own one is rung instead. */
export function pickUp(turn: Turn, by: string | null, { call }: Extract<RequestedAction, { kind: 'pick-up' }>): Answer {
  const found = by === null ? null : ringingFor(turn, by, call);
  if (by === null || found === null) return refused('no-call', 'Không có cuộc gọi nào đang đổ chuông để nhận thay');
  return take(turn, by, found);
}

/** The same by a code that is asked for instead of dialled; null where it is another number, or nothing rings. */
export function pickUpByCode(
  turn: Turn,
  by: string | null,
  { extension, dialled }: Extract<RequestedAction, { kind: 'call' }>,
): Answer | null {
  const asked = dialledCode(turn.plan, readable(dialled));
  if (by !== extension || asked?.code.kind !== 'feature') return null;
  const { feature } = asked.code;
  const from = feature === 'pick-up-from' ? ringingAtExtension(turn, by, asked.rest) : null;
  const found = feature === 'pick-up' ? ringingFor(turn, by, null) : from;
  return found === null ? null : take(turn, by, found);
}

function take(turn: Turn, by: string, found: Ringing): Answer {
  const refusal = offerRefusal(turn, by);
  if (refusal !== null) return refusal;
  const { waiting: here } = found;
  const { activity } = legAt(turn, here);
  if (activity.kind === 'queue-wait') {
    if (!pickUpFromQueue(turn, here, by)) return refused('not-now', 'Cuộc gọi vừa có người nhận');
    note(turn, here.call, 'talk', `${extensionName(turn.plan, by)} nhận thay máy nhánh ${found.from}`);
    return done(here.call);
  }
  if (activity.kind !== 'offering') return refused('not-now', 'Cuộc gọi vừa có người nhận');
  note(turn, here.call, 'talk', `${extensionName(turn.plan, by)} nhận thay máy nhánh ${found.from}`);
  for (const leg of activity.ringing) hangUp(turn, { ...here, leg }, 'answered-elsewhere');
  const { later: due = [], music } = activity;
  const next = offer(turn, here, {
    waves: [[attemptAt(turn, here, by)], due.map(({ attempt }) => attempt), ...activity.waves],
    ringMs: activity.ringMs,
    otherwise: activity.otherwise,
    how: 'pick-up',
    autoAnswer: true,
    through: activity.through,
    ...(music === undefined ? {} : { music }),
  });
  later(turn, { kind: 'go', here, next });
  return done(here.call);
}

/** A call that rings at a phone that somebody may answer for. */
export type Ringing = { readonly waiting: Here; readonly phone: Here; readonly from: string };

/** In one call, or the one that has rung longest in the own group. */
export function ringingFor(turn: Turn, by: string, call: CallId | null): Ringing | null {
  const group = lookUp(turn.plan.extensions, by)?.pickUpGroup ?? null;
  const colleagues = group === null ? [] : (lookUp(turn.plan.pickUpGroups, group) ?? []);
  const candidates =
    call === null
      ? colleagues.filter((extension) => extension !== by).flatMap((extension) => personAt(turn, extension).legs)
      : legsOf(turn, call).filter((phone) => mayAnswerFor(turn.plan, by, extensionAt(legAt(turn, phone))));
  const ringing = candidates.flatMap((phone) => ringingPhone(turn, phone) ?? []);
  ringing.sort((one, other) => legAt(turn, one.phone).startedAt - legAt(turn, other.phone).startedAt);
  return ringing[0] ?? null;
}

/** At one colleague's phone, whichever has rung longest there. */
export function ringingAtExtension(turn: Turn, by: string, extension: string): Ringing | null {
  if (extension === by || !mayAnswerFor(turn.plan, by, extension)) return null;
  const ringing = personAt(turn, extension).legs.flatMap((phone) => ringingPhone(turn, phone) ?? []);
  ringing.sort((one, other) => legAt(turn, one.phone).startedAt - legAt(turn, other.phone).startedAt);
  return ringing[0] ?? null;
}

function legsOf(turn: Turn, call: CallId): readonly Here[] {
  return (read(turn.calls, call)?.legs ?? []).filter(isLive).map(({ id }) => ({ call, leg: id }));
}

/** Colleagues of one pick-up group answer for each other, and everybody for themselves. */
export function mayAnswerFor(plan: RoutingPlan, by: string, extension: string): boolean {
  const group = lookUp(plan.extensions, by)?.pickUpGroup ?? null;
  return extension === by || (group !== null && lookUp(plan.extensions, extension)?.pickUpGroup === group);
}

/** Who waits for a phone that rings; null where it does not ring for anybody. */
export function ringingPhone(turn: Turn, phone: Here): Ringing | null {
  const leg = legAt(turn, phone);
  const { activity } = leg;
  if (!isLive(leg) || (activity.kind !== 'offered' && activity.kind !== 'queue-offered')) return null;
  const waiting = { call: phone.call, leg: activity.waiting };
  const offers =
    legOf(callAt(turn, phone.call), waiting.leg)?.activity.kind ===
    (activity.kind === 'offered' ? 'offering' : 'queue-wait');
  return offers ? { waiting, phone, from: extensionAt(leg) } : null;
}
