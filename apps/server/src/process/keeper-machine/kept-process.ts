import { delayAfterEndMs, restartDelayMs } from '@alo/engine-host/supervision';

/** A process that the keeper starts and keeps. */
export type Part = 'engine' | 'server';

/** How a process ended: the name of a signal, or its exit code. */
export type End = string | number;

/**
 *   absent ──► starting ──► ready ──► leaving        starting, ready ── gone ──► pausing ──► starting
 */
export interface KeptProcess {
  readonly is: 'absent' | 'starting' | 'ready' | 'leaving' | 'pausing';
  readonly since: number;
  /** One of its lives was ready. */
  readonly wasReady: boolean;
  /** So many in a row died. */
  readonly deaths: number;
  /** So many in a row ended in order soon after they were ready. */
  readonly shortLives: number;
}

export const absent: KeptProcess = { is: 'absent', since: 0, wasReady: false, deaths: 0, shortLives: 0 };

/** One that ran this long was healthy: its death is not one of a row. */
const healthyAfterMs = 30_000;
/** So many in a row may die before the first one is ready; then something is wrong that waiting does not cure. */
export const deathsAtStart: Readonly<Record<Part, number>> = { engine: 5, server: 1 };

export const isThere = ({ is }: KeptProcess): boolean => is === 'starting' || is === 'ready' || is === 'leaving';

export const started = (kept: KeptProcess, at: number): KeptProcess => ({ ...kept, is: 'starting', since: at });

export const becameReady = (kept: KeptProcess): KeptProcess => ({ ...kept, is: 'ready', wasReady: true });

/** One that ended without being asked to, and how long to wait before the next. */
export function died(
  kept: KeptProcess,
  how: End,
  at: number,
): { readonly kept: KeptProcess; readonly delayMs: number } {
  const wasReady = kept.is === 'ready';
  const isHealthy = wasReady && at - kept.since > healthyAfterMs;
  const inOrder = how === 0 && wasReady;
  const deaths = inOrder ? 0 : isHealthy ? 1 : kept.deaths + 1;
  const shortLives = inOrder && !isHealthy ? kept.shortLives + 1 : 0;
  const delayMs = inOrder ? delayAfterEndMs(shortLives) : restartDelayMs(deaths);
  return { kept: { ...kept, is: 'pausing', since: at, deaths, shortLives }, delayMs };
}
