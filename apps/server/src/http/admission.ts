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
