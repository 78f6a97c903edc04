import type { Call, CallStatus, Leg, Outcome } from './call.ts';
import { amend, enterPhase, hangUp, isLive, legOf, moveLeg, note, perform, startTimer, type Turn } from './turn.ts';
import type { Cause, LegId } from './vocabulary.ts';

/** An engine that does not report the end of a leg that it was told to end is not waited for any longer. */
const closingMs = 10_000;

const endedByWords: Readonly<Record<Outcome['endedBy'], string>> = {
  caller: 'bên gọi',
  callee: 'bên nghe',
  system: 'tổng đài',
};

const statusWords: Readonly<Record<CallStatus, string>> = {
  answered: 'Gặp',
  missed: 'Nhỡ',
  abandoned: 'Người gọi dừng',
  busy: 'Máy bận',
  no_answer: 'Không trả lời',
  failed: 'Không kết nối được',
  blocked: 'Bị chặn',
  voicemail: 'Hộp thư thoại',
  stopped_ivr: 'Dừng ở lời thoại',
};

/** A message shorter than this is a caller who hung up at the beep. */
const shortestMessageMs = 1000;

/** Ends the conversation: everybody is told to go with `cause`, and the outcome is settled now. */
export function closeCall(turn: Turn, endedBy: Outcome['endedBy'], cause: Cause): void {
  const { phase } = turn.call;
  if (phase.state === 'closing' || phase.state === 'ended') return;
  settleTimes(turn);
  const outcome: Outcome = { status: statusOf(turn, endedBy, cause), cause, endedBy, at: turn.at };
  for (const leg of turn.call.legs) hangUp(turn, leg.id, causeFor(turn.call, leg, cause));
  stopRecordings(turn);
  note(turn, 'end', `Kết thúc: ${statusWords[outcome.status]}`, { cause, endedBy: endedByWords[endedBy] });
  enterPhase(turn, { state: 'closing', outcome });
  startTimer(turn, 'closing', closingMs);
  finishIfQuiet(turn);
}

/** A closing call is ended when its last leg is. */
export function finishIfQuiet(turn: Turn): void {
  const { phase, legs } = turn.call;
  if (phase.state !== 'closing' || legs.some((leg) => leg.state !== 'ended')) return;
  enterPhase(turn, { state: 'ended', outcome: phase.outcome });
}

/** The engine kept silent about legs that were told to go: they count as gone. */
export function giveUpOnLegs(turn: Turn): void {
  for (const leg of turn.call.legs) {
    if (leg.state !== 'ended') endLeg(turn, leg.id, leg.state === 'ending' ? leg.cause : 'failed', null);
  }
  finishIfQuiet(turn);
}

/** Books the end of a leg as the engine reported it. */
export function endLeg(turn: Turn, id: LegId, cause: Cause, sipCode: number | null): void {
  moveLeg(turn, id, { state: 'ended', cause, sipCode, endedAt: turn.at });
}

/** Puts the time spent in the phase that ends to the call's account. Clocks may be set back: no time is negative. */
export function settleTimes(turn: Turn): void {
  const { phase, ringMs, talkMs, holdMs } = turn.call;
  if (phase.state === 'offering') amend(turn, { ringMs: ringMs + elapsed(turn, phase.since) });
  if (phase.state !== 'talking') return;
  const [firstHold] = phase.holds;
  amend(turn, {
    talkMs: talkMs + elapsed(turn, phase.since),
    holdMs: holdMs + (firstHold === undefined ? 0 : elapsed(turn, firstHold.since)),
  });
}

export function elapsed(turn: Turn, since: number): number {
  return Math.max(0, turn.at - since);
}

/** A phone that still rings is not hung up on: its ringing is called off. */
function causeFor(call: Call, leg: Leg, cause: Cause): Cause {
  const rings = leg.side === 'dialled' && leg.state !== 'up';
  return rings && leg.id !== call.waiting ? 'cancelled' : cause;
}

function stopRecordings(turn: Turn): void {
  const running = turn.call.recordings.filter((recording) => recording.state === 'running');
  for (const { id } of running) perform(turn, { type: 'stop-recording', recording: id });
  amend(turn, {
    recordings: turn.call.recordings.map((recording) =>
      recording.state === 'running' ? { ...recording, state: 'stopping' } : recording,
    ),
  });
}

function statusOf(turn: Turn, endedBy: Outcome['endedBy'], cause: Cause): CallStatus {
  const { call } = turn;
  if (call.answer !== null) return 'answered';
  if (cause === 'blocked') return 'blocked';
  if (call.phase.state === 'taking-message' && elapsed(turn, call.phase.since) >= shortestMessageMs) return 'voicemail';
  if (cause === 'interrupted' || cause === 'no-media') return 'failed';
  if (stoppedInAnnouncement(call, endedBy, cause)) return 'stopped_ivr';
  if (endedBy === 'caller') return 'abandoned';
  return refusalStatus(call, call.refusal ?? cause);
}

/** Nobody was looked for, and the caller heard what there was to hear or hung up in it. */
function stoppedInAnnouncement(
  { direction, offered, refusal, phase }: Call,
  endedBy: Outcome['endedBy'],
  cause: Cause,
): boolean {
  if (direction !== 'inbound' || offered || refusal !== null) return false;
  return phase.state === 'announcing' || (phase.state === 'routing' && endedBy === 'system' && cause === 'normal');
}

function refusalStatus(call: Call, refusal: Cause): CallStatus {
  switch (refusal) {
    case 'busy':
    case 'rejected':
      return 'busy';
    case 'no-answer':
      return call.direction === 'inbound' ? 'missed' : 'no_answer';
    case 'unreachable':
      // A customer whom nobody was there for was missed; a colleague or a customer who cannot be reached is a failure.
      return call.direction === 'inbound' ? 'missed' : 'failed';
    case 'normal':
      return call.direction === 'inbound' ? 'missed' : 'failed';
    case 'cancelled':
    case 'answered-elsewhere':
    case 'not-found':
    case 'forbidden':
    case 'blocked':
    case 'congestion':
    case 'incompatible':
    case 'no-media':
    case 'failed':
    case 'interrupted':
      return 'failed';
    default:
      return refusal satisfies never;
  }
}

/** The waiting party's leg, while it is there. */
export function waitingLeg(call: Call): Leg | null {
  const leg = legOf(call, call.waiting);
  return leg !== undefined && isLive(leg) ? leg : null;
}
