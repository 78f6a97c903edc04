import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@alo/call-core';
import type { LiveEvent } from '@alo/contract';
import { freePort, ScriptedEngine } from '@alo/testing';
import { inDepth } from '@alo/testing/in-depth';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { DirectBus } from '../../src/bus/bus.ts';
import { keepLinks } from '../../src/bus/link-client.ts';
import { serveLinks } from '../../src/bus/link-server.ts';
import { postgresBus } from '../../src/bus/postgres-bus.ts';
import { callsReadAfter } from '../../src/compose/resources.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { followBus } from '../../src/switchboard/follow-bus.ts';
import { answersByLink } from '../../src/switchboard/questions.ts';
import { reportCalls } from '../../src/switchboard/report-calls.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../testing/app.ts';
import { listenLive } from '../../testing/live-listener.ts';
import { testTelephony } from '../../testing/telephony.ts';

/** A process with the console, and machines that run calls, which it stands in a link with. */
const patient = { timeout: 120_000 };
const quiet = { warn: () => undefined };
const ports: number[] = [];
let folder: string;
let app: TestApp;
let company: TestTenant;
let lan: TestPerson;
let links: Awaited<ReturnType<typeof keepLinks>>;
/** What goes over the database, by subject. */
let notified: string[];
let wire: pg.Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-linked-'));
  ports.push(await freePort(), await freePort());
  let bus: DirectBus | undefined;
  app = await testApp({
    busOf: async (url) => (bus = await postgresBus({ url, log: quiet })),
    telephonyOf: () => 'elsewhere',
    linksOf: async (key) => {
      if (bus === undefined) throw new Error('the bus is there before its links');
      const addresses = async () => ports.map((port) => `127.0.0.1:${port}`);
      return (links = await keepLinks({ addresses, key, bus, log: quiet }));
    },
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  company = await app.tenant('noi-may');
  lan = await company.person('lan', [], '101');
  await app.db.inTenant(company.id, (trx) =>
    trx
      .insertInto('extension')
      .values(['101', '102'].map((number) => ({ id: newId(), number, name: number })))
      .execute(),
  );
  wire = new pg.Client({ connectionString: app.url });
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
  await links.close();
  await app.close();
  await rm(folder, { recursive: true });
});

/** A machine that runs the calls of the company. */
async function machine(place: 0 | 1) {
  // The row above is the tenant.
  const tenant = company.id as TenantId;
  const engine = new ScriptedEngine();
  const bus = await postgresBus({ url: app.url, log: quiet, answeredMs: 0 });
  const name = `may-${place}`;
  const telephony = testTelephony(app.db, { engine, holder: name, dataFolder: join(folder, name) });
  reportCalls(telephony, bus);
  followBus({
    bus,
    telephony,
    inTenant: app.db.inTenant,
    tenants: app.db.directory.tenants,
    readAfter: callsReadAfter,
    onError: (error) => {
      throw error;
    },
  });
  const serve = () =>
    serveLinks({
      at: { host: '127.0.0.1', port: ports[place] ?? 0 },
      key: app.serverKey,
      bus,
      answers: () => answersByLink(telephony),
      log: quiet,
    });
  let served = await serve();
  await expect.poll(() => links.open(), patient).toBeGreaterThan(0);
  return {
    async begin() {
      expect(await telephony.open({ id: tenant, sip_domain: 'noi-may.alo.local' })).toBe(true);
      for (const extension of ['101', '102']) engine.register(tenant, extension);
    },
    unlink: () => served.close(),
    async link() {
      served = await serve();
    },
    async talk() {
      const call = engine.extensionCalls(tenant, '101', '102');
      await telephony.settled();
      engine.answers(call, '102');
      await telephony.settled();
      return call;
    },
    async close() {
      await served.close();
      await telephony.close();
      await bus.close();
    },
  };
}

/** The calls on the board of somebody who was told of it whole, and then of what became of it. */
const onBoard = (events: readonly LiveEvent[]) => () => {
  const stages = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'board') stages.clear();
    if (event.type === 'board-changed') for (const id of event.data.gone.calls) stages.delete(id);
    if (event.type === 'board' || event.type === 'board-changed') {
      for (const { id, stage } of event.data.calls) stages.set(id, stage);
    }
  }
  return [...stages];
};

/** What is done on the call: a machine with much to do may not answer in time. */
const does = (path: string, body: object) =>
  expect.poll(async () => (await lan.call('POST', path, body)).statusCode, patient).toBe(200);

