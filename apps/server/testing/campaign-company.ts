import type { Job } from '@alo/contract';
import { expect } from 'vitest';

import { testApp } from './app.ts';
import { vietnamDay } from './clock.ts';
import { testWorkers } from './workers.ts';

/** Ten in the morning today, where the company is. */
export const ten = Date.parse(`${vietnamDay(Date.now())}T10:00:00+07:00`);

/** A company that calls customers of campaigns, with somebody who does its jobs. */
export type CampaignCompany = Awaited<ReturnType<typeof campaignCompany>>;

export async function campaignCompany() {
  const app = await testApp();
  app.clock.now = ten;
  const tenant = await app.tenant('mot');
  const { admin } = tenant;
  const add = async (path: string, body: object) => {
    const answer = await admin.call('POST', path, body);
    expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
    return answer.json();
  };
  const ended = async (answer: {
    readonly statusCode: number;
    readonly payload: string;
    json(): { job_id: string };
  }): Promise<Job> => {
    expect([answer.statusCode, answer.payload]).toEqual([202, expect.anything()]);
    const { job_id: id } = answer.json();
    const seen = async (): Promise<Job> => (await admin.call('GET', `/job/${id}`)).json();
    await expect.poll(async () => (await seen()).state).not.toMatch(/queued|running/);
    const job = await seen();
    expect(job.error).toBe('');
    return job;
  };
  const { id: status } = await add('/profile-status', { name: 'Mới', colour: '#2563eb' });
  const workers = testWorkers();
  await workers.start(app);
  return {
    app,
    tenant,
    admin,
    /** The status of its customers. */
    status,
    /** Adds a row, and answers it. */
    add,
    /** Resolves when the job that was begun has ended well. */
    ended,
    /** Puts customers on the list of a campaign, or takes them off. */
    put: async (campaign: string, ids: readonly string[], off = false) =>
      ended(await admin.call('POST', '/customers/put-all', { list: 'campaign', id: campaign, off, wanted: { ids } })),
    async close() {
      await workers.kill();
      await app.close();
    },
  };
}
