import type { Attempt, Phase } from '../call.ts';
import { callerIdFor, waitingParty } from '../caller-id.ts';
import { settleTimes, waitingLeg } from '../ending.ts';
import { type Destination, lookUp } from '../plan.ts';
import { phoneOf } from '../switchboard.ts';
import {
  addLeg,
  adjustPhase,
  amend,
  enterPhase,
  hangUp,
  legOf,
  moveLeg,
  newLegId,
  newPlay,
  note,
  perform,
  startTimer,
  type Turn,
} from '../turn.ts';
import type { Cause, LegId } from '../vocabulary.ts';

type Offering = Extract<Phase, { state: 'offering' }>;

/** Whom to ring: each wave together, the next wave when nobody of the last one answered. */
export type Offer = Pick<Offering, 'waves' | 'ringMs' | 'otherwise' | 'readyOnly'>;

/** An attempt at an extension on behalf of the waiting party. */
export function attemptAt(turn: Turn, extension: string): Attempt {
  const from = waitingParty(turn.call);
  const callerId = from === undefined ? { number: '', name: '' } : callerIdFor(turn.plan, extension, from);
  return { to: { kind: 'extension', extension }, callerId };
}

/** Rings the first wave in which somebody can be rung. Answers where to go when there is none. */
export function offer(turn: Turn, { waves, ringMs, otherwise, readyOnly }: Offer): Destination | null {
  for (const [index, wave] of waves.entries()) {
    const ringing = wave.flatMap((attempt) => dial(turn, attempt, readyOnly) ?? []);
    if (ringing.length === 0) continue;
    amend(turn, { offered: true });
    const rest = waves.slice(index + 1);
    enterPhase(turn, {
      ...{ state: 'offering', since: turn.at, ringing, waves: rest, ringMs, otherwise, readyOnly, alerted: false },
    });
    startTimer(turn, 'ring', ringMs);
    return null;
  }
  enterPhase(turn, { state: 'routing' });
  return otherwise ?? { kind: 'hang-up', cause: turn.call.refusal ?? 'unreachable' };
}

/** A phone that is offered the call rings: the waiting party hears so, in its own way before and after it was answered. */
export function alerted(turn: Turn, leg: LegId): void {
  const { phase } = turn.call;
  if (phase.state !== 'offering' || !phase.ringing.includes(leg)) return;
  if (legOf(turn.call, leg)?.state === 'new') moveLeg(turn, leg, { state: 'ringing' });
  const waiting = waitingLeg(turn.call);
  if (phase.alerted || waiting === null) return;
  if (waiting.state === 'up') {
    const source = { kind: 'tone', tone: 'ringback' } as const;
    perform(turn, { type: 'play', leg: waiting.id, play: newPlay(turn), source, loop: true });
  } else {
    perform(turn, { type: 'ring', leg: waiting.id });
    moveLeg(turn, waiting.id, { state: 'ringing' });
  }
  adjustPhase(turn, phase, { alerted: true });
}

/** A phone that was offered the call declined or could not be reached. Answers where to go when it was the last. */
export function declined(turn: Turn, leg: LegId, cause: Cause): Destination | null {
  const { phase } = turn.call;
  if (phase.state !== 'offering' || !phase.ringing.includes(leg)) return null;
  refuse(turn, nameOf(turn, leg), cause);
  const ringing = phase.ringing.filter((other) => other !== leg);
  adjustPhase(turn, phase, { ringing });
  return ringing.length === 0 ? nextWave(turn, phase, cause) : null;
}

/** Nobody answered in time. */
export function rangOut(turn: Turn): Destination | null {
  const { phase } = turn.call;
  if (phase.state !== 'offering') return null;
  for (const leg of phase.ringing) {
    refuse(turn, nameOf(turn, leg), 'no-answer');
    hangUp(turn, leg, 'no-answer');
  }
  return nextWave(turn, phase, 'no-answer');
}

