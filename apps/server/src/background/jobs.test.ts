import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Job } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import type { Trx } from '../db/database.ts';
import { type NewJob, resumeJob, startJob } from './job-rows.ts';
import { tidyJobs } from './tidy-jobs.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
});

afterEach(async () => {
  for (const worker of workers.splice(0)) await killed(worker);
});

afterAll(() => app.close());

async function killed(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

/** A worker process, and a way to wait for a line of its output. */
async function startWorker() {
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker-test-program.ts'), app.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.push(worker);
  let said = '';
  worker.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const says = async (line: string) => {
    while (!said.includes(`${line}\n`)) await once(worker.stdout, 'data');
  };
  await says('ready');
  return { worker, says };
}

const counting = (steps: number, pauseMs = 0): NewJob => ({
  kind: 'count',
  title: 'Đếm',
  permission: 'branchs.export',
  input: { steps, pauseMs },
  total: steps,
});

const start = (job: NewJob, by = demo.admin, tenant = demo) =>
  app.db.inTenant(tenant.id, async (trx) => {
    const caller = { accountId: by.accountId } as Parameters<typeof startJob>[1]['caller'];
    return (await startJob(trx, { caller }, job)).id;
  });

const seen = async (id: string, by = demo.admin): Promise<Job> => (await by.call('GET', `/job/${id}`)).json();
const stateOf = async (id: string) => (await seen(id)).state;
const counted = (id: string) =>
  app.db.inTenant(demo.id, async (trx) => {
    const rows = await trx.selectFrom('branch').where('name', 'like', `${id}%`).select('name').execute();
    return rows.length;
  });

test('a job is done, told step by step, and seen by nobody but its person', async () => {
  await startWorker();
  const id = await start(counting(3));
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await seen(id)).toMatchObject({
    title: 'Đếm',
    done: 3,
    total: 3,
    report: { counted: 3 },
    error: '',
    file_name: null,
  });
  const colleague = await demo.person('dong-nghiep', ['branchs.export']);
  for (const person of [colleague, other.admin]) {
    expect((await person.call('GET', `/job/${id}`)).statusCode).toBe(404);
    expect((await person.call('POST', `/job/${id}/cancel`)).statusCode).toBe(404);
    expect((await person.call('GET', '/jobs')).json()).toEqual({ data: [] });
  }
  expect((await demo.admin.call('GET', '/jobs')).json().data[0]).toMatchObject({ id, state: 'done' });
});

test('kill -9 of a worker in the middle loses no step and does none twice: another goes on at once', async () => {
  const first = await startWorker();
  const id = await start(counting(30, 20));
  await first.says('step 5');
  await killed(first.worker);
  const before = await counted(id);
  expect(before).toBeGreaterThanOrEqual(5);
  expect(await stateOf(id)).toBe('running');

  await startWorker();
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await counted(id)).toBe(30);
});

inDepth('a job that is done shows that all of it is, however fast its end was and whoever died before', async () => {
  const first = await startWorker();
  const id = await start({ ...counting(1_000, 400), kind: 'tell' });
  await first.says('half');
  await killed(first.worker);
  await startWorker();
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await seen(id)).toMatchObject({ done: 1_000, total: 1_000 });
});

inDepth('a job that ended its workers ten times is given up, says so, and can be taken up again', async () => {
  const first = await startWorker();
  const id = await start(counting(10, 20));
  await first.says('step 3');
  await killed(first.worker);
  const owner = new pg.Client({ connectionString: app.url });
  await owner.connect();
  await owner.query('update graphile_worker._private_jobs set attempts = 10 where key = $1', [id]);
  await owner.end();
  await startWorker();
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect(await seen(id)).toMatchObject({
    error: 'Việc này nhiều lần bị dừng giữa chừng nên đã ngừng lại',
    file_name: null,
  });
  expect(await counted(id)).toBeLessThan(10);
  await demo.admin.call('POST', `/job/${id}/retry`);
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await counted(id)).toBe(10);
});

