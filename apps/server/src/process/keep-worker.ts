import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { flagsOf } from '@alo/engine-host/supervision';

import { roles } from '../db/roles.ts';
import { watchDueWork } from '../jobs/due-work.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import { endWhereSilent } from './end-where-silent.ts';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A worker that has run this long is well: the next pause is the first again. */
const wellAfterMs = 60_000;
const stopWithinMs = 15_000;
/** It goes when nobody wanted anything for so long: who exports twice does not wait for it twice. */
const goesAfterMs = 60_000;

/**
 * Has a worker beside this process while there is work, so that nothing that takes long runs where calls are decided, and no process
 * waits for hours for somebody who wants an export. It is started again when it dies, and ends with this process, however that ends.
 */
export async function keepWorker(
  environment: Readonly<Record<string, string>>,
  { queueUrl, log, idleMs = goesAfterMs }: { queueUrl: string; log: QueueLog; idleMs?: number },
): Promise<{ close(): Promise<void> }> {
  let child: ChildProcess | undefined;
  let closing = false;
  let pauseMs = firstPauseMs;
  let restart: NodeJS.Timeout | undefined;
  const work = await watchDueWork({ url: queueUrl, role: roles.owner, log, onDue: startUnlessThere });

  function startUnlessThere(): void {
    if (child === undefined && restart === undefined && !closing) start();
  }

  function start(): void {
    restart = undefined;
    const startedAt = performance.now();
    // A process group of its own: what a terminal sends at Ctrl-C comes to it through us, in order.
    const program = [join(import.meta.dirname, 'worker.ts'), `--idle-ms=${idleMs}`];
    const started = spawn(process.execPath, [...flagsOf('worker'), ...program], {
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    child = started;
    endWhereSilent(started, () => log.error({}, 'the worker does not answer and is ended'));
    started.once('error', (error) => {
      log.error({ err: error }, 'the worker could not be started');
      if (started.pid === undefined) child = undefined;
    });
    started.once('exit', (code, signal) => {
      child = undefined;
      if (closing) return;
      // It had nothing to do. What came as it went is work for another.
      if (code === 0) return work.look();
      if (performance.now() - startedAt > wellAfterMs) pauseMs = firstPauseMs;
      log.error({ code, signal, againInMs: pauseMs }, 'the worker ended');
      restart = setTimeout(start, pauseMs);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    });
  }

  return {
    async close() {
      closing = true;
      clearTimeout(restart);
      await work.close();
      if (child?.pid === undefined) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const impatience = setTimeout(() => child?.kill('SIGKILL'), stopWithinMs);
      await ended;
      clearTimeout(impatience);
    },
  };
}
