/** A thread that lives days of queues again: a second or two of nothing but arithmetic, which would hold up everybody's requests. */
import { parentPort } from 'node:worker_threads';
import { peopleNeeded, replay } from '@alo/call-core';
import type { ReplayWork } from './replay-threads.ts';

parentPort?.on('message', (work: ReplayWork) => parentPort?.postMessage(done(work)));

const done = (work: ReplayWork) => (work.kind === 'replay' ? replay(work.day) : peopleNeeded(work.day));
