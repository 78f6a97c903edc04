import { idleOf, ownProcessors } from '@alo/engine-host/own-processors';

/** Above this part of its time the event loop makes calls wait. */
const mostOfLoop = 0.8;
/** Above this part of all processors the engine, which goes before everybody else, makes the rest of the product wait. */
const mostOfProcessors = 0.2;
/** So much of it for messages alone: audio has to be, and floods need not. */
const mostForMessages = 0.03;
/** That is so where they have less than this part of their time left… */
const idleBelow = 0.1;
/** …and others are at work for more than this part. */
const othersFrom = 0.1;

/** How long the event loop was at work, and the processors that this process may use, of how long; all in ms, and from some beginning. */
export interface Reading {
  readonly at: number;
  readonly active: number;
  /** Messages were worked through for so long of that. */
  readonly messages: number;
  readonly processors: { readonly count: number; readonly idle: number; readonly total: number };
}

/**
 * The pressure that this process is under between two readings: 1 where it uses as much of the processors as it may. On a machine that has nothing
 * else to do it may use nearly all of its event loop's time.
 */
export function pressureBetween(before: Reading, now: Reading): number {
  const span = now.at - before.at;
  if (span <= 0) return 0;
  const loop = (now.active - before.active) / span;
  const { count } = now.processors;
  const total = now.processors.total - before.processors.total;
  const idle = total <= 0 ? 1 : (now.processors.idle - before.processors.idle) / total;
  const own = loop / count;
  const othersWait = idle < idleBelow && 1 - idle - own > othersFrom;
  if (!othersWait) return loop / mostOfLoop;
  const messages = (now.messages - before.messages) / span / count;
  return Math.max(loop / mostOfLoop, own / mostOfProcessors, messages / mostForMessages);
}

/** Messages have been worked through for so many milliseconds so far. */
export function readUse(messages: number): Reading {
  const own = ownProcessors();
  const { active } = performance.eventLoopUtilization();
  return { at: performance.now(), active, messages, processors: { count: Math.max(1, own.length), ...idleOf(own) } };
}
