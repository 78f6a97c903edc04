import { adopt } from '../adopt.ts';
import { newBridge } from '../bridges.ts';
import { callerIdFor } from '../caller-id.ts';
import type { Destination } from '../destination.ts';
import {
  addLeg,
  adjust,
  changeLeg,
  enter,
  hangUp,
  moveLeg,
  newLeg,
  pickUp,
  play,
  startLegTimer,
  stopPlaying,
} from '../legs.ts';
import { lookUp } from '../look-up.ts';
import { ends, goesTo, type Next, waits } from '../next.ts';
import { extensionAt, partyName, partyOf } from '../parties.ts';
import type { ExtensionPlan } from '../plan.ts';
import { handOverPlace } from '../queue/hand-over-place.ts';
import { refusalWords, refuse, remember } from '../refusal.ts';
import { amend, callAt, isLive, legAt, note, perform, personAt, type Turn } from '../turn.ts';
import type { Cause, Here, LegId, SegmentHow } from '../vocabulary.ts';
import type { Activity, Attempt } from './activity.ts';
import type { ActivityKind } from './kind.ts';

type Offering = Activity<'offering'>;

/** Whom to ring: each wave together, the next wave when nobody of the last one answered. */
export type Offer = Pick<Offering, 'waves' | 'ringMs' | 'otherwise'> &
  Partial<Pick<Offering, 'readyOnly' | 'autoAnswer' | 'how' | 'through' | 'forwards'>>;

/** Phones ring for a party that waits, until one answers. */
export const offering: ActivityKind<'offering'> = {
  stage: 'ringing',
  said: () => 'Đang đổ chuông',
  elapsed(turn, here, activity) {
    for (const leg of activity.ringing) {
      refuse(turn, here.call, partyName(turn.plan, legAt(turn, { ...here, leg }).party), 'no-answer');
      hangUp(turn, { ...here, leg }, 'no-answer');
    }
    return nextWave(turn, here, activity, 'no-answer', null);
  },
};

/** Rings the first wave in which somebody can be rung. `cause` is why the last one came to nothing. */
export function offer(turn: Turn, here: Here, wanted: Offer, cause: Cause | null = null): Next {
  const { waves, forwards, readyOnly = false } = wanted;
  let why = cause;
  for (const [index, wave] of waves.entries()) {
    // Whoever asked for the call is in the first; the phones of others ring, and wait for their people.
    const asked = wanted.autoAnswer === true;
    const autoAnswer = asked && index === 0;
    const how = asked && !autoAnswer ? undefined : wanted.how;
    const ringing = wave.flatMap((attempt) => {
      const dialled = dial(turn, here, attempt, { readyOnly, autoAnswer });
      if ('phone' in dialled) return dialled.phone;
      why = dialled.cause;
      return [];
    });
    if (ringing.length === 0) continue;
    amend(turn, here.call, { offered: true });
    enter(turn, here, {
      ...{
        kind: 'offering',
        ringing,
        waves: waves.slice(index + 1),
        ringMs: wanted.ringMs,
        otherwise: wanted.otherwise,
      },
      ...(forwards === undefined ? {} : { forwards }),
      ...{ readyOnly, autoAnswer, how: how ?? usualHow(turn, here), through: wanted.through ?? null },
      ...{ alerted: false, early: null },
    });
    startLegTimer(turn, here, 'ring', wanted.ringMs);
    return waits;
  }
  enter(turn, here, { kind: 'routing' });
  const otherwise = forwarded(turn, here, wanted, why);
  return otherwise === null ? ends(callAt(turn, here.call).refusal ?? 'unreachable') : goesTo(otherwise);
}

/** Where the party goes that reached nobody: as the person has it for this case, else as it is usual there. */
function forwarded(turn: Turn, here: Here, { otherwise, forwards }: Offer, cause: Cause | null): Destination | null {
  if (forwards === undefined || cause === null) return otherwise;
  const busy = cause === 'busy' || cause === 'rejected';
  const to = busy ? forwards.busy : cause === 'no-answer' ? forwards.noAnswer : forwards.offline;
  if (to === null) return otherwise;
  const words = busy ? 'máy bận' : cause === 'no-answer' ? 'không trả lời' : 'mất kết nối';
  note(turn, here.call, 'destination', `Chuyển cuộc gọi khi ${words}`);
  return to;
}

/** How whoever answers this party comes to talk. */
function usualHow(turn: Turn, here: Here): SegmentHow {
  const { elsewhere, recall } = legAt(turn, here);
  return elsewhere !== null ? 'consultation' : recall !== null ? 'transfer' : 'answered';
}

/** An attempt at an extension on behalf of the party that waits. */
export function attemptAt(turn: Turn, here: Here, extension: string): Attempt {
  return {
    to: { kind: 'extension', extension },
    callerId: callerIdFor(turn.plan, extension, legAt(turn, here).party),
    number: extension,
  };
}

