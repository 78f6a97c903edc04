import type { FastifyReply } from 'fastify';

import type { Caller } from '../kernel/caller.ts';
import { Problem } from '../kernel/problem.ts';

/** Whether somebody's next request is taken, and how many more are. */
export interface Admission {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly isOver: boolean;
}

/** Counts a request; undefined for a caller without a limit. */
export type Admit = (caller: Caller) => Admission | undefined;

/** Tells a program how much it may ask for still, and refuses what is too much. */
export function admitted(admit: Admit, caller: Caller, reply: FastifyReply): void {
  const admission = admit(caller);
  if (admission === undefined) return;
  const { limit, remaining, resetSeconds, isOver } = admission;
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': remaining,
    'ratelimit-reset': resetSeconds,
  });
  if (isOver) throw Problem.tooManyRequests(resetSeconds);
}

const windowMs = 60_000;
const countedAtMost = 10_000;

export interface RequestCounter {
  /** Counts one more request of whoever has this id, so many a minute. */
  take(id: string, limit: number): Admission;
  /** So many of them were taken elsewhere. */
  add(id: string, taken: number): void;
}

/** Counts requests of whoever has an id, each process for itself and what it is told of the others. */
export function requestCounter(now: () => number): RequestCounter {
  const windows = new Map<string, { from: number; taken: number }>();
  const windowOf = (id: string) => {
    const kept = windows.get(id);
    const window = kept === undefined || kept.from + windowMs <= now() ? { from: now(), taken: 0 } : kept;
    if (windows.size >= countedAtMost) windows.clear();
    windows.set(id, window);
    return window;
  };
  return {
    take(id, limit) {
      const window = windowOf(id);
      const isOver = window.taken >= limit;
      window.taken += isOver ? 0 : 1;
      const resetSeconds = Math.max(1, Math.ceil((window.from + windowMs - now()) / 1_000));
      return { limit, remaining: Math.max(0, limit - window.taken), resetSeconds, isOver };
    },
    add(id, taken) {
      windowOf(id).taken += taken;
    },
  };
}