const poison: NewJob = { kind: 'poison', title: 'Độc', permission: 'branchs.export', input: { at: 3 } };

/** Lets the next worker die of it. */
async function dieOfIt(): Promise<void> {
  const { worker, says } = await startWorker();
  const ended = once(worker, 'exit');
  await says('poisoned');
  await ended;
}

inDepth('a job that ends its worker twice at one place is set aside in words, and others go on', async () => {
  const id = await start(poison);
  // It has come to its third step meanwhile: the first death is the beginning of a row.
  await dieOfIt();
  await dieOfIt();
  await dieOfIt();
  const behind = await start(counting(1));
  await startWorker();
  await expect.poll(() => stateOf(behind)).toBe('done');
  await expect.poll(() => stateOf(id)).toBe('failed');
  expect((await seen(id)).error).toContain('hai lần làm dừng máy xử lý ở cùng một chỗ');
});

inDepth('a job that was cancelled while its worker was dead is not begun again', async () => {
  const id = await start(poison);
  await dieOfIt();
  expect((await demo.admin.call('POST', `/job/${id}/cancel`)).json()).toMatchObject({ cancel_requested: true });
  await startWorker();
  await expect.poll(() => stateOf(id)).toBe('cancelled');
});

test('a company with many jobs leaves a place to another, and the two take turns', async () => {
  const many = [];
  for (let n = 0; n < 8; n += 1) many.push(await start(counting(20, 10)));
  const one = await start(counting(1), other.admin, other);
  await startWorker();
  const otherState = async () => (await seen(one, other.admin)).state;
  await expect.poll(otherState).toBe('done');
  const ends = await Promise.all(many.map(async (id) => (await seen(id)).finished_at));
  const { finished_at: own } = await seen(one, other.admin);
  // It was the last to ask, and had the first place that the other leaves free.
  expect(ends.filter((end) => end !== null && own !== null && end < own).length).toBeLessThanOrEqual(2);
});

inDepth('a company that may have one job at once has one, also while places are free', async () => {
  const superuser = new pg.Client({ connectionString: app.url });
  await superuser.connect();
  await superuser.query('update tenant set most_jobs = 1 where id = $1', [demo.id]);
  const ids = [await start(counting(5, 100)), await start(counting(5, 100)), await start(counting(5, 100))];
  await startWorker();
  await expect.poll(() => Promise.all(ids.map(stateOf))).toEqual(['done', 'done', 'done']);
  await superuser.query('update tenant set most_jobs = null where id = $1', [demo.id]);
  await superuser.end();
  // Each takes half a second, and began when the one before it had ended.
  const ends = await Promise.all(ids.map(async (id) => Date.parse(String((await seen(id)).finished_at))));
  const [first = 0, second = 0, third = 0] = ends.toSorted((one, other) => one - other);
  expect(Math.min(second - first, third - second)).toBeGreaterThan(200);
});

inDepth('a worker that is told to stop leaves its job to the next one', async () => {
  const first = await startWorker();
  const id = await start(counting(20, 20));
  await first.says('step 3');
  const ended = once(first.worker, 'exit');
  first.worker.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  const next = await startWorker();
  await next.says('step 20');
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await counted(id)).toBe(20);
});

test('a job that its person cancels stops, stays where it is, and can be taken up again', async () => {
  const { says } = await startWorker();
  const id = await start(counting(20, 20));
  await says('step 2');
  expect((await demo.admin.call('POST', `/job/${id}/cancel`)).json()).toMatchObject({ cancel_requested: true });
  await expect.poll(() => stateOf(id)).toBe('cancelled');
  const done = await counted(id);
  expect(done).toBeLessThan(20);
  expect((await demo.admin.call('POST', `/job/${id}/retry`)).json()).toMatchObject({ state: 'queued', error: '' });
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(await counted(id)).toBe(20);
  expect((await demo.admin.call('POST', `/job/${id}/retry`)).statusCode).toBe(409);
});

