import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '@alo/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { type TestDatabase, testDatabase } from '../../testing/postgres.ts';
import { fixedKey, type OneKey, oneKey, type ServerKey } from '../kernel/key-ring.ts';
import { keepLinks } from './link-client.ts';
import { serveLinks } from './link-server.ts';
import { postgresBus } from './postgres-bus.ts';

const patient = { timeout: 60_000 };
const quiet = { warn: () => undefined };
const here = crypto.randomUUID();
const elsewhere = crypto.randomUUID();
const never = new AbortController().signal;
let database: TestDatabase;
/** What goes over the database. */
let notified: string[];
let wire: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  wire = new pg.Client({ connectionString: database.url });
  await wire.connect();
  wire.on('notification', ({ payload = '' }) =>
    notified.push(z.tuple([z.string(), z.string()]).rest(z.unknown()).parse(JSON.parse(payload))[1]),
  );
  await wire.query('listen alo');
});

beforeEach(() => {
  notified = [];
});

afterAll(async () => {
  await wire.end();
  await database.drop();
});

/** One that runs calls, of the companies `has`. */
async function machine({
  port,
  key,
  has = [here],
  answer = async (question: unknown): Promise<unknown> => ({ question }),
  silentMs = 15_000,
  answeredMs = 10_000,
}: {
  port: number;
  key: ServerKey;
  has?: string[];
  answer?: (question: unknown) => Promise<unknown>;
  silentMs?: number;
  answeredMs?: number;
}) {
  const bus = await postgresBus({ url: database.url, log: quiet, answeredMs });
  const refused: string[] = [];
  const server = await serveLinks({
    at: { host: '127.0.0.1', port },
    key,
    bus,
    answers: () => async (tenantId, question) =>
      has.includes(tenantId) ? { value: await answer(question) } : undefined,
    log: { warn: (_fields, message) => void refused.push(message) },
    silentMs,
  });
  const close = async () => {
    await server.close();
    await bus.close();
  };
  return { bus, has, refused, close };
}

/** One with a console, that listens to phones. */
async function consoleAt(ports: readonly number[], key: ServerKey, silentMs = 15_000) {
  const bus = await postgresBus({ url: database.url, log: quiet });
  const heard: string[] = [];
  bus.subscribe('phones-changed', (_tenant, ids, from) => from === 'elsewhere' && heard.push(...ids));
  const addresses = async () => ports.map((port) => `127.0.0.1:${port}`);
  const links = await keepLinks({ addresses, key, bus, log: quiet, silentMs });
  onTestFinished(async () => {
    await links.close();
    await bus.close();
  });
  return { links, heard };
}

test('a console hears at once what happens on a machine and asks it, past the database; over it while there is no link', async () => {
  const key = fixedKey(randomBytes(32));
  const port = await freePort();
  const first = await machine({ port, key, answeredMs: 0 });
  const { links, heard } = await consoleAt([port], key);
  await expect.poll(() => links.open(), patient).toBe(1);
  first.bus.publish('phones-changed', here, ['101']);
  first.bus.publish('phones-changed', here, ['102']);
  await expect.poll(() => heard, patient).toEqual(['101', '102']);
  first.bus.publish('job-changed', here, []);
  await expect.poll(() => notified, patient).toContain('job-changed');
  expect(notified).not.toContain('phones-changed');
  expect(await links.ask(here, { kind: 'parked' }, never)).toEqual({ value: { question: { kind: 'parked' } } });
  expect(await links.ask(elsewhere, { kind: 'parked' }, never)).toBeUndefined();

  await first.close();
  await expect.poll(() => links.open(), patient).toBe(0);
  expect(await links.ask(here, {}, never)).toBeUndefined();
  const unlinked = await postgresBus({ url: database.url, log: quiet });
  onTestFinished(() => unlinked.close());
  unlinked.publish('phones-changed', here, ['103']);
  await expect.poll(() => heard, patient).toContain('103');

  const second = await machine({ port, key });
  onTestFinished(() => second.close());
  await expect.poll(() => links.open(), patient).toBe(1);
  expect(await links.ask(here, 1, never)).toEqual({ value: { question: 1 } });
});

