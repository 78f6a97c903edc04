import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { letSessionGoFirst } from './go-first.ts';
import type { LinkAddress } from './link/address.ts';

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Audio goes before other programs, threads that help V8 to collect garbage do not: it must never wait for them. */
export const collectsAlone = ['--single-threaded-gc'];

/**
 * Starts an engine's process, which waits for a server at `address`. For `graceMs` without one its calls go on. It ends
 * when its parent is gone and no server is there. Its session is its own, so that it can go before the rest.
 */
export function spawnEngine(address: LinkAddress, graceMs: number): ChildProcess {
  const child = fork(entry, [], {
    execArgv: collectsAlone,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ALO_ENGINE: JSON.stringify({ ...address, graceMs }) },
  });
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'audio');
  return child;
}
