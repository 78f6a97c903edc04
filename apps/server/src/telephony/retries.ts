import { type Clock, pause } from './clock.ts';
import type { RunnerLog } from './log.ts';

export interface RetriesOptions {
  readonly clock: Clock;
  readonly log: RunnerLog;
  readonly signal: AbortSignal;
}

/** Work for a tenant that failed, and is tried again. */
export interface Retries {
  /** Tries until the work is done or `isWanted` is false. `lack` says in the log what is missing; the same lack is tried once at a time. */
  until(tenantId: string, isWanted: () => boolean, lack: string, work: () => Promise<void>): Promise<void>;
}

export function createRetries({ clock, log, signal }: RetriesOptions): Retries {
  const underWay = new Set<string>();
  return {
    async until(tenantId, isWanted, lack, work) {
      const name = `${tenantId} ${lack}`;
      if (underWay.has(name)) return;
      underWay.add(name);
      try {
        for (let pauseMs = 250; isWanted(); pauseMs = Math.min(2 * pauseMs, 5_000)) {
          await pause(clock, pauseMs, signal);
          if (signal.aborted) return;
          try {
            return await work();
          } catch (error) {
            log.warn({ err: error, tenant: tenantId }, lack);
          }
        }
      } finally {
        underWay.delete(name);
      }
    },
  };
}
