import { type Board, personOf } from '../board/board.ts';
import type { Waiting } from '../board/queue.ts';
import { inOrder } from '../board/queue-line.ts';
import { type Standing, standingWords, type Tally } from '../board/queue-membership.ts';
import type { CallId, Instant } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { floorBetween } from '../queue/staff.ts';

/** A queue as a screen shows it. */
export type QueueView = {
  readonly key: string;
  readonly name: string;
  readonly waiting: readonly {
    readonly position: number;
    /** Of a callback the one in which it was asked for. */
    readonly call: CallId;
    readonly kind: 'caller' | 'callback';
    readonly priority: number;
    readonly waitedMs: number;
    /** Whether somebody is being rung for them. */
    readonly offered: boolean;
  }[];
  readonly people: readonly {
    readonly extension: string;
    readonly name: string;
    readonly standing: Standing;
    /** The standing in words, with its reason. */
    readonly words: string;
    readonly phone: 'ringing' | 'talking' | null;
    readonly idleMs: number | null;
    readonly answeredToday: number;
  }[];
  readonly tally: Tally;
  readonly longestWaitMs: number;
};

/** A queue's line, people and figures at a moment; null where the plan has no such queue. */
export function queueView(board: Board, key: string, at: Instant): QueueView | null {
  const floor = floorBetween(board, at);
  const plan = lookUp(floor.plans, key);
  const queue = floor.queueOf(key);
  if (plan === undefined || queue === undefined) return null;
  const waiting = [...inOrder(queue.line)].map((who, index) => shown(who, index, at));
  return {
    key,
    name: plan.name,
    waiting,
    people: plan.members.flatMap(({ extension }) => {
      const member = getFrom(queue.members, extension);
      if (member === undefined) return [];
      const person = floor.personOf(extension);
      const { standing, answeredToday } = member;
      const words = standingWords(standing, person, member);
      const idleMs = standing === 'free' ? Math.max(0, at - person.idleSince) : null;
      return [
        {
          extension,
          name: lookUp(board.plan.extensions, extension)?.name ?? '',
          standing,
          words,
          phone: phoneOf(board, extension),
          idleMs,
          answeredToday,
        },
      ];
    }),
    tally: queue.tally,
    longestWaitMs: Math.max(0, ...waiting.map(({ waitedMs }) => waitedMs)),
  };
}

/** Whether anything at the person's phone is answered, or rings. */
function phoneOf(board: Board, extension: string): 'ringing' | 'talking' | null {
  const { legs } = personOf(board, extension);
  const states = legs.map(({ call, leg }) => getFrom(board.calls, call)?.legs.find(({ id }) => id === leg)?.state);
  return states.includes('up') ? 'talking' : states.length > 0 ? 'ringing' : null;
}

function shown({ who, priority, joinedAt, ringing }: Waiting, index: number, at: Instant) {
  return {
    position: index + 1,
    call: who.kind === 'caller' ? who.here.call : who.asked,
    kind: who.kind,
    priority,
    waitedMs: Math.max(0, at - joinedAt),
    offered: ringing.length > 0,
  };
}
