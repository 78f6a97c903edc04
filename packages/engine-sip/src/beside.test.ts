import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as aTurn } from 'node:timers/promises';
import type { BridgeId, EngineCommand, EngineEvent, LegId, RecordingId, TenantId } from '@alo/call-core';
import type { TenantProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { spawnEngine } from '@alo/engine-host/supervision';
import { type PhoneAudio, type RtpAudio, TestPhone } from '@alo/testing';
import { expect, onTestFinished, test } from 'vitest';
import { sipEntry } from './entry.ts';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

// Names of this test; anywhere else they come from the database and from call control.
const tenant = 'beside' as TenantId;
const domain = 'beside.example';
const provision: TenantProvision = {
  tenant,
  revision: 1,
  domain,
  extensions: ['101', '102'].map((extension) => ({
    extension,
    secrets: [digestSecret(extension, domain, 'x')],
  })),
  trunks: [],
};

/** A server as the engine sees one: what it was told, and what it may ask. */
interface TestServer {
  readonly engine: HostedEngine;
  readonly events: EngineEvent[];
}

/** An engine beside which servers come and go. */
async function engineBeside({ graceMs = 60_000, sipPort = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-beside-'));
  const address = { socketPath: join(folder, 'engine.sock'), token: 'word' };
  const spawn = async (): Promise<ChildProcess> => {
    const spawned = spawnEngine(address, graceMs, sipEntry);
    onTestFinished(() => void spawned.kill('SIGKILL'));
    await once(spawned, 'message'); // `ready`
    return spawned;
  };
  const child = await spawn();

  /** What a server has of it before it starts. */
  const link = (token = address.token): HostedEngine => {
    const engine = createSipEngine({
      files: { promptsFolder: folder, recordingsFolder: folder },
      sipPort,
      bindAddress: '127.0.0.1',
      beside: { address: { ...address, token }, pipe: child },
    });
    onTestFinished(() => engine.leave());
    return engine;
  };
  const server = async ({ token = address.token, takes = true, provisions = true } = {}): Promise<TestServer> => {
    const engine = link(token);
    const events: EngineEvent[] = [];
    engine.onEvent((_tenant, event, receipt) => {
      events.push(event);
      if (takes) receipt.taken();
    });
    await engine.start();
    if (provisions) await engine.provision(provision);
    return { engine, events };
  };
  return { child, spawn, server, link };
}

async function phone(user: string, { engine }: TestServer): Promise<TestPhone<RtpAudio>> {
  const port = engine.listening?.sipPort ?? 0;
  const opened = await TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port },
    domain,
    user,
    password: 'x',
  });
  onTestFinished(() => opened.close());
  expect((await opened.register()).status).toBe(200);
  return opened;
}

const seen = <Type extends EngineEvent['type']>({ events }: TestServer, type: Type) =>
  events.find((event): event is Extract<EngineEvent, { type: Type }> => event.type === type);

async function comes<Type extends EngineEvent['type']>(server: TestServer, type: Type) {
  await expect.poll(() => seen(server, type)).toBeDefined();
  const event = seen(server, type);
  if (event === undefined) throw new Error(`no ${type}`);
  return event;
}

/** 101 talks with 102, recorded, as `server` wants it. */
async function talk(server: TestServer) {
  const [a, b] = [await phone('101', server), await phone('102', server)];
  const caller = await a.call('102');
  const { call, leg } = await comes(server, 'arrived');
  const perform = (command: EngineCommand) => server.engine.perform(tenant, call, command);
  const other = `${call}/out` as LegId;
  perform({
    type: 'dial',
    leg: other,
    to: { kind: 'extension', extension: '102' },
    callerId: { number: '101', name: '' },
  });
  const callee = await b.nextCall();
  await callee.answer();
  perform({ type: 'answer', leg });
  await caller.until('talking');
  const bridge = `${call}/b` as BridgeId;
  perform({
    type: 'bridge',
    bridge,
    members: [
      { leg, hears: [other], channel: 'left' },
      { leg: other, hears: [leg], channel: 'right' },
    ],
  });
  perform({ type: 'record', recording: `${call}-r` as RecordingId, bridge });
  caller.audio.speak(700);
  await expect.poll(() => callee.audio.level(700)).toBeGreaterThan(0.3);
  return { call, leg, other, caller, callee };
}

