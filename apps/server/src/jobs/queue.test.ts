import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnedTestDatabase, ownedTestDatabase } from '../../testing/database.ts';
import { roles } from '../db/roles.ts';
import { workQueue } from './queue.ts';

let database: OwnedTestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await ownedTestDatabase();
  owner = database.owner;
});
afterAll(() => database.close());

test('what is done every night is done in the morning where everything was switched off by night', async () => {
  let nights = 0;
  const start = () =>
    workQueue({
      url: database.url,
      role: roles.owner,
      log: { debug: () => {}, warn: () => {}, error: () => {} },
      perform: async () => undefined,
      tidy: async () => undefined,
      async nightly() {
        nights += 1;
      },
    });
  const first = await start();
  // As after a day and an hour: one night was among them, whatever time it is now.
  const wasAway = async () =>
    (
      await owner.query(`update graphile_worker._private_known_crontabs
        set known_since = now() - interval '9 days', last_execution = now() - interval '25 hours' where identifier = 'nightly'`)
    ).rowCount;
  await expect.poll(wasAway).toBe(1);
  await first.stop();
  const queue = await start();
  await expect.poll(() => nights).toBeGreaterThan(0);
  await queue.stop();
});

test('a worker that goes when nobody wants anything does first what waits for it, however short its patience is', async () => {
  const did: string[] = [];
  const quiet = { debug: () => {}, warn: () => {}, error: () => {} };
  await owner.query(
    "select graphile_worker.add_job('job', json_build_object('tenantId', gen_random_uuid(), 'jobId', gen_random_uuid()))",
  );
  const queue = await workQueue({
    url: database.url,
    role: roles.owner,
    log: quiet,
    perform: async () => void did.push('done'),
    tidy: async () => undefined,
    nightly: async () => undefined,
    idle: { afterMs: 0, tell: () => did.push('idle') },
  });
  await expect.poll(() => did).toContain('idle');
  await queue.stop();
  expect(did[0]).toBe('done');
});
