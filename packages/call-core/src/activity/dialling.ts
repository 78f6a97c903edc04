import type { Attempt, Later } from '../board/activity.ts';
import { isAsleep, isVoiceless } from '../board/person.ts';
import type { ExtensionPlan } from '../board/plan.ts';
import type { Cause, Here, LegId } from '../board/vocabulary.ts';
import { owesOutcome } from '../board/wrap-up.ts';
import { lookUp } from '../lib/look-up.ts';
import { isEmergency, whyNoChannel } from '../limits/admission.ts';
import { addLeg, changeLeg, newLeg, startLegTimer } from '../turn/legs.ts';
import { partyName, partyOf } from '../turn/parties.ts';
import { refusalWords, rememberRefusal } from '../turn/refusal.ts';
import { legAt, note, perform, personAt, type Turn } from '../turn/turn.ts';

/** A person who picked up outside has so long to press a key: a mailbox presses none. */
export const confirmMs = 20_000;

export type Rung = {
  readonly ringing: readonly LegId[];
  readonly later: readonly Later[];
  /** Why somebody was passed over. */
  readonly cause: Cause | null;
};

/** A wave with the moments at which its phones are to ring. */
export function inTime(turn: Turn, wave: readonly Attempt[]): readonly Later[] {
  const due = wave.map((attempt) => ({ attempt, at: turn.at + (attempt.delayMs ?? 0) }));
  return due.toSorted((one, other) => one.at - other.at);
}

/** Dials those whose time has come; where nobody rings, those who come next need not wait for theirs. */
export function ringInTime(
  turn: Turn,
  here: Here,
  due: readonly Later[],
  how: { readonly readyOnly: boolean; readonly autoAnswer: boolean; readonly othersRing: boolean },
): Rung {
  const ringing: LegId[] = [];
  let [later, cause]: [readonly Later[], Cause | null] = [due, null];
  for (let [next] = later; next !== undefined; [next] = later) {
    if (next.at > turn.at && (ringing.length > 0 || how.othersRing)) break;
    const until = Math.max(turn.at, next.at);
    for (const { attempt } of later.filter(({ at }) => at <= until)) {
      const dialled = dial(turn, here, attempt, how);
      if ('phone' in dialled) ringing.push(dialled.phone);
      else cause = dialled.cause;
    }
    later = later.filter(({ at }) => at > until);
  }
  return { ringing, later, cause };
}

/** Dials one target for a party that waits, or says in the trace why not. */
function dial(
  turn: Turn,
  here: Here,
  attempt: Attempt,
  { readyOnly, autoAnswer }: { readonly readyOnly: boolean; readonly autoAnswer: boolean },
): { readonly phone: LegId } | { readonly cause: Cause } {
  const { to, callerId, confirms, ringMs, mostMinutes } = attempt;
  const reason = whyNotTried(turn, attempt, readyOnly);
  const name = partyName(turn.plan, partyOf(turn.plan, attempt));
  if (reason !== null) {
    note(turn, here.call, 'phone', `Bỏ qua ${name}: ${reason.words}`);
    rememberRefusal(turn, here.call, reason.cause);
    return { cause: reason.cause };
  }
  const phone = newLeg(turn, here.call);
  const offered = { kind: 'offered', waiting: here.leg, early: null, ...(confirms && { confirms }) } as const;
  addLeg(turn, phone, partyOf(turn.plan, attempt), 'dialled', offered);
  if (mostMinutes !== undefined) changeLeg(turn, phone, { mostMinutes });
  perform(turn, here.call, { type: 'dial', leg: phone.leg, to, callerId, ...(autoAnswer ? { autoAnswer } : {}) });
  note(turn, here.call, 'phone', `Đổ chuông ${name}${confirms === true ? ' ở số ngoài' : ''}`);
  if (ringMs !== undefined) startLegTimer(turn, phone, 'ring', ringMs);
  return { phone: phone.leg };
}

type Reason = { readonly words: string; readonly cause: Cause };

/** Why an attempt is not made now, or null. */
export function whyNotTried(turn: Turn, { to, number, of, confirms }: Attempt, readyOnly: boolean): Reason | null {
  if (to.kind === 'extension') return whyNotRung(turn, to.extension, readyOnly);
  // Of those who were given a way out together the first may have taken the last channel.
  const full = isEmergency(turn, number) ? null : whyNoChannel(turn, to.trunk);
  if (full !== null) return full.limited;
  return of !== undefined && confirms === true ? whyNotRungOutside(turn, of, readyOnly) : null;
}

/** Why an extension cannot be rung now, or null. */
export function whyNotRung(turn: Turn, extension: string, readyOnly = false): Reason | null {
  const plan = lookUp(turn.plan.extensions, extension);
  if (plan === undefined) return { words: 'không có trong cấu hình', cause: 'not-found' };
  if (plan.doNotDisturb === true) return { words: 'đang đặt không làm phiền', cause: 'busy' };
  return whyNotReached(turn, extension, plan) ?? (readyOnly ? whyNotReady(turn, extension) : null);
}

/** The same of somebody who is rung on their mobile: it does not matter where else they are to be reached. */
function whyNotRungOutside(turn: Turn, extension: string, readyOnly: boolean): Reason | null {
  if (lookUp(turn.plan.extensions, extension)?.doNotDisturb === true) {
    return { words: 'đang đặt không làm phiền', cause: 'busy' };
  }
  if (isOccupied(turn, extension, false)) return { words: 'đang bận một cuộc gọi khác', cause: 'busy' };
  return readyOnly && personAt(turn, extension).activity !== 3 ? whyNotReady(turn, extension) : null;
}

function whyNotReady(turn: Turn, extension: string): Reason | null {
  const { activity, wrapUpUntil, writesUp } = personAt(turn, extension);
  if (activity !== 1) return { words: 'đang bận/nghỉ (chưa sẵn sàng)', cause: 'unreachable' };
  if (wrapUpUntil !== null && (wrapUpUntil > turn.at || owesOutcome(writesUp)))
    return { words: 'đang xử lý sau cuộc gọi', cause: 'unreachable' };
  return null;
}

/** Why a phone cannot be rung now, not even for what its own person asked for; or null. */
export function whyNotReached(turn: Turn, extension: string, plan: Pick<ExtensionPlan, 'callWaiting'>): Reason | null {
  const person = personAt(turn, extension);
  if (person.activity === 3) return { words: 'người dùng đang ngoại tuyến', cause: 'unreachable' };
  if (person.contacts.length === 0) return { words: 'điện thoại chưa đăng ký', cause: 'unreachable' };
  if (isVoiceless(person)) return { words: 'trình duyệt không có micro dùng được', cause: 'unreachable' };
  if (isAsleep(person)) return { words: refusalWords.asleep, cause: 'asleep' };
  if (isOccupied(turn, extension, plan.callWaiting)) return { words: 'đang bận một cuộc gọi khác', cause: 'busy' };
  return null;
}

/** On the phone; with call waiting only a second ringing, or a fourth call, is too much. */
function isOccupied(turn: Turn, extension: string, callWaiting: boolean): boolean {
  const { legs } = personAt(turn, extension);
  if (legs.length === 0) return false;
  return (
    !callWaiting || legs.length > waitingAtMost || legs.some((here) => legAt(turn, here).activity.kind !== 'talking')
  );
}

/** One speaks with one, and has two wait: more nobody keeps apart. */
const waitingAtMost = 2;
