import { callOut } from '../activity/called.ts';
import { whyNotRung } from '../activity/dialling.ts';
import { attemptAt } from '../activity/offering.ts';
import { type Answer, done, refusals, refused } from '../board/answer.ts';
import { canonicalForm } from '../board/caller-id.ts';
import type { RequestedAction } from '../board/request.ts';
import type { BridgeId, CallId } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { outsideRingMs, waysOut } from '../routing/outbound.ts';
import { away, invited, present } from '../turn/bridges.ts';
import { callAt, note, type Turn } from '../turn/turn.ts';
import { whyNotDialled } from './dialled-target.ts';
import { removeLeg } from './leg-removal.ts';
import { type OwnTalk, ownTalk } from './own-leg.ts';

/** So many may talk in one conversation. */
const mostParties = 8;

/** Adds somebody to the conversation once they answer. */
export function invite(
  turn: Turn,
  by: string | null,
  { call, to }: Extract<RequestedAction, { kind: 'invite' }>,
): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  return whyNotDialled(turn, own.by, to) ?? inviteTo(turn, own, to);
}

export function inviteTo(turn: Turn, { here, by, bridge }: OwnTalk, to: string): Answer {
  if (isFull(turn, here.call, bridge)) return refusals.full;
  const errand = { kind: 'join', bridge } as const;
  const internal = lookUp(turn.plan.internalNumbers, to);
  if (internal === undefined) {
    const { ways } = waysOut(turn, here.call, { by, number: canonicalForm(to), showing: null });
    const [first, ...rest] = ways ?? [];
    if (first === undefined) return refusals.mayNotCall;
    callOut(turn, here.call, first, { errand, rest, ringMs: outsideRingMs });
  } else {
    const extension = internal.kind === 'direct' ? internal.extension : '';
    const plan = lookUp(turn.plan.extensions, extension);
    if (plan === undefined) return refused('no-such-person', 'Chỉ mời được một người hoặc một số ngoài');
    const reason = whyNotRung(turn, extension);
    if (reason !== null)
      return refused(reason.cause === 'busy' ? 'busy' : 'not-reachable', `Máy nhánh ${extension}: ${reason.words}`);
    callOut(turn, here.call, attemptAt(turn, here, extension), { errand, rest: [], ringMs: plan.ringSeconds * 1000 });
  }
  note(turn, here.call, 'talk', `Máy nhánh ${by} mời thêm người`, { to });
  return done(here.call);
}

export function isFull(turn: Turn, id: CallId, bridge: BridgeId): boolean {
  const call = callAt(turn, id);
  return present(call, bridge).length + away(call, bridge).length + invited(call, bridge).length >= mostParties;
}

/** Takes somebody else out of the own conversation. */
export function remove(
  turn: Turn,
  by: string | null,
  { call, leg }: Extract<RequestedAction, { kind: 'remove' }>,
): Answer {
  const own = ownTalk(turn, call, by);
  if ('ok' in own) return own;
  const target = [...own.others, ...invited(callAt(turn, call), own.bridge).map(({ id }) => ({ call, leg: id }))].find(
    (other) => other.leg === leg,
  );
  if (target === undefined) return refusals.noCall;
  note(turn, call, 'talk', `Máy nhánh ${own.by} mời một người rời cuộc gọi`);
  removeLeg(turn, target, own.by);
  return done(call);
}
