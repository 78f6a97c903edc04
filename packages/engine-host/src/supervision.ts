/**
 * How programs are started, watched and ended, the engine above all, for a keeper: a process that only waits has no use for
 * what carries calls, and does without its 5 MB.
 */
export { passOn } from './handover/handover.ts';
export { outliveClosedOutput } from './supervision/closed-output.mjs';
export { endEngine } from './supervision/end-engine.ts';
export { giveBackAtRest } from './supervision/memory-at-rest.ts';
export { letHelpersGoAfter, letSessionGoFirst } from './supervision/priority.ts';
export { spawnEngine } from './supervision/spawn-engine.ts';
export { delayAfterEndMs, killLater, restartDelayMs, Supervisor } from './supervision/supervisor.ts';
export { flagsOf, tunedEnvironment } from './supervision/tuning.mjs';
export { answerPings, type End, sayReady, watchChild } from './supervision/watch-child.ts';
