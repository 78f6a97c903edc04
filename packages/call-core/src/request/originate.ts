import { callOut, ownPhone } from '../activity/called.ts';
import { whyNotReached, whyNotRung } from '../activity/dialling.ts';
import type { Errand } from '../board/activity.ts';
import { type Answer, done, type Refusal, refusals, refused } from '../board/answer.ts';
import type { Direction, Party } from '../board/call.ts';
import { callerIdFor, canonicalForm } from '../board/caller-id.ts';
import { beginCall, readable } from '../board/new-call.ts';
import type { RequestedAction } from '../board/request.ts';
import type { CallId, CallPurpose, Cause, LegId, TrunkId } from '../board/vocabulary.ts';
import { read, write } from '../lib/draft.ts';
import { lookUp } from '../lib/look-up.ts';
import { refuseByLimit, whyNotBegun } from '../limits/admission.ts';
import { countAttempt, extensionUsageKey } from '../limits/usage-count.ts';
import { blockedBecause } from '../routing/block-list.ts';
import { directionOf, isOutside } from '../routing/call-direction.ts';
import { dialledCode } from '../routing/dialled-code.ts';
import { outsideRingMs, waysOut } from '../routing/outbound.ts';
import { addLeg, endLeg, newLeg } from '../turn/legs.ts';
import { bySystem, extensionName, partyOf } from '../turn/parties.ts';
import { later, note, personAt, type Turn } from '../turn/turn.ts';
import { whyNotDialled } from './dialled-target.ts';

/** Rings a person's own phone, which should pick up by itself, or the number outside where they are; then the dialled number. */
export function call(turn: Turn, by: string | null, what: Extract<RequestedAction, { kind: 'call' }>): Answer {
  const { extension } = what;
  const dialled = readable(what.dialled);
  const plan = lookUp(turn.plan.extensions, extension);
  if (by !== null && by !== extension) return refusals.forbidden;
  if (plan === undefined) return refused('no-such-person', 'Không có máy nhánh này');
  if (read(turn.calls, what.call) !== undefined) return refusals.notNow;
  const phone = what.phone === undefined ? null : readable(what.phone);
  const refusal =
    (dialledCode(turn.plan, dialled) === null ? whyNotDialled(turn, extension, dialled) : null) ??
    whyNoRoom(turn, what.call, extension, dialled) ??
    (phone === null ? ownPhoneRefusal(turn, extension) : mobileRefusal(turn, extension, phone, dialled));
  const cause = refusal === null ? null : causeOf(turn, refusal, dialled);
  if (refusal !== null && cause === null) return refusal;
  begin(turn, what.call, {
    direction: directionOf(turn.plan, dialled),
    dialled,
    purpose: what.purpose,
    showing: what.showing,
    toBots: what.toBots,
  });
  const where = phone === null ? '' : ' qua số di động của họ';
  note(turn, what.call, 'arrived', `Gọi theo yêu cầu của ${extensionName(turn.plan, extension)}${where}`, { dialled });
  if (refusal !== null && cause !== null) {
    countAttempt(turn, extension, canonicalForm(dialled));
    return leaveRow(turn, what.call, extension, refusal, cause);
  }
  const errand = { kind: 'visit', destination: { kind: 'dialled', number: dialled, by: extension } } as const;
  if (phone !== null) return callMobile(turn, what.call, extension, phone, errand);
  const shown = callerIdFor(turn.plan, extension, otherSide(turn, dialled));
  callOut(turn, what.call, ownPhone(extension, shown), {
    errand,
    rest: [],
    ringMs: plan.ringSeconds * 1000,
    autoAnswer: true,
  });
  return done(what.call);
}

/** Whom the person's own phone names while it rings for them: the colleague by name. */
function otherSide({ plan }: Turn, dialled: string): Party {
  const colleague = lookUp(plan.extensions, dialled);
  if (colleague !== undefined) return { kind: 'extension', extension: dialled, name: colleague.name };
  return { kind: 'outside', number: dialled, name: '', trunk: '' as TrunkId }; // the trunk is not read
}

/** The company or the person has as many calls as they may. */
function whyNoRoom(turn: Turn, id: CallId, extension: string, dialled: string): Refusal | null {
  const limited = whyNotBegun(turn, id, extension, dialled);
  return limited === null ? null : refused('full', limited.words);
}

/** The person is reached by the outbound rules, as if they had dialled their own number. */
function callMobile(turn: Turn, call: CallId, extension: string, phone: string, errand: Errand): Answer {
  const { ways } = waysOut(turn, call, { by: extension, number: canonicalForm(phone), showing: null });
  const [first, ...rest] = (ways ?? []).map((way) => ({ ...way, of: extension }));
  if (first === undefined) return leaveRow(turn, call, extension, refusals.mayNotCall, 'forbidden');
  callOut(turn, call, first, { errand, rest, ringMs: outsideRingMs });
  return done(call);
}

