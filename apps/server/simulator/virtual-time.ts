import { setImmediate as macrotask } from 'node:timers/promises';

import type { Clock } from '../src/telephony/clock.ts';

/** Something that is due, in the order of its time and then of its coming. */
/** `first` is when it was due before its process was frozen. */
type Due = {
  at: number;
  readonly first: number;
  readonly order: number;
  readonly life: Life | null;
  what: (() => void) | null;
};

/** Of what a process has going: when it is killed nothing of it happens any more. */
export interface Life {
  alive: boolean;
  /** While it is frozen what is due waits. */
  frozenUntil: number;
}

/** A time that passes only when everything that was to happen at its moment has happened. */
export interface VirtualTime {
  readonly now: number;
  /** Runs `what` after `ms`; of a life that is over it is left out. Answers what calls it off. */
  after(ms: number, what: () => void, life?: Life | null): () => void;
  /** A promise that is kept after `ms`, and never if the life ends before. */
  wait(ms: number, life?: Life | null): Promise<void>;
  /** Lets time pass. `each` looks at the world after every step. */
  run(ms: number, each?: () => void): Promise<void>;
  clockOf(life: Life): Clock;
}

export function virtualTime(start: number): VirtualTime {
  let now = start;
  let order = 0;
  const heap: Due[] = [];

  const before = (one: Due, other: Due) => {
    if (one.at !== other.at) return one.at < other.at;
    return one.first === other.first ? one.order < other.order : one.first < other.first;
  };

  function push(due: Due): void {
    let place = heap.push(due) - 1;
    for (let above = (place - 1) >> 1; place > 0 && before(due, at(above)); above = (place - 1) >> 1) {
      heap[place] = at(above);
      heap[above] = due;
      place = above;
    }
  }

  function pop(): Due {
    const first = at(0);
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let place = 0; ; ) {
      const left = 2 * place + 1;
      const smaller = left + 1 < heap.length && before(at(left + 1), at(left)) ? left + 1 : left;
      if (smaller >= heap.length || !before(at(smaller), last)) return first;
      heap[place] = at(smaller);
      heap[smaller] = last;
      place = smaller;
    }
  }

  function at(place: number): Due {
    const due = heap[place];
    if (due === undefined) throw new Error('Nothing is due.');
    return due;
  }

  function after(ms: number, what: () => void, life: Life | null = null): () => void {
    const at = now + Math.max(0, ms);
    const due: Due = { at, first: at, order: order++, life, what };
    push(due);
    return () => {
      due.what = null;
    };
  }

  const wait = (ms: number, life: Life | null = null) => new Promise<void>((resolve) => after(ms, resolve, life));

  return {
    get now() {
      return now;
    },
    after,
    wait,
    async run(ms, each) {
      const until = now + ms;
      await macrotask();
      while (heap.length > 0 && at(0).at <= until) {
        const due = pop();
        const { life, what } = due;
        if (what === null || life?.alive === false) continue;
        now = Math.max(now, due.at);
        if (life !== null && life.frozenUntil > now) {
          // In its old place among what waits: a stream of words keeps its order.
          due.at = life.frozenUntil;
          push(due);
          continue;
        }
        what();
        // All that follows from it by promises happens before anything else.
        await macrotask();
        each?.();
      }
      now = until;
    },
    clockOf: (life) => ({
      now: () => now,
      after: (ms, what) => after(ms, what, life),
      breathe: () => wait(0, life),
    }),
  };
}
