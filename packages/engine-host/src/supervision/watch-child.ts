import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { messageKindOf } from '../handover/message-kind.ts';
import type { EngineLog } from '../options.ts';

/** How a child ended: the name of a signal, or its exit code. */
export type End = NodeJS.Signals | number;

/** The words of a child that is watched. */
export interface WatchedChild {
  /** How the log names it. */
  readonly name: string;
  readonly onReady: () => void;
  readonly onGone: (how: End) => void;
  /** What it says besides; a socket where one came along. */
  readonly onMessage?: ((message: unknown, socket: Socket | undefined) => void) | undefined;
  /** How often it is looked at, a second when absent. */
  readonly tickMs?: number | undefined;
}

const usualTickMs = 1_000;
const pingEveryTicks = 5;
/**
 * A child that leaves a ping unanswered for so many ticks of ours is stuck in a loop, or stopped. Our ticks and not the clock:
 * on a machine that is overloaded or was suspended, we are late as well.
 */
const patienceTicks = 10;
/** Until it is ready it may be loading its program, also once it has answered. */
const patienceAtStartTicks = 120;

/** The child's side: answers our pings. */
export function answerPings(): void {
  process.on('message', (message) => {
    if (messageKindOf(message) === 'ping') process.send?.({ kind: 'pong' }, undefined, {}, () => {});
  });
}

/** The child's side: it does what it is for. */
export const sayReady = (): void => void process.send?.({ kind: 'ready' }, undefined, {}, () => {});

/** Hears what a child of ours says over its channel, and kills one that is stuck. */
export function watchChild(child: ChildProcess, watched: WatchedChild, log: EngineLog): void {
  const { name, tickMs = usualTickMs } = watched;
  let isReady = false;
  let ticks = 0;
  /** Ticks since a ping that was not answered; null where none is under way. */
  let waited: number | null = null;

  const watch = setInterval(() => {
    ticks += 1;
    // A busy machine may need a while to take it away.
    if (child.killed) return;
    if (waited !== null) {
      waited += 1;
      if (waited < (isReady ? patienceTicks : patienceAtStartTicks)) return;
      log('error', `${name} is stuck, killing it`, { ticks: waited });
      child.kill('SIGKILL');
    } else if (ticks % pingEveryTicks === 0 && child.connected) {
      waited = 0;
      child.send({ kind: 'ping' }, undefined, {}, () => {});
    }
  }, tickMs);
  watch.unref();

  // The parent's word for a handle is not typed by its kind: ours send sockets and no others.
  child.on('message', (message, handle) => {
    switch (messageKindOf(message)) {
      case 'pong':
        waited = null;
        return;
      case 'ready':
        isReady = true;
        return watched.onReady();
      default:
        return watched.onMessage?.(message, handle as Socket | undefined);
    }
  });
  let isGone = false;
  const gone = (how: End): void => {
    clearInterval(watch);
    if (!isGone) watched.onGone(how);
    isGone = true;
  };
  child.on('error', (error) => {
    log('error', `${name} process`, { reason: error.message });
    // One that could not be started does not exit.
    if (child.pid === undefined) gone(1);
  });
  child.once('exit', (code, signal) => gone(signal ?? code ?? 1));
}