/** A phone rings: the waiting party hears so, in its own way before and after it was answered, or hears the network itself. */
export function alert(turn: Turn, here: Here, phone: LegId, early: boolean): void {
  const activity = offeringOf(turn, here, phone);
  if (activity === null) return;
  const waiting = legAt(turn, here);
  if (early && activity.ringing.length === 1 && legAt(turn, { ...here, leg: phone }).party.kind === 'outside') {
    return hearNetwork(turn, here, phone, activity);
  }
  if (activity.alerted || activity.early !== null) return;
  if (waiting.state === 'up') {
    play(turn, here, [{ kind: 'tone', tone: 'ringback' }], true);
  } else {
    perform(turn, waiting.home, { type: 'ring', leg: waiting.id });
    moveLeg(turn, here, { state: 'ringing' });
  }
  adjust(turn, here, activity, { alerted: true });
}

function hearNetwork(turn: Turn, here: Here, phone: LegId, activity: Offering): void {
  if (activity.early !== null) return;
  const waiting = legAt(turn, here);
  stopPlaying(turn, here);
  if (waiting.state !== 'up') perform(turn, waiting.home, { type: 'progress', leg: waiting.id });
  const early = newBridge(turn, here.call, waiting.elsewhere === null ? 'conversation' : 'consultation');
  adjust(turn, here, activity, { early });
  enter(turn, { ...here, leg: phone }, { kind: 'offered', waiting: here.leg, early });
}

/** A phone that was offered the call declined or could not be reached. Answers where the waiting party goes. */
export function declined(turn: Turn, here: Here, phone: LegId, cause: Cause, sipCode: number | null): Next {
  const activity = offeringOf(turn, here, phone);
  if (activity === null) return waits;
  refuse(turn, here.call, partyName(turn.plan, legAt(turn, { ...here, leg: phone }).party), cause);
  const ringing = activity.ringing.filter((other) => other !== phone);
  adjust(turn, here, activity, { ringing });
  return ringing.length === 0 ? nextWave(turn, here, activity, cause, sipCode) : waits;
}

/** The first phone that answers talks to the waiting party; the others stop ringing. */
export function connect(turn: Turn, here: Here, phone: LegId): void {
  const activity = offeringOf(turn, here, phone);
  const answering = { ...here, leg: phone };
  if (activity === null) return hangUp(turn, answering, 'answered-elsewhere');
  for (const other of activity.ringing)
    if (other !== phone) hangUp(turn, { ...here, leg: other }, 'answered-elsewhere');
  converse(turn, here, answering, activity);
}

/** A party that waited and one that answered talk from now on. */
export function converse(
  turn: Turn,
  here: Here,
  answering: Here,
  { how, through, early }: Pick<Offering, 'how' | 'through' | 'early'>,
): void {
  pickUp(turn, here);
  const waiting = legAt(turn, here);
  const extension = extensionAt(legAt(turn, answering)) || null;
  const { answer } = callAt(turn, here.call);
  amend(turn, here.call, { hops: 0, answer: answer ?? { at: turn.at, extension, leg: answering.leg } });
  note(turn, here.call, 'talk', extension === null ? 'Khách hàng nghe máy' : `Máy nhánh ${extension} nghe máy`);
  const bridge = early ?? newBridge(turn, here.call, waiting.elsewhere === null ? 'conversation' : 'consultation');
  const asked: SegmentHow = waiting.elsewhere === null ? 'called' : 'consultation';
  enter(turn, here, { kind: 'talking', bridge, how: asked, through: null });
  enter(turn, answering, { kind: 'talking', bridge, how, through });
  changeLeg(turn, here, { recall: null });
}

/** The offering that a phone rings for, while it does. */
function offeringOf(turn: Turn, here: Here, phone: LegId): Offering | null {
  const leg = legAt(turn, here);
  const { activity } = leg;
  return isLive(leg) && activity.kind === 'offering' && activity.ringing.includes(phone) ? activity : null;
}

/** Another trunk helps when this one failed, and not when the customer is busy or does not answer. */
export function isWorthAnotherTrunk(cause: Cause, sipCode: number | null): boolean {
  const ofTheTrunk: readonly Cause[] = ['unreachable', 'congestion', 'failed', 'incompatible', 'no-response', 'limit'];
  return ofTheTrunk.includes(cause) || sipCode === 408 || (sipCode !== null && sipCode >= 500 && sipCode < 600);
}

function nextWave(turn: Turn, here: Here, activity: Offering, cause: Cause, sipCode: number | null): Next {
  const next = activity.waves[0]?.[0]?.to.kind;
  const waves = next === 'trunk' && !isWorthAnotherTrunk(cause, sipCode) ? [] : activity.waves;
  const { how, ...rest } = activity;
  // Whoever asked for the call did not come: it rings at the others as any other.
  return offer(
    turn,
    here,
    activity.autoAnswer ? { ...rest, waves, autoAnswer: false } : { ...rest, how, waves },
    cause,
  );
}

