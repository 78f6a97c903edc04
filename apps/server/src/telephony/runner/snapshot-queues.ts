import {
  getFrom,
  type Membership,
  type PersistentMap,
  piecesOf,
  type Queue,
  setIn,
  type Waiting,
  withMember,
  withWaiting,
} from '@alo/call-core';

import type { SnapshotLine } from '../journal/entries.ts';

/** A line for each who waits and each who belongs to it: thousands in one queue are written like thousands in many. */
const parts = ['queues', 'queue-waiting', 'queue-member'] as const;
type QueuePart = (typeof parts)[number];

export function* queueLines(key: string, queue: Queue): Generator<SnapshotLine & { readonly part: QueuePart }> {
  const { bare, waiting, members } = piecesOf(queue);
  yield { part: 'queues', value: [key, bare] };
  for (const one of waiting) yield { part: 'queue-waiting', value: [key, one] };
  for (const [extension, member] of members) yield { part: 'queue-member', value: [key, extension, member] };
}

export function isQueuePart(part: string): part is QueuePart {
  return parts.some((known) => known === part);
}

/** The queues with what one line says; the queue itself comes first. */
export function withQueueLine(
  queues: PersistentMap<Queue>,
  part: QueuePart,
  value: SnapshotLine['value'],
): PersistentMap<Queue> {
  // What each part is was said where it was written.
  const [key] = value as readonly [key: string];
  const queue = getFrom(queues, key);
  switch (part) {
    case 'queues':
      return setIn(queues, key, (value as readonly [string, Queue])[1]);
    case 'queue-waiting':
      return queue === undefined
        ? queues
        : setIn(queues, key, withWaiting(queue, (value as readonly [string, Waiting])[1]));
    case 'queue-member': {
      const [, extension, member] = value as readonly [string, string, Membership];
      return queue === undefined ? queues : setIn(queues, key, withMember(queue, extension, member));
    }
    default:
      return part satisfies never;
  }
}
