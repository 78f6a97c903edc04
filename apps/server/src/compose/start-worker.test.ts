import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { workerWithin } from '../../testing/worker-within.ts';
import { startJob } from '../background/job-rows.ts';

let app: TestApp;
let demo: TestTenant;
beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterAll(() => app.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const left = () =>
  app.db.inTenant(demo.id, async (trx) => ({
    jobs: (await trx.selectFrom('job').select('id').execute()).length,
    answers: (await trx.selectFrom('kept_answer').select('key_digest').execute()).length,
  }));

test('a store of files that lets nothing be deleted keeps what needs no file from nothing', async () => {
  await app.db.inTenant(demo.id, async (trx) => {
    const caller = { accountId: demo.admin.accountId } as Parameters<typeof startJob>[1]['caller'];
    const job = { kind: 'export', title: 'Xuất', permission: 'branchs.export', input: {} } as const;
    const { id } = await startJob(trx, { caller }, job);
    await trx
      .updateTable('job')
      .set({ state: 'done', expires_at: daysAgo(1) })
      .where('id', '=', id)
      .execute();
    const answer = { key_digest: Buffer.alloc(32), fingerprint: Buffer.alloc(32), created_at: daysAgo(2) };
    await trx.insertInto('kept_answer').values(answer).execute();
  });
  const refusals: unknown[] = [];
  const worker = await workerWithin(app, {
    files: {
      ...app.files,
      async remove(key) {
        refusals.push(key);
        throw new Error('AccessDenied');
      },
    },
  });
  const queue = new pg.Client({ connectionString: app.url });
  await queue.connect();
  await queue.query("select graphile_worker.add_job('tidy')");
  await expect.poll(() => refusals.length).toBeGreaterThan(0);
  await expect.poll(left).toEqual({ jobs: 1, answers: 0 });
  await queue.end();
  await worker.close();
});