/** Dials one target for a party that waits, or says in the trace why not. */
function dial(
  turn: Turn,
  here: Here,
  attempt: Attempt,
  { readyOnly, autoAnswer }: { readyOnly: boolean; autoAnswer: boolean },
): { readonly phone: LegId } | { readonly cause: Cause } {
  const { to, callerId } = attempt;
  const reason = to.kind === 'extension' ? whyNotRung(turn, to.extension, readyOnly) : null;
  const name = partyName(turn.plan, partyOf(turn.plan, attempt));
  if (reason !== null) {
    note(turn, here.call, 'phone', `Bỏ qua ${name}: ${reason.words}`);
    remember(turn, here.call, reason.cause);
    return { cause: reason.cause };
  }
  const phone = newLeg(turn, here.call);
  addLeg(turn, phone, partyOf(turn.plan, attempt), 'dialled', { kind: 'offered', waiting: here.leg, early: null });
  perform(turn, here.call, { type: 'dial', leg: phone.leg, to, callerId, ...(autoAnswer ? { autoAnswer } : {}) });
  note(turn, here.call, 'phone', `Đổ chuông ${name}`);
  return { phone: phone.leg };
}

/** Why an extension cannot be rung now, or null. */
export function whyNotRung(
  turn: Turn,
  extension: string,
  readyOnly = false,
): { readonly words: string; readonly cause: Cause } | null {
  const plan = lookUp(turn.plan.extensions, extension);
  if (plan === undefined) return { words: 'không có trong cấu hình', cause: 'not-found' };
  if (plan.doNotDisturb === true) return { words: 'đang đặt không làm phiền', cause: 'busy' };
  const reason = whyNotReached(turn, extension, plan);
  if (reason !== null || !readyOnly) return reason;
  const { activity, wrapUpUntil } = personAt(turn, extension);
  if (activity !== 1) return { words: 'đang bận/nghỉ (chưa sẵn sàng)', cause: 'unreachable' };
  if (wrapUpUntil !== null && wrapUpUntil > turn.at) return { words: 'đang xử lý sau cuộc gọi', cause: 'unreachable' };
  return null;
}

/** Why a phone cannot be rung now, not even for what its own person asked for; or null. */
export function whyNotReached(
  turn: Turn,
  extension: string,
  plan: Pick<ExtensionPlan, 'callWaiting'>,
): { readonly words: string; readonly cause: Cause } | null {
  const person = personAt(turn, extension);
  if (person.activity === 3) return { words: 'người dùng đang ngoại tuyến', cause: 'unreachable' };
  if (person.contacts.length === 0) return { words: 'điện thoại chưa đăng ký', cause: 'unreachable' };
  if (person.contacts.every(({ asleep }) => asleep)) return { words: refusalWords.asleep, cause: 'asleep' };
  if (isOccupied(turn, extension, plan.callWaiting)) return { words: 'đang bận một cuộc gọi khác', cause: 'busy' };
  return null;
}

/** On the phone; with call waiting only a second ringing, or a second call, is too much. */
function isOccupied(turn: Turn, extension: string, callWaiting: boolean): boolean {
  const { legs } = personAt(turn, extension);
  const [only] = legs;
  if (only === undefined) return false;
  return !callWaiting || legs.length > 1 || legAt(turn, only).activity.kind !== 'talking';
}

/** Who rings for one party rings for another from now on: a transfer to somebody who has not answered yet. */
export function handOver(turn: Turn, from: Here, to: Here): boolean {
  const { activity } = legAt(turn, from);
  if (activity.kind === 'queue-wait') return handOverPlace(turn, from, to);
  if (activity.kind !== 'offering') return false;
  const offered = { kind: 'offered', waiting: to.leg, early: null } as const;
  for (const leg of activity.ringing) {
    if (from.call === to.call) enter(turn, { ...from, leg }, offered);
    else adopt(turn, { ...from, leg }, to.call, offered);
  }
  enter(turn, to, { ...activity, how: 'transfer', alerted: true, early: null });
  startLegTimer(turn, to, 'ring', activity.ringMs);
  if (legAt(turn, to).state === 'up') play(turn, to, [{ kind: 'tone', tone: 'ringback' }], true);
  enter(turn, from, { kind: 'routing' });
  return true;
}

/** One more phone rings for a party, and has just been picked up. */
export function connectAlso(turn: Turn, here: Here, phone: LegId, how: SegmentHow): void {
  const { activity } = legAt(turn, here);
  if (activity.kind !== 'offering') return;
  adjust(turn, here, activity, { ringing: [...activity.ringing, phone], how });
  connect(turn, here, phone);
}
