import type { Phase } from './call.ts';
import { elapsed, settleTimes, waitingLeg } from './ending.ts';
import { type Destination, lookUp } from './plan.ts';
import {
  adjustPhase,
  amend,
  enterPhase,
  hangUp,
  isLive,
  legOf,
  moveLeg,
  newPlay,
  newRecording,
  note,
  perform,
  pickUp,
  type Turn,
} from './turn.ts';
import type { LegId } from './vocabulary.ts';

type Talking = Extract<Phase, { state: 'talking' }>;

/** The first phone that answers talks to the waiting party; the others stop ringing. */
export function connect(turn: Turn, answered: LegId): void {
  const { phase } = turn.call;
  const leg = legOf(turn.call, answered);
  const waiting = waitingLeg(turn.call);
  if (phase.state !== 'offering' || !phase.ringing.includes(answered) || leg === undefined || waiting === null) return;
  moveLeg(turn, answered, { state: 'up' });
  for (const other of phase.ringing) if (other !== answered) hangUp(turn, other, 'answered-elsewhere');
  pickUp(turn);
  settleTimes(turn);
  const extension = leg.party.kind === 'extension' ? leg.party.extension : null;
  amend(turn, { answer: turn.call.answer ?? { at: turn.at, extension, leg: answered } });
  note(turn, 'talk', extension === null ? 'Khách hàng nghe máy' : `Máy nhánh ${extension} nghe máy`);
  const pair = [waiting.id, answered] as const;
  perform(turn, { type: 'bridge', legs: pair });
  record(turn, pair);
  enterPhase(turn, { state: 'talking', since: turn.at, pair, holds: [] });
}

/** One recording for the whole conversation: after a transfer it goes on with the new pair. */
function record(turn: Turn, legs: readonly [LegId, LegId]): void {
  if (!turn.plan.records[turn.call.direction]) return;
  const running = turn.call.recordings.find(({ kind, state }) => kind === 'conversation' && state === 'running');
  const recording = running?.id ?? newRecording(turn, 'conversation', null);
  perform(turn, { type: 'record', recording, legs });
}

/** One side pressed hold or came back: the other one hears music meanwhile. */
export function hold(turn: Turn, by: LegId, on: boolean): void {
  const { phase } = turn.call;
  if (phase.state !== 'talking' || !phase.pair.includes(by)) return;
  const held = phase.holds.find((other) => other.by === by);
  if (on === (held !== undefined)) return;
  const other = otherOf(phase, by);
  if (held === undefined) {
    const play = newPlay(turn);
    perform(turn, { type: 'play', leg: other, play, source: { kind: 'music', file: turn.plan.holdMusic }, loop: true });
    note(turn, 'talk', `${sideName(turn, by)} giữ máy`);
    return adjustPhase(turn, phase, { holds: [...phase.holds, { by, play, since: turn.at }] });
  }
  perform(turn, { type: 'stop', leg: other, play: held.play });
  note(turn, 'talk', `${sideName(turn, by)} nối lại`);
  const holds = phase.holds.filter((candidate) => candidate.by !== by);
  // Time on hold runs while at least one side holds; the first hold is the oldest.
  const [first] = phase.holds;
  if (first?.by === by) {
    amend(turn, { holdMs: turn.call.holdMs + elapsed(turn, first.since) });
    return adjustPhase(turn, phase, { holds: holds.map((candidate) => ({ ...candidate, since: turn.at })) });
  }
  adjustPhase(turn, phase, { holds });
}

/** A person sends the other party on to an internal number and leaves (blind transfer). Answers where to. */
export function transfer(turn: Turn, by: LegId, to: string): Destination | null {
  const { phase } = turn.call;
  const leg = legOf(turn.call, by);
  if (phase.state !== 'talking' || !phase.pair.includes(by) || leg?.party.kind !== 'extension') return null;
  const destination = lookUp(turn.plan.internalNumbers, to);
  if (destination === undefined) {
    note(turn, 'talk', `${sideName(turn, by)} chuyển cuộc gọi: không có số nội bộ này`, { to });
    return null;
  }
  note(turn, 'talk', `${sideName(turn, by)} chuyển cuộc gọi`, { to });
  const stays = otherOf(phase, by);
  settleTimes(turn);
  perform(turn, { type: 'unbridge', legs: phase.pair });
  hangUp(turn, by, 'normal');
  amend(turn, { waiting: stays, refusal: null, hops: 0 });
  enterPhase(turn, { state: 'routing' });
  return destination;
}

/** The other side of a conversation. */
export function otherOf({ pair: [first, second] }: Talking, leg: LegId): LegId {
  return leg === first ? second : first;
}

function sideName(turn: Turn, id: LegId): string {
  const leg = legOf(turn.call, id);
  if (leg === undefined || !isLive(leg)) return 'Một bên';
  return leg.party.kind === 'extension' ? `Máy nhánh ${leg.party.extension}` : 'Khách hàng';
}
