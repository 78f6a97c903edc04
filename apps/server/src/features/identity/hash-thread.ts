/**
 * A thread that hashes and checks passwords, one at a time. It has what is left of the processor: whatever else this process wants to do,
 * the system lets go before it at once (`SCHED_IDLE`, sched(7)). Node.js has no call for that, every Linux has `chrt`; elsewhere
 * the thread takes its turn. What cannot be done ends it.
 */
import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashWork } from './hash-threads.ts';

if (process.platform === 'linux') {
  // The file system answers in the thread that asks, so it names this one.
  spawnSync('chrt', ['--idle', '--pid', '0', basename(readlinkSync('/proc/thread-self'))]);
}

parentPort?.on('message', (work: HashWork) => parentPort?.postMessage(done(work)));

const done = (work: HashWork): string | boolean =>
  work.kind === 'hash' ? hashSync(work.password, work.cost) : verifySync(work.against, work.password);
