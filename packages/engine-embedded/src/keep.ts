/**
 * How programs are started, watched and ended, the engine above all, for a keeper: a process that only waits has no use for
 * what carries calls, and does without its 5 MB.
 */
export { canGiveBack, giveBackAtRest } from './at-rest.ts';
export { letHelpersGoAfter, letSessionGoFirst } from './go-first.ts';
export { passOn } from './handover.ts';
export { spawnEngine } from './spawn-engine.ts';
export { answerPings, Ended, killLater, Supervisor, sayReady } from './supervisor.ts';
