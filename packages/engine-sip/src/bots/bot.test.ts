import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, PlayId, TenantId, TrunkId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import type { BotEvent } from '@alo/engine-host/process';
import { sineWav } from '@alo/engine-suite';
import { TestPhone } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from '../index.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'bots' as TenantId;
const trunk = 'loopback' as TrunkId;
const elsewhere = 'carrier' as TrunkId;

let engine: HostedEngine;
let events: EngineEvent[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-bots-'));
  await mkdir(join(folder, 'bots'));
  await writeFile(join(folder, 'bots', 'hello.wav'), sineWav(440, 3_000));
  engine = createSipEngine({ files: { promptsFolder: folder, recordingsFolder: folder }, sipPort: 0 });
  await engine.start();
  await engine.open();
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.provision({
    tenant,
    revision: 1,
    domain: 'bots.example',
    extensions: [],
    trunks: [
      {
        trunk,
        host: '127.0.0.1',
        port: 5999,
        transport: 'udp',
        addresses: ['127.0.0.1'],
        numbers: ['19001234'],
      },
      {
        trunk: elsewhere,
        host: '192.0.2.9',
        port: 5060,
        transport: 'udp',
        addresses: [],
        numbers: ['19005678'],
      },
    ],
  });
  await engine.open();
});

afterEach(() => {
  events = [];
});

afterAll(() => engine.close());

async function arrival(): Promise<{ call: CallId; leg: LegId; event: EngineEvent }> {
  await expect.poll(() => events.find((event) => event.type === 'arrived')).toBeDefined();
  const event = events.find((one) => one.type === 'arrived');
  if (event?.type !== 'arrived') throw new Error('no call arrived');
  return { call: event.call, leg: event.leg, event };
}

test('a bot plays a customer of a number whose carrier is elsewhere, and is heard; who says so without being one is nobody', async () => {
  const told: BotEvent[] = [];
  const plan = { from: '0912345678', to: '19005678', wav: 'bots/hello.wav', keys: [], hangUpAfterMs: 1_000 };
  const bot = engine.startBotCall({ ...plan, onEvent: (event) => told.push(event) });
  const { call, leg, event } = await arrival();
  expect(event).toMatchObject({ dialled: '19005678', origin: { kind: 'trunk', trunk: elsewhere }, purpose: 'test' });
  engine.perform(tenant, call, { type: 'ring', leg });
  engine.perform(tenant, call, { type: 'answer', leg });
  await expect.poll(() => told).toContainEqual({ type: 'answered' });
  await bot.ended;
  await expect.poll(() => events.find((one) => one.type === 'ended')).toBeDefined();

  const server = { transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 } as const;
  const stranger = await TestPhone.rtp({ server, domain: '127.0.0.1', user: 'bot', password: '' });
  onTestFinished(() => stranger.close());
  const calling = await stranger.call('19005678', { headers: [{ name: 'x-alo-bot', value: 'guessed' }] });
  await calling.until('ended');
  expect(calling.status).toBeGreaterThanOrEqual(400);
});

test('a bot calls our number, hears us, presses its keys and hangs up in time', async () => {
  const told: BotEvent[] = [];
  const bot = engine.startBotCall({
    from: '0912345678',
    name: 'Khách thử',
    to: '19001234',
    wav: 'bots/hello.wav',
    keys: [{ afterMs: 500, digits: '1#' }],
    hangUpAfterMs: 2_200,
    onEvent: (event) => told.push(event),
  });
  const { call, leg, event } = await arrival();
  expect(event).toMatchObject({
    dialled: '19001234',
    origin: { kind: 'trunk', trunk, number: '0912345678', name: 'Khách thử' },
    purpose: 'test',
  });
  engine.perform(tenant, call, { type: 'ring', leg });
  await expect.poll(() => told).toContainEqual({ type: 'ringing' });
  engine.perform(tenant, call, { type: 'answer', leg });
  const play = `${call}/p` as PlayId; // As call control would name it.
  const source = { kind: 'file', file: 'bots/hello.wav' } as const;
  engine.perform(tenant, call, { type: 'play', leg, play, sources: [source], loop: true });
  const end = await bot.ended;
  expect(end).toMatchObject({ sipCode: null });
  expect(end.heardMs).toBeGreaterThan(1_500);
  expect(end.heardDb).toBeGreaterThan(-20);
  expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['ringing', 'answered', 'level', 'ended']));
  await expect.poll(() => events.map(({ type }) => type)).toContain('ended');
  expect(events.flatMap((one) => (one.type === 'digit' ? [one.digit] : []))).toEqual(['1', '#']);
});

test('a bot that nobody wants is told so, and one that is stopped stops ringing', async () => {
  const refused = engine.startBotCall({ from: '0912345678', to: '19001234' });
  const first = await arrival();
  engine.perform(tenant, first.call, { type: 'hang-up', leg: first.leg, cause: 'busy' });
  expect(await refused.ended).toMatchObject({ sipCode: 486, heardMs: 0, heardDb: -96 });

  events = [];
  const stopped = engine.startBotCall({ from: '', to: '19001234' });
  const second = await arrival();
  expect(second.event).toMatchObject({ origin: { number: '' } });
  stopped.stop();
  await stopped.ended;
  await expect
    .poll(() => events.find((event) => event.type === 'ended'))
    .toMatchObject({ leg: second.leg, cause: 'cancelled' });
});

test('a bot that calls a number which is not ours hears that there is no such number', async () => {
  expect(await engine.startBotCall({ from: '0912345678', to: '0909999999' }).ended).toMatchObject({ sipCode: 404 });
});
