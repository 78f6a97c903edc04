import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, job, jobTicket } from '@alo/contract';

import type { Call } from './product.ts';

/** The id of the job that a call has begun. */
export async function begun(answer: Promise<unknown>): Promise<string> {
  return jobTicket.parse(await answer).job_id;
}

/** The job once it waits for somebody, or has ended. */
export async function settled(call: Call, id: string): Promise<Job> {
  for (;;) {
    const now = job.parse(await call('GET', `/job/${id}`));
    if (now.state === 'failed') throw new Error(now.error);
    if (now.state !== 'queued' && now.state !== 'running') return now;
    await sleep(100);
  }
}
