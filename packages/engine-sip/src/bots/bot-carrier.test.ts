import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeId, CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import { botCarrierHost, type LineHeard, type TenantProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { sineWav } from '@alo/engine-suite';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from '../index.ts';
import { testCarrier } from '../testing/test-carrier.ts';
import { mannersOf } from './manners.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'bots-carrier' as TenantId;
const trunk = 'bots' as TrunkId;

const provision = {
  tenant,
  revision: 1,
  domain: 'bots.example',
  extensions: [],
  trunks: [
    { trunk, host: botCarrierHost, port: 5060, transport: 'udp', addresses: ['127.0.0.1'], numbers: ['19001234'] },
  ],
} as const satisfies TenantProvision;

let engine: HostedEngine;
let events: EngineEvent[] = [];
let lines: LineHeard[] = [];
let calls = 0;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-bot-carrier-'));
  await mkdir(join(folder, 'bots'));
  for (const name of ['khach-1', 'khach-2']) await writeFile(join(folder, 'bots', `${name}.wav`), sineWav(440, 1_000));
  await mkdir(join(folder, 'system/vi'), { recursive: true });
  for (const said of ['system/vi/not-available.wav', 'system/vi/voicemail-greeting.wav'])
    await copyFile(join(import.meta.dirname, '../../../../apps/server/prompts', said), join(folder, said));
  engine = createSipEngine({ files: { promptsFolder: folder, recordingsFolder: folder }, sipPort: 0 });
  await engine.start();
  engine.onEvent((_tenant, event) => events.push(event));
  engine.onHeard((_tenant, heard) => lines.push(heard));
  await engine.provision(provision);
  await engine.open();
});

afterEach(() => {
  events = [];
  lines = [];
});

afterAll(() => engine.close());

/** Calls somebody outside. */
function dial(number: string, over: { trunk: TrunkId; toBots?: true } = { trunk }) {
  calls += 1;
  const call = `call${calls}` as CallId;
  const leg = `${call}/1` as LegId;
  const callerId = { number: '19001234', name: '' };
  engine.perform(tenant, call, { type: 'dial', leg, to: { kind: 'trunk', number, ...over }, callerId });
  const of = (type: EngineEvent['type']) =>
    events.find((event) => event.type === type && 'leg' in event && event.leg === leg);
  return { call, leg, of };
}

test('somebody outside rings, picks up, talks, and sends back the key that one presses', async () => {
  const { call, leg, of } = dial('0901234567');
  await expect.poll(() => of('ringing')).toBeDefined();
  await expect.poll(() => of('answered')).toBeDefined();
  // Alone in a bridge: what it says is heard by nobody, and it goes on saying it.
  const bridge = `${call}/b` as BridgeId;
  engine.perform(tenant, call, { type: 'bridge', bridge, members: [{ leg, hears: [], channel: 'left' }] });
  engine.perform(tenant, call, { type: 'send-dtmf', leg, digits: '5' });
  await expect.poll(() => of('digit')).toMatchObject({ digit: '5' });
  await expect.poll(() => of('quality')).toMatchObject({ lossPercent: 0 });
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await expect.poll(() => of('ended')).toMatchObject({ cause: 'normal' });
});

test('a bot answers in the place of whom a carrier would reach, and the carrier hears nothing of it', async () => {
  const carrier = await testCarrier('127.0.0.71');
  onTestFinished(() => carrier.close());
  const real = { ...provision.trunks[0], trunk: 'real' as TrunkId, host: carrier.address, port: carrier.port };
  await engine.provision({ ...provision, revision: 2, trunks: [...provision.trunks, real] });
  const tried = dial('0901234990', { trunk: real.trunk, toBots: true });
  const refused = dial('0901234500', { trunk: real.trunk, toBots: true });
  await expect.poll(() => refused.of('ended')).toMatchObject({ cause: 'busy' });
  await expect.poll(() => tried.of('ended'), { timeout: 30_000 }).toMatchObject({ cause: 'no-answer' });
  const talks = dial('0901234567', { trunk: real.trunk, toBots: true });
  await expect.poll(() => talks.of('answered')).toBeDefined();
  engine.perform(tenant, talks.call, { type: 'hang-up', leg: talks.leg, cause: 'normal' });
  await expect.poll(() => talks.of('ended')).toBeDefined();
  expect(carrier.requests).toEqual([]);
  // Nothing is learned of a carrier from it.
  expect(lines).toEqual([]);
});

test.each([
  ['0901234500', 'busy'],
  ['0901234502', 'not-found'],
  ['0901234503', 'rejected'],
] as const)('%s is %s', async (number, cause) => {
  const { of } = dial(number);
  await expect.poll(() => of('ended')).toMatchObject({ cause });
});

test('one who does not answer rings until one gives up', async () => {
  const { call, leg, of } = dial('0901234501');
  await expect.poll(() => of('ringing')).toBeDefined();
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'no-answer' });
  await expect.poll(() => of('ended')).toBeDefined();
  expect(of('answered')).toBeUndefined();
});

test('what the network says instead of an answer is heard, and told when the call has ended', async () => {
  const { call, leg, of } = dial('0901234990');
  await expect.poll(() => of('early-media')).toBeDefined();
  await expect.poll(() => of('ended'), { timeout: 30_000 }).toMatchObject({ cause: 'no-answer' });
  await expect.poll(() => lines).toHaveLength(1);
  const said = lines.find((line) => line.what === 'said');
  expect(said).toMatchObject({ call, leg, trunk, number: '0901234990', like: 'speech' });
  expect(said?.ms).toBeGreaterThan(3_000);
  expect(Buffer.from(said?.sound ?? '', 'base64').length).toBeGreaterThan(30_000);
});

test('of who rings, refuses or picks up nothing is told', async () => {
  const refused = dial('0901234500');
  const { call, leg, of } = dial('0901234567');
  await expect.poll(() => of('answered'), { timeout: 20_000 }).toBeDefined();
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await expect.poll(() => of('ended')).toBeDefined();
  await expect.poll(() => refused.of('ended')).toBeDefined();
  expect(lines).toEqual([]);
});

test('a machine that picks up is told by its greeting and its beep, while the call goes on', async () => {
  const { call, leg, of } = dial('0901234992');
  await expect.poll(() => of('answered'), { timeout: 30_000 }).toBeDefined();
  await expect.poll(() => lines, { timeout: 60_000 }).toMatchObject([{ what: 'machine', call, leg }]);
  expect(lines[0]).toMatchObject({ words: expect.stringMatching(/^lời chào .* giây không dừng, rồi tiếng bíp$/) });
  expect(of('ended')).toBeUndefined();
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  await expect.poll(() => of('ended')).toBeDefined();
});

test('others speak with one of two voices', () => {
  expect(mannersOf('0901234567')).toEqual({ does: 'talks', wav: 'bots/khach-2.wav' });
  expect(mannersOf('0901234566')).toEqual({ does: 'talks', wav: 'bots/khach-1.wav' });
});
