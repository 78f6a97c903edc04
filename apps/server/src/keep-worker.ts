import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { QueueLog } from './jobs/queue-log.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A worker that has run this long is well: the next pause is the first again. */
const wellAfterMs = 60_000;
const stopWithinMs = 15_000;

/**
 * A million rows go through a worker once each. Left to itself it gathers up to 200 MB of them before it throws any away, as
 * there is room enough in the machine; told so, it takes 30, for a fifth more of its time.
 */
const modestly = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

/**
 * Keeps a worker running beside this process, so that nothing that takes long runs where calls are decided. It is started
 * again when it dies, and ends with this process, however that ends.
 */
export function keepWorker(environment: Readonly<Record<string, string>>, log: QueueLog): { close(): Promise<void> } {
  let child: ChildProcess;
  let closing = false;
  let pauseMs = firstPauseMs;
  let restart: NodeJS.Timeout | undefined;

  function start(): void {
    const startedAt = performance.now();
    // A process group of its own: what a terminal sends at Ctrl-C comes to it through us, in order.
    child = spawn(process.execPath, [...modestly, join(import.meta.dirname, 'worker-main.ts')], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    child.once('error', (error) => log.error({ err: error }, 'the worker could not be started'));
    child.once('exit', (code, signal) => {
      if (closing) return;
      if (performance.now() - startedAt > wellAfterMs) pauseMs = firstPauseMs;
      log.error({ code, signal, againInMs: pauseMs }, 'the worker ended');
      restart = setTimeout(start, pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    });
  }

  start();
  return {
    async close() {
      closing = true;
      clearTimeout(restart);
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(impatience);
    },
  };
}
