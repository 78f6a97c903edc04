import type { Call, Leg, LegState, Party, Phase, Recording, TraceEntry } from './call.ts';
import { type PersistentMap, setIn } from './persistent-map.ts';
import type { RoutingPlan } from './plan.ts';
import { type Phone, phoneOf } from './switchboard.ts';
import type { Cause, Command, EngineCommand, Instant, LegId, PlayId, RecordingId, TimerId } from './vocabulary.ts';

/**
 * One step of one call while it is being decided: what the decision reads, and what has come of it so far. A turn never
 * outlives its step, so `step` stays a function of its arguments although this is written in place.
 */
export type Turn = {
  readonly plan: RoutingPlan;
  readonly at: Instant;
  call: Call;
  phones: PersistentMap<Phone>;
  readonly commands: Command[];
};

/** Asks the engine for something. */
export function perform(turn: Turn, command: EngineCommand): void {
  turn.commands.push({ ...command, call: turn.call.id });
}

/** Nobody reads more; a phone that presses hold all day must not make its call heavier and heavier. */
const longestTrace = 300;

/** Writes one line of the decision trace. Only how the call ended is still written when the trace is long. */
export function note(turn: Turn, kind: TraceEntry['kind'], text: string, detail: TraceEntry['detail'] = {}): void {
  if (turn.call.trace.length >= longestTrace && kind !== 'end') return;
  turn.call = { ...turn.call, trace: [...turn.call.trace, { at: turn.at, kind, text, detail }] };
}

/** Changes facts of the call; its phase only changes in `enterPhase`. */
export function amend(turn: Turn, facts: Partial<Omit<Call, 'phase' | 'id'>>): void {
  turn.call = { ...turn.call, ...facts };
}

/** The only change of a call's phase. Timers belong to the phase that started them and stop with it. */
export function enterPhase(turn: Turn, phase: Phase): void {
  for (const timer of turn.call.timers) turn.commands.push({ type: 'stop-timer', call: turn.call.id, timer });
  turn.call = { ...turn.call, timers: [], phase };
}

/** Changes details of the phase that the call is in. */
export function adjustPhase<P extends Phase>(turn: Turn, phase: P, details: Partial<Omit<P, 'state'>>): void {
  turn.call = { ...turn.call, phase: { ...phase, ...details } };
}

/** The next number for a name inside this call. */
function nextSerial(turn: Turn): number {
  amend(turn, { serial: turn.call.serial + 1 });
  return turn.call.serial;
}

/** Starts a timer that lives as long as the call's present phase. */
export function startTimer(turn: Turn, name: string, ms: number): void {
  const timer = `${name}/${nextSerial(turn)}` as TimerId; // the one place where timers are named
  amend(turn, { timers: [...turn.call.timers, timer] });
  turn.commands.push({ type: 'start-timer', call: turn.call.id, timer, ms });
}

export function newPlay(turn: Turn): PlayId {
  return `${turn.call.id}/p${nextSerial(turn)}` as PlayId; // the one place where plays are named
}

/** Named without a slash: it is also the name of the file. */
export function newRecording(turn: Turn, kind: Recording['kind'], box: string | null): RecordingId {
  const id = `${turn.call.id}-${nextSerial(turn)}` as RecordingId; // the one place where recordings are named
  const recording: Recording = { id, kind, box, startedAt: turn.at, state: 'running' };
  amend(turn, { recordings: [...turn.call.recordings, recording] });
  return id;
}

export function newLegId(turn: Turn): LegId {
  return `${turn.call.id}/${nextSerial(turn)}` as LegId; // the one place where dialled legs are named
}

export function legOf(call: Call, id: LegId): Leg | undefined {
  return call.legs.find((leg) => leg.id === id);
}

/** A leg that is there and was not told to go. */
export function isLive(leg: Leg): boolean {
  return leg.state !== 'ending' && leg.state !== 'ended';
}

export function addLeg(turn: Turn, id: LegId, party: Party, side: Leg['side']): void {
  const leg: Leg = {
    ...{ id, party, side, startedAt: turn.at, ringingAt: null, answeredAt: null, quality: null },
    state: 'new',
  };
  amend(turn, { legs: [...turn.call.legs, leg] });
  occupy(turn, leg);
}

/** The only change of a leg's state; a phone is taken by its live legs and by no others. */
export function moveLeg(turn: Turn, id: LegId, next: LegState): void {
  const leg = legOf(turn.call, id);
  if (leg === undefined) return;
  const moved: Leg = {
    ...{ id: leg.id, party: leg.party, side: leg.side, startedAt: leg.startedAt, quality: leg.quality },
    ringingAt: next.state === 'ringing' ? (leg.ringingAt ?? turn.at) : leg.ringingAt,
    answeredAt: next.state === 'up' ? (leg.answeredAt ?? turn.at) : leg.answeredAt,
    ...next,
  };
  amend(turn, { legs: turn.call.legs.map((other) => (other.id === id ? moved : other)) });
  occupy(turn, moved);
}

function occupy(turn: Turn, leg: Leg): void {
  if (leg.party.kind !== 'extension') return;
  const phone = phoneOf(turn.phones, leg.party.extension);
  if (phone.legs.includes(leg.id) === isLive(leg)) return;
  const legs = isLive(leg) ? [...phone.legs, leg.id] : phone.legs.filter((id) => id !== leg.id);
  turn.phones = setIn(turn.phones, leg.party.extension, { ...phone, legs });
}

/** Tells a leg to go, once. */
export function hangUp(turn: Turn, id: LegId, cause: Cause): void {
  const leg = legOf(turn.call, id);
  if (leg === undefined || !isLive(leg)) return;
  perform(turn, { type: 'hang-up', leg: id, cause });
  moveLeg(turn, id, { state: 'ending', cause });
}

/** Answers the waiting party, so that it can hear something, unless that was done before. */
export function pickUp(turn: Turn): void {
  const leg = legOf(turn.call, turn.call.waiting);
  if (leg === undefined || !isLive(leg) || leg.state === 'up') return;
  perform(turn, { type: 'answer', leg: leg.id });
  moveLeg(turn, leg.id, { state: 'up' });
}