/**
 * What the history says of a call that was refused at once; null where nothing was tried: somebody asked for what is not
 * theirs, or while they were on the phone.
 */
function causeOf({ plan, at }: Turn, { refused: code }: Refusal, dialled: string): Cause | null {
  if (code === 'full') return 'limit';
  if (code === 'no-such-number') return 'not-found';
  if (code === 'not-reachable') return 'unreachable';
  if (code !== 'forbidden') return null;
  return blockedBecause(plan.blockedNumbers, canonicalForm(dialled), at) === null ? 'forbidden' : 'blocked';
}

/** The person who asked stands in the row, although nobody's phone rang. */
function leaveRow(turn: Turn, call: CallId, extension: string, refusal: Refusal, cause: Cause): Refusal {
  const here = newLeg(turn, call);
  addLeg(turn, here, partyOf(turn.plan, ownPhone(extension, { number: '', name: '' })), 'dialled', { kind: 'routing' });
  endLeg(turn, here, cause, null);
  if (cause === 'limit') refuseByLimit(turn, call, extensionUsageKey(extension), { cause, words: refusal.words });
  else note(turn, call, 'rule', refusal.words);
  later(turn, { kind: 'left', call, who: bySystem, cause });
  return refusal;
}

/** Why somebody cannot be rung at a number outside for a call of their own. */
function mobileRefusal(turn: Turn, extension: string, phone: string, dialled: string): Refusal | null {
  if (personAt(turn, extension).legs.length > 0) return refusals.inACall;
  if (!isOutside(turn.plan, phone)) return refusals.noNumber;
  if (canonicalForm(phone) === canonicalForm(dialled)) return refusals.notNow;
  return whyNotDialled(turn, extension, phone);
}

/** Calls a number by the outbound rules and leads the party who answers to a destination. */
export function reach(turn: Turn, by: string | null, what: Extract<RequestedAction, { kind: 'reach' }>): Answer {
  if (read(turn.calls, what.call) !== undefined) return refusals.notNow;
  const dialled = readable(what.number);
  const purpose = what.purpose ?? (what.then.kind === 'otp' ? 'otp' : undefined);
  begin(turn, what.call, { direction: 'outbound', dialled, purpose, toBots: what.toBots });
  note(turn, what.call, 'arrived', 'Tổng đài gọi khách', { dialled });
  const { ways, ...found } = waysOut(turn, what.call, { by, number: canonicalForm(dialled), showing: what.showing });
  const [first, ...rest] = ways ?? [];
  if (first === undefined) {
    const cause = 'cause' in found ? found.cause : 'forbidden';
    later(turn, { kind: 'left', call: what.call, who: bySystem, cause });
    return cause === 'blocked' ? refused('forbidden', 'Số này bị chặn gọi ra') : refusals.mayNotCall;
  }
  const errand = { kind: 'visit', destination: what.then } as const;
  callOut(turn, what.call, first, { errand, rest, ringMs: outsideRingMs });
  return done(what.call);
}

interface Begun {
  readonly direction: Direction;
  readonly dialled: string;
  readonly purpose: CallPurpose | undefined;
  readonly showing?: string | undefined;
  readonly toBots: true | undefined;
}

function begin(turn: Turn, id: CallId, { direction, dialled, ...begun }: Begun): void {
  const caller = `${id}/1` as LegId; // the first leg that a call dials
  const { at, version } = turn;
  write(turn.calls, id, beginCall({ id, at, version, direction, caller, dialled, outside: dialled, ...begun }));
}

/** Why somebody's own phone cannot be rung for a call of their own; who wants to hear of no calls may still ask for one. */
export function ownPhoneRefusal(turn: Turn, extension: string): Refusal | null {
  const plan = lookUp(turn.plan.extensions, extension);
  return plan === undefined ? null : inOwnWords(turn, extension, whyNotReached(turn, extension, plan));
}

/** The same for a call of somebody else's, which is offered to them like any other. */
export const offerRefusal = (turn: Turn, extension: string): Refusal | null =>
  inOwnWords(turn, extension, whyNotRung(turn, extension));

function inOwnWords(turn: Turn, extension: string, reason: { readonly words: string } | null): Refusal | null {
  if (reason === null) return null;
  return personAt(turn, extension).legs.length > 0
    ? refusals.inACall
    : refused('not-reachable', `Chưa gọi được máy của bạn: ${reason.words}`);
}
