import type { Turn } from '../turn.ts';
import { endWrapUp, memberAt, queuesOf } from './members.ts';
import { changeMember } from './queues.ts';

/** Signs a person on to a queue or off, or to all of theirs. Answers whether there was any. */
export function setJoined(turn: Turn, extension: string, queue: string | null, joined: boolean): boolean {
  return eachQueue(turn, extension, queue, (key) => {
    if (memberAt(turn, key, extension)?.joined === joined) return;
    const fresh = joined ? { backSince: turn.at, missed: 0, pause: null } : {};
    changeMember(turn, key, extension, { joined, ...fresh });
  });
}

/** Pauses a person in a queue or all of theirs, or ends that. Answers whether there was any. */
export function setPaused(
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

/** Whoever says that they are ready is so: the time to write up is over, and so are pauses that nobody chose. */
export function setReady(turn: Turn, extension: string): boolean {
  const wasBusy = endWrapUp(turn, extension);
  const paused = queuesOf(turn, extension).filter((key) => memberAt(turn, key, extension)?.pause?.byItself === true);
  for (const key of paused) endPause(turn, key, extension);
  return wasBusy || paused.length > 0;
}

function endPause(turn: Turn, queue: string, extension: string): void {
  changeMember(turn, queue, extension, { pause: null, missed: 0, backSince: turn.at });
}

function eachQueue(turn: Turn, extension: string, queue: string | null, act: (key: string) => void): boolean {
  const keys = queuesOf(turn, extension).filter((key) => queue === null || key === queue);
  for (const key of keys) act(key);
  return keys.length > 0;
}
