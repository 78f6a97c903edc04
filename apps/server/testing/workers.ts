import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import type { TestApp } from './app.ts';

/** Workers of an app, each a process as it runs beside a server. */
export function testWorkers() {
  const running: ChildProcess[] = [];
  return {
    get count(): number {
      return running.length;
    },

    /** Resolves when it takes jobs. */
    async start({ url, filesFolder }: Pick<TestApp, 'url' | 'filesFolder'>): Promise<ChildProcess> {
      const worker = spawn(process.execPath, [join(import.meta.dirname, '../src/process/worker.ts')], {
        env: { ALO_ROLES: 'worker', DATABASE_URL: url, ALO_DATA_DIR: filesFolder },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      running.push(worker);
      await once(worker, 'message');
      return worker;
    },

    /** `kill -9` of all but the first so many. */
    async kill(but = 0): Promise<void> {
      for (const worker of running.splice(but)) {
        if (worker.exitCode !== null || worker.signalCode !== null) continue;
        worker.kill('SIGKILL');
        await once(worker, 'exit');
      }
    },
  };
}
