import { type Destination, lookUp } from '../plan.ts';
import { enterPhase, newPlay, note, perform, pickUp, startTimer, type Turn } from '../turn.ts';
import type { Digit, PlayId } from '../vocabulary.ts';
import { missing } from './missing.ts';

/** No announcement is longer; an engine that loses one does not keep the caller for ever. */
const longestMs = 5 * 60_000;

/** Plays a recorded announcement and goes on to where it leads. */
export function visitMsg(turn: Turn, key: string): Destination | null {
  const announcement = lookUp(turn.plan.announcements, key);
  if (announcement === undefined) return missing(turn, 'thông báo', key);
  note(turn, 'destination', `Phát thông báo “${announcement.name}”`);
  pickUp(turn);
  const play = newPlay(turn);
  const source = { kind: 'file', file: announcement.file } as const;
  perform(turn, { type: 'play', leg: turn.call.waiting, play, source, loop: false });
  enterPhase(turn, { state: 'announcing', announcement: key, play, then: announcement.then });
  startTimer(turn, 'announcement', longestMs);
  return null;
}

/** The announcement is over, or took too long. */
export function announced(turn: Turn, play: PlayId | 'timeout'): Destination | null {
  const { phase } = turn.call;
  if (phase.state !== 'announcing' || (play !== 'timeout' && play !== phase.play)) return null;
  enterPhase(turn, { state: 'routing' });
  return phase.then;
}

/** A key during the announcement: the one that skips it does. */
export function skipped(turn: Turn, digit: Digit): Destination | null {
  const { phase } = turn.call;
  if (phase.state !== 'announcing' || lookUp(turn.plan.announcements, phase.announcement)?.skipKey !== digit)
    return null;
  note(turn, 'destination', `Người gọi bấm phím ${digit} để bỏ qua thông báo`);
  perform(turn, { type: 'stop', leg: turn.call.waiting, play: phase.play });
  return announced(turn, phase.play);
}