/** Another trunk helps when this one failed, and not when the customer is busy or does not answer. */
const worthAnotherTrunk: readonly Cause[] = ['unreachable', 'congestion', 'failed', 'incompatible'];

function nextWave(turn: Turn, phase: Offering, cause: Cause): Destination | null {
  settleTimes(turn);
  const next = phase.waves[0]?.[0]?.to.kind;
  return offer(turn, next === 'trunk' && !worthAnotherTrunk.includes(cause) ? { ...phase, waves: [] } : phase);
}

/** Dials one target, or says in the trace why not. */
function dial(turn: Turn, { to, callerId }: Attempt, readyOnly: boolean): LegId | null {
  const reason = to.kind === 'extension' ? whyNot(turn, to.extension, readyOnly) : null;
  if (reason !== null) {
    const name = to.kind === 'extension' ? extensionName(turn, to.extension) : to.trunk;
    note(turn, 'phone', `Bỏ qua ${name}: ${reason.words}`);
    remember(turn, reason.cause);
    return null;
  }
  const leg = newLegId(turn);
  const party =
    to.kind === 'extension'
      ? ({ ...to, name: lookUp(turn.plan.extensions, to.extension)?.name ?? '' } as const)
      : ({ kind: 'outside', number: turn.call.outsideNumber ?? to.number, name: '', trunk: to.trunk } as const);
  addLeg(turn, leg, party, 'dialled');
  perform(turn, { type: 'dial', leg, to, callerId });
  note(turn, 'phone', `Đổ chuông ${nameOf(turn, leg)}`);
  return leg;
}

function whyNot(turn: Turn, extension: string, readyOnly: boolean): { words: string; cause: Cause } | null {
  if (lookUp(turn.plan.extensions, extension) === undefined)
    return { words: 'không có trong cấu hình', cause: 'not-found' };
  const phone = phoneOf(turn.phones, extension);
  if (phone.activity === 3) return { words: 'người dùng đang ngoại tuyến', cause: 'unreachable' };
  if (phone.contacts === 0) return { words: 'điện thoại chưa đăng ký', cause: 'unreachable' };
  if (phone.legs.length > 0) return { words: 'đang bận một cuộc gọi khác', cause: 'busy' };
  if (readyOnly && phone.activity !== 1) return { words: 'đang bận/nghỉ (chưa sẵn sàng)', cause: 'unreachable' };
  return null;
}

const refusalWords: Partial<Record<Cause, string>> = {
  busy: 'máy bận',
  rejected: 'từ chối',
  'no-answer': 'không trả lời',
  unreachable: 'không liên lạc được',
  'not-found': 'số không tồn tại',
  congestion: 'nghẽn mạng',
  forbidden: 'không được phép',
};

function refuse(turn: Turn, name: string, cause: Cause): void {
  note(turn, 'phone', `Không gặp ${name}: ${refusalWords[cause] ?? 'không kết nối được'}`, { cause });
  remember(turn, cause);
}

/** Of several refusals the one stays that says most: it rang, then busy, then whatever else. */
function remember(turn: Turn, cause: Cause): void {
  const weight = (candidate: Cause | null) =>
    candidate === 'no-answer' ? 3 : candidate === 'busy' || candidate === 'rejected' ? 2 : candidate === null ? 0 : 1;
  if (weight(cause) >= weight(turn.call.refusal)) amend(turn, { refusal: cause });
}

function nameOf(turn: Turn, id: LegId): string {
  const party = legOf(turn.call, id)?.party;
  if (party === undefined) return '';
  return party.kind === 'extension' ? extensionName(turn, party.extension) : 'số ngoài';
}

function extensionName(turn: Turn, extension: string): string {
  const name = lookUp(turn.plan.extensions, extension)?.name;
  return name === undefined ? `máy nhánh ${extension}` : `máy nhánh ${extension} (${name})`;
}
