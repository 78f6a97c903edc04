import type { Activity } from '../board/activity.ts';
import { positionOf } from '../board/queue-line.ts';
import { readyIn } from '../board/queue-membership.ts';
import { expectedWaitMs } from '../board/queue-pace.ts';
import type { QueueAnnouncements } from '../board/queue-plan.ts';
import type { AudioSource, Here } from '../board/vocabulary.ts';
import { say, sayMinutes, sayNumber } from '../turn/speech.ts';
import type { Turn } from '../turn/turn.ts';
import { queueAt } from './queue-changes.ts';

/** Nobody believes a longer time, and nobody is helped by it. */
const longestSaidMs = 60 * 60_000;

/** What somebody who waits is told at this turn, and which place was said to them last. */
export function announcementFor(
  turn: Turn,
  here: Here,
  { queue: key, round, saidPlace }: Activity<'queue-wait'>,
  { positionUpTo, expectedWait, files }: QueueAnnouncements,
): { readonly sources: readonly AudioSource[]; readonly place: number | null } {
  const queue = queueAt(turn, key)?.queue;
  if (queue === undefined) return { sources: [], place: saidPlace };
  const place = positionOf(queue.line, here.leg);
  // Who was overtaken by somebody more important need not know.
  const saysPlace = place > 0 && place <= positionUpTo && (saidPlace === null || place <= saidPlace);
  const waitMs = expectedWait ? expectedWaitMs(place, readyIn(queue.tally), queue.pace) : null;
  const next = files[round % Math.max(1, files.length)];
  return {
    sources: [
      ...(saysPlace ? sayPlace(place) : []),
      ...(waitMs === null || waitMs > longestSaidMs ? [] : [...say('queue-wait'), ...sayMinutes(waitMs)]),
      ...(next === undefined ? [] : [{ kind: 'file' as const, file: next }]),
    ],
    place: saysPlace ? place : saidPlace,
  };
}

function sayPlace(place: number): readonly AudioSource[] {
  return place === 1 ? say('queue-next') : [...say('queue-position'), ...sayNumber(place)];
}
