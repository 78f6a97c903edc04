import type { Activity, Attempt, Later } from '../board/activity.ts';
import { callerIdFor } from '../board/caller-id.ts';
import type { Destination } from '../board/destination.ts';
import { ends, goesTo, type Next, waits } from '../board/next.ts';
import type { Cause, Here, LegId, SegmentHow } from '../board/vocabulary.ts';
import { forwardTo } from '../routing/forward-rights.ts';
import { newBridge } from '../turn/bridges.ts';
import { musicNamed } from '../turn/hold-music.ts';
import {
  adjust,
  answerLeg,
  changeLeg,
  dropTimers,
  enter,
  hangUp,
  moveLeg,
  play,
  startLegTimer,
  stopPlaying,
  turnTo,
} from '../turn/legs.ts';
import { extensionAt, partyName } from '../turn/parties.ts';
import { noteRefusal } from '../turn/refusal.ts';
import { nameOfTimer } from '../turn/timers.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { amend, callAt, isLive, legAt, note, perform, type Turn } from '../turn/turn.ts';
import { inTime, ringInTime } from './dialling.ts';

type Offering = Activity<'offering'>;

/** Whom to ring: each wave together, the next wave when nobody of the last one answered. */
export type Offer = Pick<Offering, 'waves' | 'ringMs' | 'otherwise'> &
  Partial<Pick<Offering, 'readyOnly' | 'autoAnswer' | 'how' | 'through' | 'forwards' | 'music'>>;

/** Phones ring for a party that waits, until one answers. */
export const offering: ActivityKind<'offering'> = {
  stage: 'ringing',
  said: () => 'Đang đổ chuông',
  elapsed(turn, here, activity, timer) {
    if (timer === 'later') return ringLater(turn, here, activity);
    for (const leg of activity.ringing) {
      noteRefusal(turn, here.call, partyName(turn.plan, legAt(turn, { ...here, leg }).party), 'no-answer');
      hangUp(turn, { ...here, leg }, 'no-answer');
    }
    return nextWave(turn, here, activity, 'no-answer', null);
  },
};

/** Rings the first wave in which somebody can be rung. `cause` is why the last one came to nothing. */
export function offer(turn: Turn, here: Here, wanted: Offer, cause: Cause | null = null): Next {
  const { waves, forwards, music, readyOnly = false } = wanted;
  let why = cause;
  for (const [index, wave] of waves.entries()) {
    // The person who asked for the call is in the first; the phones of others ring, and wait for their people.
    const asked = wanted.autoAnswer === true;
    const autoAnswer = asked && index === 0;
    const how = asked && !autoAnswer ? undefined : wanted.how;
    const rung = ringInTime(turn, here, inTime(turn, wave), { readyOnly, autoAnswer, othersRing: false });
    const { ringing } = rung;
    why = rung.cause ?? why;
    if (ringing.length === 0) continue;
    amend(turn, here.call, { offered: true });
    // Music that one phone after the other rings to does not begin anew each time.
    const goesOn = music !== undefined && playsMusic(turn, here);
    (goesOn ? turnTo : enter)(turn, here, {
      kind: 'offering',
      ringing,
      waves: waves.slice(index + 1),
      ringMs: wanted.ringMs,
      otherwise: wanted.otherwise,
      ...(forwards === undefined ? {} : { forwards }),
      readyOnly,
      autoAnswer,
      how: how ?? usualHow(turn, here),
      through: wanted.through ?? null,
      alerted: false,
      early: null,
      ...(rung.later.length === 0 ? {} : { later: rung.later }),
      ...(music === undefined ? {} : { music }),
    });
    startLegTimer(turn, here, 'ring', Math.max(wanted.ringMs, ...wave.map(({ ringMs }) => ringMs ?? 0)));
    waitForLater(turn, here, rung.later);
    if (music !== undefined && !goesOn) playMusic(turn, here, music);
    return waits;
  }
  enter(turn, here, { kind: 'routing' });
  const otherwise = forwarded(turn, here, wanted, why);
  return otherwise === null ? ends(callAt(turn, here.call).refusal ?? 'unreachable') : goesTo(otherwise);
}

