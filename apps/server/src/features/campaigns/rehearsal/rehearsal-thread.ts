/** A thread that lives campaigns ahead: some seconds of nothing but arithmetic, which would hold up everybody's requests. */
import { parentPort } from 'node:worker_threads';

import { type RehearsalAsked, rehearseOften } from './rehearse-often.ts';

parentPort?.on('message', (asked: RehearsalAsked) => parentPort?.postMessage(rehearseOften(asked)));
