import { callOut, ownPhone, ownPhoneRingMs } from '../activity/called.ts';
import { supervisionWords } from '../activity/supervising.ts';
import { type Answer, done, refusals, refused } from '../board/answer.ts';
import type { Call, Leg } from '../board/call.ts';
import { callerIdFor } from '../board/caller-id.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { RequestedAction } from '../board/request.ts';
import type { CallId, Here } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { adjust, changeLeg, enter } from '../turn/legs.ts';
import { extensionAt } from '../turn/parties.ts';
import { supervisionOf } from '../turn/supervision.ts';
import { amendPerson, callAt, isLive, legAt, legOf, liveLegs, note, personAt, type Turn } from '../turn/turn.ts';
import { removeLeg } from './leg-removal.ts';
import { ownPhoneRefusal } from './originate.ts';

type Supervise = Extract<RequestedAction, { kind: 'supervise' }>;

/** Listens to a conversation of somebody, whispers to them, joins or takes over, as far as the plan allows. */
export function supervise(turn: Turn, by: string | null, { call, mode, agent }: Supervise): Answer {
  const found = read(turn.calls, call);
  if (found === undefined || found.stage !== 'open') return refusals.noCall;
  if (by === null || by === agent || !maySupervise(turn.plan, by, agent)) return refusals.forbidden;
  const own = liveLegs(found).find((leg) => extensionAt(leg) === by);
  if (mode === 'leave') return leave(turn, by, call, own);
  if (mode === 'hang-up') return endFor(turn, by, found, agent);
  const target = liveLegs(found).find((leg) => extensionAt(leg) === agent && leg.activity.kind === 'talking');
  if (target?.activity.kind !== 'talking') return refused('not-now', 'Người này không đàm thoại trong cuộc gọi này');
  const { bridge } = target.activity;
  if (own === undefined) {
    const refusal = ownPhoneRefusal(turn, by);
    if (refusal !== null) return refusal;
    if (mode === 'take-over') return refused('not-now', 'Hãy nghe cuộc gọi trước khi nhận thay');
    const shown = callerIdFor(turn.plan, by, target.party);
    const errand = { kind: 'supervise', bridge, mode, agent: target.id } as const;
    callOut(turn, call, ownPhone(by, shown), { errand, rest: [], ringMs: ownPhoneRingMs, autoAnswer: true });
    return done(call);
  }
  const here = { call, leg: own.id };
  if (own.activity.kind !== 'supervising') return refusals.notNow;
  if (mode === 'take-over') return takeOver(turn, here, by, { call, leg: target.id });
  adjust(turn, here, own.activity, { mode, agent: target.id, bridge });
  note(turn, call, 'talk', `Máy nhánh ${by} ${supervisionWords[mode]} máy nhánh ${agent}`);
  return done(call);
}

export function maySupervise(plan: RoutingPlan, by: string, agent: string): boolean {
  const whom = lookUp(plan.extensions, by)?.supervises ?? 'nobody';
  return whom === 'everybody' || (whom !== 'nobody' && whom.includes(agent));
}

/** The plan was saved: supervision ends where a supervisor may not supervise the person any more. */
export function syncSupervision(turn: Turn): void {
  const { extensions: before } = turn.before.plan;
  const { extensions } = turn.plan;
  if (extensions === before) return;
  for (const [by, { supervises }] of Object.entries(before)) {
    if (supervises === 'nobody' || lookUp(extensions, by)?.supervises === supervises) continue;
    for (const here of personAt(turn, by).legs) endUnlessAllowed(turn, here, by);
  }
}

function endUnlessAllowed(turn: Turn, here: Here, by: string): void {
  const supervision = supervisionOf(legAt(turn, here));
  if (supervision === null) return;
  const agent = extensionAt(legOf(callAt(turn, here.call), supervision.agent));
  if (maySupervise(turn.plan, by, agent)) return;
  note(turn, here.call, 'talk', `Máy nhánh ${by} không còn được giám sát máy nhánh ${agent}`);
  removeLeg(turn, here, null, 'forbidden');
}

function leave(turn: Turn, by: string, call: CallId, own: Leg | undefined): Answer {
  const supervises = own?.activity.kind === 'supervising' || (own?.activity.kind === 'called' && isLive(own));
  if (own === undefined || !supervises) return refusals.notYours;
  removeLeg(turn, { call, leg: own.id }, by);
  return done(call);
}

/** It ends for everybody in it, also while it only rings at the agent or for them. */
function endFor(turn: Turn, by: string, call: Call, agent: string): Answer {
  const legs = liveLegs(call);
  if (!legs.some((leg) => extensionAt(leg) === agent)) return refusals.noCall;
  note(turn, call.id, 'talk', `Máy nhánh ${by} kết thúc cuộc gọi của máy nhánh ${agent}`);
  for (const { id } of legs) removeLeg(turn, { call: call.id, leg: id }, by);
  return done(call.id);
}

/** The supervisor talks in the agent's place: also with those whom the agent left for a while, to consult somebody. */
function takeOver(turn: Turn, here: Here, by: string, agent: Here): Answer {
  const { activity, elsewhere } = legAt(turn, agent);
  if (activity.kind !== 'talking' || callAt(turn, here.call).stage !== 'open') return refusals.notNow;
  note(turn, here.call, 'talk', `Máy nhánh ${by} nhận thay máy nhánh ${extensionAt(legAt(turn, agent))}`);
  const { bridge } = activity;
  const isBeside = callAt(turn, here.call).bridges.find(({ id }) => id === bridge)?.kind === 'consultation';
  enter(turn, here, { kind: 'talking', bridge, how: isBeside ? 'consultation' : 'take-over', through: null });
  changeLeg(turn, here, { elsewhere });
  amendPerson(turn, extensionAt(legAt(turn, agent)), { takenOver: { call: here.call, by, at: turn.at } });
  removeLeg(turn, agent, by);
  return done(here.call);
}