const myCalls = async () =>
  z
    .object({ data: z.array(z.looseObject({ id: z.string() })), phones: z.number() })
    .parse((await lan.call('GET', '/my-calls')).json());

test('a console in a link hears of a call, shows it and acts on it, and nothing of it goes over the database', async () => {
  const one = await machine(0);
  await one.begin();
  const { events } = await listenLive(app, company.admin, ['presence', 'calls', 'monitor']);
  await expect.poll(async () => (await myCalls()).phones, patient).toBe(1);
  notified = [];
  const call = await one.talk();
  await expect.poll(onBoard(events), patient).toEqual([[call, 'talking']]);
  expect((await myCalls()).data).toMatchObject([{ id: call, direction: 'internal' }]);
  await does(`/calls/${call}/hold`, { on: true });
  await expect.poll(onBoard(events), patient).toEqual([[call, 'held']]);
  await does(`/calls/${call}/hang-up`, {});
  await expect.poll(onBoard(events), patient).toEqual([]);
  await wire.query('select 1');
  expect(notified).not.toContain('question-asked');
  expect(notified).not.toContain('board-changed');
  expect(notified).not.toContain('phones-changed');
  expect(notified).not.toContain('my-calls-changed');
  await one.close();
});

inDepth(
  'while there is no link the same is seen and done over the database, and past it again once there is one',
  async () => {
    const one = await machine(0);
    await one.begin();
    const { events } = await listenLive(app, company.admin, ['presence', 'calls', 'monitor']);
    const call = await one.talk();
    await expect.poll(onBoard(events), patient).toEqual([[call, 'talking']]);

    await one.unlink();
    await expect.poll(() => links.open(), patient).toBe(0);
    await does(`/calls/${call}/hold`, { on: true });
    await expect.poll(onBoard(events), patient).toEqual([[call, 'held']]);
    await expect.poll(() => notified, patient).toContain('question-asked');

    await one.link();
    await expect.poll(() => links.open(), patient).toBe(1);
    // A board that was asked for over the database is asked for no more.
    const rows = async () => {
      notified = [];
      expect((await myCalls()).data).toMatchObject([{ id: call }]);
      await wire.query('select 1');
      return notified.filter((topic) => topic === 'question-asked').length;
    };
    await expect.poll(rows, patient).toBe(0);
    await does(`/calls/${call}/hold`, { on: false });
    await expect.poll(onBoard(events), patient).toEqual([[call, 'talking']]);
    await one.close();
  },
);

inDepth(
  'a company that another machine has taken is seen as it is there, and a board that was open shows it',
  async () => {
    const [one, other] = [await machine(0), await machine(1)];
    await one.begin();
    await expect.poll(() => links.open(), patient).toBe(2);
    const { events } = await listenLive(app, company.admin, ['presence', 'calls', 'monitor']);
    const before = await one.talk();
    await expect.poll(onBoard(events), patient).toEqual([[before, 'talking']]);
    await one.close();
    expect((await lan.call('GET', '/my-calls')).statusCode).toBe(503);
    await other.begin();
    await expect.poll(async () => await myCalls(), patient).toMatchObject({ data: [], phones: 1 });
    await expect.poll(onBoard(events), patient).toEqual([]);
    const after = await other.talk();
    await expect.poll(onBoard(events), patient).toEqual([[after, 'talking']]);
    expect((await myCalls()).data).toMatchObject([{ id: after }]);
    await other.close();
  },
);

inDepth('whose right to the board is withdrawn is told nothing more of it, while the link stands', async () => {
  const one = await machine(0);
  await one.begin();
  const mai = await company.person('mai', ['monitor.view']);
  const { events } = await listenLive(app, mai, ['me', 'monitor']);
  const { events: all } = await listenLive(app, company.admin, ['monitor']);
  const first = await one.talk();
  await expect.poll(onBoard(events), patient).toEqual([[first, 'talking']]);
  await app.db.inTenant(company.id, (trx) =>
    trx.updateTable('role').set({ permissions: [] }).where('name', '=', 'Vai trò của mai').execute(),
  );
  await expect.poll(() => events.map(({ type }) => type), patient).toContain('rights-changed');
  const told = events.length;
  await does(`/calls/${first}/hold`, { on: true });
  await expect.poll(onBoard(all), patient).toEqual([[first, 'held']]);
  expect(events.slice(told).map(({ type }) => type)).not.toContain('board-changed');
  await one.close();
});
