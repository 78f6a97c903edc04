import { inDepth } from '@alo/testing/in-depth';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { postFile, testImports } from '../../testing/imports.ts';
import { keepWorker } from './keep-worker.ts';

const patient = { timeout: 120_000 };
let app: TestApp;
let demo: TestTenant;
const errors: unknown[] = [];
let kept: { close(): Promise<void> } | undefined;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
});

afterEach(() => kept?.close());

afterAll(() => app.close());

const log = { debug: () => {}, warn: () => {}, error: (...said: unknown[]) => void errors.push(said) };

async function keep() {
  const environment = { ALO_ROLES: 'worker', DATABASE_URL: app.url, ALO_DATA_DIR: app.filesFolder };
  kept = await keepWorker(environment, { queueUrl: app.url, log, idleMs: 300 });
}

/** How many workers are connected to the database. */
async function workers(): Promise<number> {
  const { rows } = await app.db.outside((one) =>
    sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where application_name = 'alo worker' and datname = current_database()`.execute(one),
  );
  return rows[0]?.n ?? 0;
}

const file = 'Họ tên,Số điện thoại\r\nAn,0901234567\r\n';

test('there is a worker only while there is work: each job finds one, and it goes when nothing is left', async () => {
  const { bring } = testImports(app, demo);
  await keep();
  for (let times = 0; times < 2; times += 1) {
    expect((await bring(file)).report.step).not.toBe('');
    await expect.poll(workers, patient).toBe(0);
  }
  expect(errors).toEqual([]);
});

inDepth('what a worker had taken that died with its machine is taken up by one that was not there', async () => {
  const { settled } = testImports(app, demo);
  const answer = await postFile(app, demo.admin, `/api/${demo.code}/imports`, {
    name: 'khach.csv',
    content: file,
    subject: 'customer',
  });
  const queue = new pg.Client({ connectionString: app.url });
  await queue.connect();
  await queue.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-gone'");
  await queue.end();
  await keep();
  expect((await settled(answer.json().job_id)).step).not.toBe('');
});