test('a process without a link hears it over the database, and who has a link hears it no second time', async () => {
  const key = fixedKey(randomBytes(32));
  const port = await freePort();
  const one = await machine({ port, key });
  onTestFinished(() => one.close());
  const linked = await consoleAt([port], key);
  const other = await consoleAt([], key);
  await expect.poll(() => linked.links.open(), patient).toBe(1);
  one.bus.publish('phones-changed', here, ['101']);
  await expect.poll(() => other.heard, patient).toEqual(['101']);
  one.bus.publish('phones-changed', here, ['102']);
  await expect.poll(() => other.heard, patient).toEqual(['101', '102']);
  await expect.poll(() => linked.heard, patient).toEqual(['101', '102']);
});

/** Passes everything on, until it passes nothing on any more: nobody is told that the way is gone. */
async function way(to: number) {
  const port = await freePort();
  const ends: Socket[] = [];
  let isCut = false;
  const server = createServer((from) => {
    const onward = connect(to, '127.0.0.1');
    ends.push(from, onward);
    for (const [one, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      one.on('data', (bytes) => isCut || other.write(bytes));
      one.on('error', () => undefined);
      one.on('close', () => isCut || other.destroy());
    }
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const end of ends) end.destroy();
    server.close();
  });
  return {
    port,
    cut() {
      isCut = true;
      server.close();
    },
  };
}

test('where the way is gone without a word, what was said into it is said again over the database', async () => {
  const key = fixedKey(randomBytes(32));
  const port = await freePort();
  const one = await machine({ port, key, silentMs: 3_000 });
  onTestFinished(() => one.close());
  const between = await way(port);
  const { links, heard } = await consoleAt([between.port], key, 3_000);
  await expect.poll(() => links.open(), patient).toBe(1);
  between.cut();
  one.bus.publish('phones-changed', here, ['said into the dark']);
  await expect.poll(() => heard, patient).toContain('said into the dark');
  await expect.poll(() => links.open(), patient).toBe(0);
  one.bus.publish('phones-changed', here, ['later']);
  await expect.poll(() => heard, patient).toContain('later');
});

test('who has another key is told nothing', async () => {
  const port = await freePort();
  const one = await machine({ port, key: fixedKey(randomBytes(32)) });
  onTestFinished(() => one.close());
  const { links } = await consoleAt([port], fixedKey(randomBytes(32)));
  await expect
    .poll(() => one.refused, patient)
    .toContain('somebody without the key of this installation wanted a link');
  expect(links.open()).toBe(0);
});

test('a link ends when the key that opened it is taken away, and stands again by the newer one', async () => {
  const [older, newer] = [oneKey(randomBytes(32)), oneKey(randomBytes(32), 1)];
  let keys: readonly OneKey[] = [older];
  let taken = 0;
  const key: ServerKey = { all: () => keys, sealing: () => older };
  const port = await freePort();
  const one = await machine({ port, key, silentMs: 3_000 });
  onTestFinished(() => one.close());
  const { links } = await consoleAt([port], key, 3_000);
  await expect.poll(() => links.open(), patient).toBe(1);
  keys = [newer];
  const seen = setInterval(() => (taken ||= Number(links.open() === 0)), 10);
  onTestFinished(() => clearInterval(seen));
  await expect.poll(() => [taken, links.open()], patient).toEqual([1, 1]);
});

test('a company is asked for where it is now, whatever becomes of the other machines', async () => {
  const key = fixedKey(randomBytes(32));
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const named = (name: string) => async () => name;
  const hangs = await machine({ port: ports[0], key, has: [], answer: () => new Promise(() => undefined) });
  const from = await machine({ port: ports[1], key, answer: named('from') });
  const to = await machine({ port: ports[2], key, has: [], answer: named('to') });
  onTestFinished(async () => {
    for (const one of [hangs, from, to]) await one.close();
  });
  const { links } = await consoleAt(ports, key);
  await expect.poll(() => links.open(), patient).toBe(3);
  expect(await links.ask(here, {}, never)).toEqual({ value: 'from' });
  hangs.has.push(elsewhere);
  from.has.pop();
  to.has.push(here, elsewhere);
  expect(await links.ask(here, {}, never)).toEqual({ value: 'to' });
  // One that hangs keeps nobody from the answer of the other.
  expect(await links.ask(elsewhere, {}, never)).toEqual({ value: 'to' });
  to.has.length = 0;
  const patience = new AbortController();
  const unanswered = links.ask(elsewhere, {}, patience.signal);
  patience.abort();
  expect(await unanswered).toBeUndefined();
});
