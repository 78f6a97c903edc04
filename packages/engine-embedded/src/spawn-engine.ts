import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LinkAddress } from './link/address.ts';

const entry = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * Starts an engine's process, which waits for a server at `address`. For `graceMs` without one its calls go on. It ends
 * when its parent is gone and no server is there.
 */
export function spawnEngine(address: LinkAddress, graceMs: number): ChildProcess {
  return fork(entry, [], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ALO_ENGINE: JSON.stringify({ ...address, graceMs }) },
  });
}
