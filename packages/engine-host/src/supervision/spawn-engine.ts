import { type ChildProcess, fork } from 'node:child_process';
import type { LinkAddress } from '../link/address.ts';
import { letSessionGoFirst } from './priority.ts';
import { flagsOf } from './tuning.mjs';

/**
 * Starts an engine's process, which waits for a server at `address`. For `graceMs` without one its calls go on. It ends
 * when its parent is gone and no server is there. Its session is its own, so that it can go before the rest. `entry` is the program
 * that it runs.
 */
export function spawnEngine(
  address: LinkAddress,
  graceMs: number,
  entry: string,
  { node = process.execPath, environment = process.env }: { node?: string; environment?: NodeJS.ProcessEnv } = {},
): ChildProcess {
  const child = fork(entry, [], {
    execPath: node,
    execArgv: flagsOf('engine'),
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...environment, ALO_ENGINE: JSON.stringify({ ...address, graceMs }) },
  });
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'audio');
  return child;
}
