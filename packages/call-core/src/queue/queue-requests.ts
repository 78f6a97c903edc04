import { type Answer, done, refusals, refused } from '../board/answer.ts';
import type { RequestedAction } from '../board/request.ts';
import { owesOutcome } from '../board/wrap-up.ts';
import { lookUp } from '../lib/look-up.ts';
import { personAt, type Turn } from '../turn/turn.ts';
import { memberAt, queuesOf } from './members.ts';
import { changeMember } from './queue-changes.ts';
import { endWrapUp } from './wrap-up.ts';

type QueueWish = Extract<RequestedAction, { readonly kind: 'queue-join' | 'queue-leave' | 'queue-pause' | 'ready' }>;

/** What somebody wants of the queues, for themselves or for whom they supervise. */
export function queueRequest(turn: Turn, by: string | null, what: QueueWish): Answer {
  const { extension } = what;
  if (!mayAskFor(turn, by, extension)) return refusals.forbidden;
  // Whoever supervises them may let them off.
  if (what.kind === 'ready' && by === extension && owesOutcome(personAt(turn, extension).writesUp)) {
    return refused('not-now', 'Hãy lưu kết quả cuộc gọi vừa rồi');
  }
  if (!act(turn, what)) return refused('no-such-person', `Máy nhánh ${extension} không thuộc hàng đợi này`);
  return done(null);
}

function mayAskFor(turn: Turn, by: string | null, extension: string): boolean {
  if (by === null || by === extension) return true;
  const supervises = lookUp(turn.plan.extensions, by)?.supervises ?? 'nobody';
  return supervises === 'everybody' || (supervises !== 'nobody' && supervises.includes(extension));
}

function act(turn: Turn, what: QueueWish): boolean {
  switch (what.kind) {
    case 'queue-join':
    case 'queue-leave':
      return setJoined(turn, what.extension, what.queue, what.kind === 'queue-join');
    case 'queue-pause':
      return setPaused(turn, what.extension, what.queue, what.on ? { reason: what.reason } : null);
    case 'ready':
      endWrapUp(turn, what.extension);
      setReady(turn, what.extension);
      return true;
    default:
      return what satisfies never;
  }
}

/** Signs a person on to a queue or off, or to all of theirs. Answers whether there was any. */
function setJoined(turn: Turn, extension: string, queue: string | null, joined: boolean): boolean {
  return eachQueue(turn, extension, queue, (key) => {
    if (memberAt(turn, key, extension)?.joined === joined) return;
    const fresh = joined ? { backSince: turn.at, missed: 0, pause: null } : {};
    changeMember(turn, key, extension, { joined, ...fresh });
  });
}

/** Pauses a person in a queue or all of theirs, or ends that. Answers whether there was any. */
function setPaused(
  turn: Turn,
  extension: string,
  queue: string | null,
  pause: { readonly reason: string | null } | null,
): boolean {
  return eachQueue(turn, extension, queue, (key) => {
    const known = memberAt(turn, key, extension)?.pause ?? null;
    if (pause === null) {
      if (known !== null) endPause(turn, key, extension);
      return;
    }
    const since = known === null ? turn.at : known.since;
    changeMember(turn, key, extension, { pause: { reason: pause.reason, byItself: false, since } });
  });
}

/** A person who says that they are ready is: wrap-up ends where nothing is owed, and so do pauses that they did not choose. */
export function setReady(turn: Turn, extension: string): void {
  if (!owesOutcome(personAt(turn, extension).writesUp)) endWrapUp(turn, extension);
  const paused = queuesOf(turn, extension).filter((key) => memberAt(turn, key, extension)?.pause?.byItself === true);
  for (const key of paused) endPause(turn, key, extension);
}

function endPause(turn: Turn, queue: string, extension: string): void {
  changeMember(turn, queue, extension, { pause: null, missed: 0, backSince: turn.at });
}

function eachQueue(turn: Turn, extension: string, queue: string | null, act: (key: string) => void): boolean {
  const keys = queuesOf(turn, extension).filter((key) => queue === null || key === queue);
  for (const key of keys) act(key);
  return keys.length > 0;
}