test('a server goes, its call goes on; the next one finds it, hears what it missed, once, and can hang up', async () => {
  const { server } = await engineBeside();
  const first = await server();
  await first.engine.open();
  const { call, leg, other, caller, callee } = await talk(first);
  first.engine.leave();

  // Nobody listens, and they go on hearing each other; a phone that registers is told to the next server.
  callee.audio.speak(1_100);
  await expect.poll(() => caller.audio.level(1_100)).toBeGreaterThan(0.3);
  caller.audio.press('5');

  const second = await server();
  expect(await comes(second, 'digit')).toMatchObject({ call, digit: '5' });
  const alive = await second.engine.snapshot();
  expect(alive.legs.map((one) => one.leg).toSorted()).toEqual([leg, other].toSorted());
  expect(alive.recordings).toHaveLength(1);
  expect(alive.registrations.map(({ extension }) => extension).toSorted()).toEqual(['101', '102']);
  await second.engine.open();
  expect(second.events.filter(({ type }) => type === 'arrived')).toEqual([]);

  second.engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await caller.until('ended');
  expect(await comes(second, 'ended')).toMatchObject({ call, leg });
}, 60_000);

test('an engine whose port was taken is what the next server wants, also after one that died', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void taken.close());
  await once(taken, 'listening');
  const address = taken.address();
  const sipPort = typeof address === 'object' && address !== null ? address.port : 0;
  const { child, spawn, server } = await engineBeside({ sipPort });
  const { engine } = await server();
  const { sipPort: had } = engine.listening ?? {};
  expect(had).toBeGreaterThan(sipPort);
  child.kill('SIGKILL');
  const next = await spawn();
  await expect.poll(() => engine.pid).toBe(next.pid);
  expect(engine.listening?.sipPort).toBe(had);
  engine.leave();

  const second = await server();
  await second.engine.open();
  // One that made room for the next would be gone before they hear each other.
  await talk(second);
  expect([second.engine.pid, next.exitCode]).toEqual([next.pid, null]);
}, 60_000);

test('a server that has let go of its engine hears that nobody can be asked, and not that nobody lives', async () => {
  const { server } = await engineBeside();
  const { engine } = await server();
  await engine.open();
  expect(await engine.snapshot()).toMatchObject({ legs: [] });
  engine.leave();
  await expect(engine.snapshot()).rejects.toThrow('we let go of the engine');
  await expect.poll(() => engine.pid).toBeNull();
  await expect(engine.snapshot()).rejects.toThrow('we let go of the engine');
});

test('a server lets go of an engine that stands still: nobody waits for its answers, and it goes on for the next one', async () => {
  const { child, server, link } = await engineBeside();
  const first = await server();
  await first.engine.open();
  const { leg, other, caller, callee } = await talk(first);
  child.kill('SIGSTOP');
  const asked = first.engine.snapshot().catch((error: unknown) => error);
  await aTurn(); // The question is under way.
  first.engine.leave();
  expect(await asked).toMatchObject({ message: 'we let go of the engine' });
  // Nor does one that is told to end while it starts.
  const starting = link();
  const started = starting.start().catch((error: unknown) => error);
  await aTurn();
  starting.leave();
  expect(await started).toMatchObject({ message: 'engine was closed while it started' });

  child.kill('SIGCONT');
  const second = await server();
  expect((await second.engine.snapshot()).legs.map((one) => one.leg).toSorted()).toEqual([leg, other].toSorted());
  callee.audio.speak(1_100);
  await expect.poll(() => caller.audio.level(1_100)).toBeGreaterThan(0.3);
}, 60_000);

test('who waits for a broken link hears so as well when it is let go of', async () => {
  const { child, server } = await engineBeside();
  const { engine } = await server();
  const statuses: string[] = [];
  const waiting: Promise<unknown>[] = [];
  engine.onStatus((status) => {
    statuses.push(status);
    if (status !== 'unreachable') return;
    waiting.push(engine.snapshot().catch((error: unknown) => error));
    engine.leave();
  });
  child.kill('SIGKILL');
  await expect.poll(() => statuses).toContain('unreachable');
  expect(await waiting[0]).toMatchObject({ message: 'we let go of the engine' });
});

