import { inDepth } from '@alo/testing/in-depth';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../testing/app.ts';
import { workerWithin } from '../../testing/worker-within.ts';
import type { Mail } from '../mail/mailer.ts';
import { startJob } from './job-rows.ts';
import { letterKeeper } from './letters-again.ts';

/** A mail server's moods: one that says nothing, one that refuses, one that takes. */
let mailServer: (letter: Mail) => Promise<void> = async () => undefined;
const taken: Mail[] = [];
const takes = async (letter: Mail) => void taken.push(letter);
const refuses = () => Promise.reject(new Error('451 later'));

let app: TestApp;
let demo: TestTenant;
let queue: pg.Client;
let worker: Awaited<ReturnType<typeof workerWithin>>;
beforeAll(async () => {
  app = await testApp({ sendMail: (letter) => mailServer(letter) });
  demo = await app.tenant('thu-lai');
  queue = new pg.Client({ connectionString: app.url });
  await queue.connect();
  worker = await workerWithin(app);
});

afterAll(async () => {
  await queue.end();
  await worker.close();
  await app.close();
});

const failed: unknown[] = [];
const inAnHour = () => new Date(Date.now() + 3_600_000);
/** Only in the queue: its first try is what is answered. */
function keep(to: string, about: string, until = inAnHour()) {
  const keepLetter = letterKeeper({
    inTenant: app.db.inTenant,
    send: app.mail.send,
    key: app.serverKey,
    onFailed: (error) => failed.push(error),
  });
  const letter = { to, subject: 'Đặt lại mật khẩu', text: 'https://alo.test/link#bi-mat' };
  return app.db.inTenant(demo.id, (trx) => keepLetter(trx, { tenantId: demo.id, letter, about, until }));
}
const write = async (to: string, about: string, until = inAnHour()) => (await keep(to, about, until))();
/** As if the time that a first try may take were over. */
const passTime = () => queue.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()');

const waiting = async () => {
  const { rows } = await queue.query<{ payload: object }>(
    `select job.payload from graphile_worker._private_jobs as job
     join graphile_worker._private_tasks as task on task.id = job.task_id where task.identifier = 'letter' and job.attempts < job.max_attempts`,
  );
  return rows.map(({ payload }) => JSON.stringify(payload));
};

test('whoever forgot their password gets the letter that was refused at first, and its link is sealed until then', async () => {
  mailServer = refuses;
  const person = await demo.person('quen');
  const body = { ma_dn: demo.code, email: person.email };
  const asked = await app.http.inject({ method: 'POST', url: '/identity/forgot-password', payload: body });
  expect(asked.statusCode).toBe(200);
  await expect.poll(async () => (await waiting()).length).toBe(1);
  expect((await waiting()).join()).not.toContain(person.email);
  mailServer = takes;
  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(1);
  expect(taken[0]).toMatchObject({ to: person.email });
  await expect.poll(waiting).toEqual([]);
});

test('a mail server that hangs holds up no job, and the letters are sent when it is well', async () => {
  taken.length = 0;
  mailServer = refuses;
  for (const n of [1, 2, 3, 4, 5]) await write(`nguoi-${n}@x.vn`, `reset ${n}`);
  const { promise: wellAgain, resolve: getWell } = Promise.withResolvers<void>();
  let hanging = 0;
  mailServer = async (letter) => {
    hanging += 1;
    await wellAgain;
    await takes(letter);
  };
  await expect.poll(() => hanging).toBeGreaterThan(0);
  const { id } = await app.db.inTenant(demo.id, (trx) => {
    const caller = { accountId: demo.admin.accountId } as Parameters<typeof startJob>[1]['caller'];
    return startJob(trx, { caller }, { kind: 'export', title: 'Xuất', permission: 'branchs.export', input: {} });
  });
  const stateOf = () =>
    app.db.inTenant(demo.id, async (trx) => {
      const row = await trx.selectFrom('job').select('state').where('id', '=', id).executeTakeFirstOrThrow();
      return row.state;
    });
  await expect.poll(async () => ['queued', 'running'].includes(await stateOf())).toBe(false);
  expect(taken).toEqual([]);
  getWell();
  await expect.poll(() => taken.length, { timeout: 60_000 }).toBe(5);
});

inDepth('of two letters about the same the newer one is sent, and one that says nothing any more is not', async () => {
  taken.length = 0;
  mailServer = refuses;
  await write('cu@x.vn', 'reset cung-nguoi');
  await write('moi@x.vn', 'reset cung-nguoi');
  await write('het-han@x.vn', 'reset het-han', new Date(Date.now() - 1));
  mailServer = takes;
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
  expect(taken.map(({ to }) => to)).toEqual(['moi@x.vn']);
});

test('a server that ends within the first try leaves the letter to the workers, and one that ends it leaves nothing', async () => {
  taken.length = 0;
  mailServer = takes;
  await keep('server-mat@x.vn', 'reset server-mat');
  expect([(await waiting()).length, taken]).toEqual([1, []]);
  await passTime();
  await expect.poll(() => taken.map(({ to }) => to), { timeout: 60_000 }).toEqual(['server-mat@x.vn']);
  await expect.poll(waiting).toEqual([]);
  await write('gui-ngay@x.vn', 'reset gui-ngay');
  expect([taken.map(({ to }) => to), await waiting()]).toEqual([['server-mat@x.vn', 'gui-ngay@x.vn'], []]);
});

test('what becomes of an older letter’s first try says nothing of the newer one about the same', async () => {
  taken.length = 0;
  mailServer = takes;
  const [older, newer] = [await keep('cu-hon@x.vn', 'reset hai-lan'), await keep('moi-hon@x.vn', 'reset hai-lan')];
  await older();
  expect(await waiting()).toHaveLength(1);
  mailServer = refuses;
  await older();
  expect(failed.length).toBeGreaterThan(0);
  mailServer = takes;
  await newer();
  expect([taken.map(({ to }) => to), await waiting()]).toEqual([['cu-hon@x.vn', 'moi-hon@x.vn'], []]);
});
