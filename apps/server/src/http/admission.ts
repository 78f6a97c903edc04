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

/** Counts requests of whoever has an id, so many a minute; each process for itself. */
export function requestCounter(now: () => number): (id: string, limit: number) => Admission {
  const windows = new Map<string, { from: number; taken: number }>();
  return (id, limit) => {
    const kept = windows.get(id);
    const window = kept === undefined || kept.from + windowMs <= now() ? { from: now(), taken: 0 } : kept;
    const isOver = window.taken >= limit;
    window.taken += isOver ? 0 : 1;
    if (windows.size >= countedAtMost) windows.clear();
    windows.set(id, window);
    const resetSeconds = Math.max(1, Math.ceil((window.from + windowMs - now()) / 1_000));
    return { limit, remaining: limit - window.taken, resetSeconds, isOver };
  };
}