test('who hung up while no server was there did so: that is told before what lives', async () => {
  const { server } = await engineBeside();
  const first = await server();
  await first.engine.open();
  const { call, leg, other, caller } = await talk(first);
  first.engine.leave();
  await expect.poll(() => first.engine.pid).toBeNull();
  await caller.hangUp();
  const second = await server();
  const { legs } = await second.engine.snapshot();
  expect(legs.map((one) => one.leg)).toEqual([other]);
  expect(seen(second, 'ended')).toMatchObject({ call, leg, cause: 'normal' });
}, 60_000);

test('what a server did not take is told again to the next one, in the same order', async () => {
  const { server } = await engineBeside();
  const first = await server({ takes: false });
  await first.engine.open();
  await talk(first);
  first.engine.leave();
  const second = await server();
  await second.engine.open();
  await comes(second, 'answered');
  await expect.poll(() => second.events.length).toBeGreaterThanOrEqual(first.events.length);
  expect(second.events.slice(0, first.events.length)).toEqual(first.events);
}, 60_000);

test('no server comes in the grace time: the calls end, new ones are refused, and the next server is told', async () => {
  const { server } = await engineBeside({ graceMs: 300 });
  const first = await server();
  await first.engine.open();
  const { caller, callee } = await talk(first);
  first.engine.leave();
  await Promise.all([caller.until('ended'), callee.until('ended')]);
  const second = await server();
  await second.engine.open();
  expect(await comes(second, 'ended')).toMatchObject({ cause: 'interrupted' });
  expect((await second.engine.snapshot()).legs).toEqual([]);
  const again = await (await phone('101', second)).call('102');
  await comes(second, 'arrived');
  again.cancel();
}, 60_000);

test('a stranger is shown the door, and the server that was there stays', async () => {
  const { server } = await engineBeside();
  const first = await server();
  await expect(server({ token: 'another' })).rejects.toThrow('not known here');
  expect((await first.engine.snapshot()).provisioned).toEqual([{ tenant, revision: 1 }]);
}, 60_000);

test('the newest server has the engine; the one before does not fight for it', async () => {
  const { server } = await engineBeside();
  const first = await server();
  const second = await server();
  await expect.poll(() => first.engine.pid).toBeNull();
  expect((await second.engine.snapshot()).provisioned).toHaveLength(1);
}, 60_000);

test('told to drain, it takes no new call, and is done when the last one has ended', async () => {
  const { server } = await engineBeside();
  const first = await server();
  await first.engine.open();
  const { caller } = await talk(first);
  let isDrained = false;
  const drained = first.engine.drain().then(() => {
    isDrained = true;
  });
  const refused = await (await phone('101', first)).call('102');
  await refused.until('ended');
  expect(refused.status).toBe(503);
  expect(isDrained).toBe(false);
  await caller.hangUp();
  const { call } = await comes(first, 'ended');
  for (const { leg } of (await first.engine.snapshot()).legs)
    first.engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await drained;
}, 60_000);

test('what comes in before the tenants are known waits: a phone is not turned away for being early', async () => {
  const { server } = await engineBeside();
  const first = await server({ provisions: false });
  const port = first.engine.listening?.sipPort ?? 0;
  const early = await TestPhone.rtp({
    server: { transport: 'udp', host: '127.0.0.1', port },
    domain,
    user: '101',
    password: 'x',
  });
  onTestFinished(() => early.close());
  const answered = early.register();
  // By the time that the engine has answered twice, it has heard the phone as well.
  await first.engine.snapshot();
  await first.engine.snapshot();
  await first.engine.provision(provision);
  await first.engine.open();
  expect((await answered).status).toBe(200);
}, 60_000);

/** A browser's socket without its audio. */
const silent: PhoneAudio = {
  offer: async () => '',
  answer: async () => '',
  acceptAnswer: async () => {},
  close: () => {},
};

test("a browser's socket outlives the server that accepted it", async () => {
  const { server } = await engineBeside();
  const first = await server();
  await first.engine.open();
  const web = createServer();
  web.on('upgrade', (request, socket, head) => first.engine.acceptWebSocket(request, socket, head));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const at = web.address();
  const url = `ws://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/sip`;
  const browser = await TestPhone.open({
    server: { transport: 'ws', url },
    domain,
    user: '101',
    password: 'x',
    newAudio: async () => silent,
  });
  onTestFinished(() => browser.close());
  expect((await browser.register()).status).toBe(200);
  first.engine.leave();
  web.closeAllConnections();
  web.close();
  expect((await browser.register()).status).toBe(200);
}, 60_000);
