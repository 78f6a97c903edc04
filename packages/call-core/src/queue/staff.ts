import { type Board, personOf } from '../board/board.ts';
import type { Person } from '../board/person.ts';
import type { Queue } from '../board/queue.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import type { Instant } from '../board/vocabulary.ts';
import { read } from '../lib/draft.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { personAt, type Turn } from '../turn/turn.ts';

/** What matching people and callers looks at. */
export type Floor = {
  readonly plans: Readonly<Record<string, QueuePlan>>;
  readonly queueOf: (key: string) => Queue | undefined;
  /** The queues whose member somebody is. */
  readonly queuesOf: (extension: string) => readonly string[];
  readonly personOf: (extension: string) => Person;
  readonly at: Instant;
};

/** As it is in the middle of a turn. */
export function floorOf(turn: Turn): Floor {
  return {
    plans: turn.plan.queues,
    queueOf: (key) => read(turn.queues, key),
    queuesOf: (extension) => read(turn.memberships, extension) ?? [],
    personOf: (extension) => personAt(turn, extension),
    at: turn.at,
  };
}

/** As it is between two events. */
export function floorBetween(board: Board, at: Instant): Floor {
  return {
    plans: board.plan.queues,
    queueOf: (key) => getFrom(board.queues, key),
    queuesOf: (extension) => getFrom(board.memberships, extension) ?? [],
    personOf: (extension) => personOf(board, extension),
    at,
  };
}
