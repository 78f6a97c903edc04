import { type ChildProcess, fork } from 'node:child_process';
import type { LinkAddress } from '../link/address.ts';
import { canGiveBack } from './memory-at-rest.ts';
import { letSessionGoFirst } from './priority.ts';

/**
 * How V8 keeps an engine's memory (ADR 379). Threads that help to collect garbage do not go before other programs, as audio does, and it
 * must never wait for them. To look through all that there is stops calls for 50 ms: not as soon as a tenth is new, of an engine's
 * 30 MB every second or two under load, but when it has become five times as much. And one thread compiles: four take turns before
 * the server, which an engine's session goes before.
 */
export const memoryFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=8',
  '--heap-growing-percent=400',
  '--v8-pool-size=1',
];

/**
 * Starts an engine's process, which waits for a server at `address`. For `graceMs` without one its calls go on. It ends
 * when its parent is gone and no server is there. Its session is its own, so that it can go before the rest. `entry` is the program
 * that it runs.
 */
export function spawnEngine(address: LinkAddress, graceMs: number, entry: string): ChildProcess {
  const child = fork(entry, [], {
    execArgv: [...memoryFlags, canGiveBack],
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ALO_ENGINE: JSON.stringify({ ...address, graceMs }) },
  });
  if (child.pid !== undefined) letSessionGoFirst(child.pid, 'audio');
  return child;
}
