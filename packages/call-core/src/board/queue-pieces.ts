import { emptyMap, entriesOf, setIn } from '../lib/persistent-map.ts';
import type { Queue, Waiting } from './queue.ts';
import { inOrder, joinLine } from './queue-line.ts';
import type { Membership } from './queue-membership.ts';

/** A queue apart, so that it can be written down bit by bit however many wait in it or belong to it. */
export type QueuePieces = {
  /** The queue with nobody in it. */
  readonly bare: Queue;
  readonly waiting: Iterable<Waiting>;
  readonly members: Iterable<readonly [extension: string, member: Membership]>;
};

/** Takes a queue apart, for a snapshot that is written piece by piece. */
export function piecesOf(queue: Queue): QueuePieces {
  const { line, members } = queue;
  return {
    bare: { ...queue, line: { ...line, order: [], waiting: emptyMap }, members: emptyMap, free: emptyMap },
    waiting: inOrder(line),
    members: entriesOf(members),
  };
}

/** Puts one of those who wait back into their line. */
export function withWaiting(queue: Queue, waiting: Waiting): Queue {
  return { ...queue, line: joinLine(queue.line, waiting) };
}

/** Who is free is known of each member; the tally came with the bare queue. */
export function withMember(queue: Queue, extension: string, member: Membership): Queue {
  const { members, free } = queue;
  return {
    ...queue,
    members: setIn(members, extension, member),
    free: member.standing === 'free' ? setIn(free, extension, true) : free,
  };
}