test('a job that its person takes up again while others of its day are removed stays, with its files', async () => {
  const ids = [await start(counting(1)), await start(counting(1))];
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('job')
      .set({ state: 'failed', expires_at: sql<Date>`now() - interval '1 s'` })
      .where('id', 'in', ids)
      .execute(),
  );
  const removed = new Set<string>();
  await tidyJobs(app.db, {
    ...app.files,
    async remove({ name }) {
      const other = ids.find((id) => id !== name) ?? '';
      if (removed.size === 0) await app.db.inTenant(demo.id, (trx) => resumeJob(trx, other));
      removed.add(name);
    },
  });
  const [gone = '', ...more] = removed;
  expect(more).toEqual([]);
  const [left = ''] = ids.filter((id) => id !== gone);
  expect([await stateOf(gone), await stateOf(left)]).toEqual([undefined, 'queued']);
  expect((await demo.admin.call('POST', `/job/${left}/cancel`)).json()).toMatchObject({ state: 'cancelled' });
});

test('a file that cannot be removed keeps no other job of its day', async () => {
  const ids = [await start(counting(1)), await start(counting(1)), await start(counting(1))];
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('job')
      .set({ state: 'done', expires_at: sql<Date>`now() - interval '1 s'` })
      .where('id', 'in', ids)
      .execute(),
  );
  let kept = '';
  const tidied = tidyJobs(app.db, {
    ...app.files,
    async remove({ name }) {
      kept ||= name;
      if (name === kept) throw new Error('WORM protected');
    },
  });
  await expect(tidied).rejects.toThrow('WORM protected');
  const left = await Promise.all(ids.map(async (id) => ((await stateOf(id)) === undefined ? [] : [id])));
  expect(left.flat()).toEqual([kept]);
});

test('a job is asked for together with what asks for it, or not at all', async () => {
  const careless = app.db.inTenant(demo.id, async (trx) => {
    await startJob(trx, { caller: { accountId: demo.admin.accountId } as never }, counting(1));
    throw new Error('the rest went wrong');
  });
  await expect(careless).rejects.toThrow('the rest went wrong');
  const waiting = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('job').where('state', '=', 'queued').select('id').execute(),
  );
  expect(waiting).toEqual([]);
});

test('whoever loses the permission meanwhile does not get the work done', async () => {
  const person = await demo.person('het-quyen', ['branchs.export']);
  const id = await start(counting(1), person);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ permissions: [] }).where('name', '=', 'Vai trò của het-quyen').execute(),
  );
  await startWorker();
  await expect.poll(async () => (await seen(id, person)).state).toBe('failed');
  expect((await seen(id, person)).error).toBe('Bạn không có quyền thực hiện thao tác này');
  expect(await counted(id)).toBe(0);
});

test('whoever loses any right while the work goes on gets no more of it: what it shows may hang on that one', async () => {
  const person = await demo.person('mat-mot-quyen', ['branchs.export', 'customer.full-phone']);
  const { says } = await startWorker();
  const id = await start(counting(200, 20), person);
  await says('step 2');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('role')
      .set({ permissions: ['branchs.export'] })
      .where('name', '=', 'Vai trò của mat-mot-quyen')
      .execute(),
  );
  await expect.poll(async () => (await seen(id, person)).state).toBe('failed');
  expect((await seen(id, person)).error).toBe('Bạn không có quyền thực hiện thao tác này');
  expect(await counted(id)).toBeLessThan(200);
});

test('the serving role can queue its own tenant’s jobs, and do nothing else with the queue', async () => {
  const id = await start(counting(1), other.admin, other);
  const inDemo = (work: (trx: Trx) => Promise<unknown>) => app.db.inTenant(demo.id, work);
  await expect(inDemo((trx) => sql`select queue_job(${id})`.execute(trx))).rejects.toThrow('no such job');
  await expect(inDemo((trx) => sql`select from graphile_worker.jobs`.execute(trx))).rejects.toThrow('denied');
  const add = sql`select graphile_worker.add_job('job', '{}')`;
  await expect(inDemo((trx) => add.execute(trx))).rejects.toThrow('denied');
});