/** The time of some who ring later has come, or nobody rings any more and they need not wait. */
function ringLater(turn: Turn, here: Here, activity: Offering): Next {
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === 'later');
  const { readyOnly, later: due = [] } = activity;
  const othersRing = activity.ringing.length > 0;
  const rung = ringInTime(turn, here, due, { readyOnly, autoAnswer: false, othersRing });
  const ringing = [...activity.ringing, ...rung.ringing];
  adjust(turn, here, activity, { ringing, later: rung.later });
  waitForLater(turn, here, rung.later);
  return ringing.length === 0 ? nextWave(turn, here, activity, rung.cause ?? 'no-answer', null) : waits;
}

export function waitForLater(turn: Turn, here: Here, [next]: readonly Later[]): void {
  if (next !== undefined) startLegTimer(turn, here, 'later', Math.max(0, next.at - turn.at));
}

const playsMusic = (turn: Turn, here: Here): boolean => {
  const { activity, playing } = legAt(turn, here);
  return activity.kind === 'offering' && activity.music !== undefined && playing !== null;
};

/** A party that is not answered yet hears it as it would hear a network: nothing is charged before somebody picks up. */
export function playMusic(turn: Turn, here: Here, music: string): void {
  const { side, state, id, home } = legAt(turn, here);
  if (side === 'arrived' && state !== 'up') {
    perform(turn, home, { type: 'progress', leg: id });
    moveLeg(turn, here, { state: 'ringing' });
  }
  play(turn, here, musicNamed(turn, here.call, music), true);
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

/** How the person who answers this party came into the conversation. */
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
  if (activity === null || activity.music !== undefined) return;
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

/** How a phone did not take what it was offered. */
export interface DeclinedOffer {
  readonly cause: Cause;
  readonly sipCode: number | null;
  /** Where it would send its callers by itself. */
  readonly divertedTo?: string | undefined;
}

/** A phone that was offered the call declined or could not be reached. Answers where the waiting party goes. */
export function offerDeclined(
  turn: Turn,
  here: Here,
  phone: LegId,
  { cause, sipCode, divertedTo }: DeclinedOffer,
): Next {
  const activity = offeringOf(turn, here, phone);
  if (activity === null) return waits;
  noteRefusal(turn, here.call, partyName(turn.plan, legAt(turn, { ...here, leg: phone }).party), cause);
  const ringing = activity.ringing.filter((other) => other !== phone);
  adjust(turn, here, activity, { ringing });
  if (ringing.length > 0) return waits;
  if ((activity.later ?? []).length > 0) return ringLater(turn, here, { ...activity, ringing });
  const elsewhere = divertedTo === undefined ? null : diverted(turn, { ...here, leg: phone }, activity, divertedTo);
  if (elsewhere === null) return nextWave(turn, here, activity, cause, sipCode);
  enter(turn, here, { kind: 'routing' });
  return goesTo(elsewhere);
}

/**
 * Where a phone's own forwarding leads, if its person may forward there: as by the feature code, and of calls to the person alone. A group
 * or a queue rings whom it rings.
 */
function diverted(turn: Turn, phone: Here, { through, autoAnswer }: Offering, number: string): Destination | null {
  const { party } = legAt(turn, phone);
  if (party.kind !== 'extension' || autoAnswer) return null;
  const name = partyName(turn.plan, party);
  const to = through === null ? forwardTo(turn.plan, party.extension, number, turn.at) : null;
  const words =
    to !== null
      ? 'tự chuyển cuộc gọi'
      : through === null
        ? 'không được chuyển cuộc gọi'
        : 'không chuyển cuộc gọi của nhóm';
  note(turn, phone.call, 'destination', `Máy của ${name} ${words} tới số đặt trên máy`, { number });
  return to;
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
  answerLeg(turn, here);
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
  const { how, later: _, ...rest } = activity;
  // The person who asked for the call did not come: it rings at the others as any other.
  return offer(
    turn,
    here,
    activity.autoAnswer ? { ...rest, waves, autoAnswer: false } : { ...rest, how, waves },
    cause,
  );
}

/** One more phone rings for a party, and has just been picked up. */
export function connectAlso(turn: Turn, here: Here, phone: LegId, how: SegmentHow): void {
  const { activity } = legAt(turn, here);
  if (activity.kind !== 'offering') return;
  adjust(turn, here, activity, { ringing: [...activity.ringing, phone], how });
  connect(turn, here, phone);
}
