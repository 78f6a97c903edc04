import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  BridgeId,
  CallId,
  EngineCommand,
  EngineEvent,
  LegId,
  RecordingId,
  TenantId,
  TrunkId,
} from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { TestPhone } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';

// Names of this test; anywhere else they come from the database and from call control.
const [tenant, other] = ['faults' as TenantId, 'other' as TenantId];
const trunk = 'carrier' as TrunkId;
const call = 'call' as CallId;
const leg = 'call/1' as LegId;
/** Long enough for a carrier in this process to say something on a busy machine. */
const patienceMs = 1_500;

let engine: HostedEngine;
let events: EngineEvent[] = [];
let revision = 0;
const seen = (type: EngineEvent['type']) => expect.poll(() => events.find((event) => event.type === type));

async function provision(
  port: number,
  host = '127.0.0.3',
  transport: 'udp' | 'tcp' = 'udp',
  more: Pick<TrunkProvision, 'carrier'> = {},
): Promise<void> {
  revision += 1;
  const of = (name: TenantId, address: string, number: string) => ({
    tenant: name,
    revision,
    domain: `${name}.example`,
    extensions: [],
    trunks: [{ trunk, host, port, transport, addresses: [address], numbers: [number], ...more }],
  });
  await engine.provision(of(tenant, '127.0.0.3', '19001234'));
  await engine.provision(of(other, '127.0.0.4', '19005678'));
}

const perform = (command: EngineCommand) => engine.perform(tenant, call, command);
const dial = (number = '0901234567') =>
  perform({
    type: 'dial',
    leg,
    to: { kind: 'trunk', trunk, number },
    callerId: { number: '19001234', name: '' },
  });

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-faults-'));
  engine = createSipEngine({
    files: { promptsFolder: folder, recordingsFolder: folder },
    sipPort: 0,
    bindAddress: '0.0.0.0',
    carrierSilenceMs: patienceMs,
    limits: { calls: 3, callsPerTenant: 2, callsOfOnlyTenant: 3 },
  });
  await engine.start();
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.open();
});
afterEach(async () => {
  for (const one of (await engine.snapshot()).legs) {
    engine.perform(one.tenant, one.call, { type: 'hang-up', leg: one.leg, cause: 'normal' });
  }
  expect((await engine.snapshot()).legs).toEqual([]); // And its answer comes behind their ends.
  events = [];
});
afterAll(() => engine.close());

/** What comes to a carrier's SIP port that never answers. */
async function deadCarrier() {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.bind(0, '127.0.0.3');
  await once(socket, 'listening');
  const requests: string[] = [];
  socket.on('message', (bytes) => requests.push(String(bytes).split(' ')[0] ?? ''));
  return { requests, port: socket.address().port };
}

/** A carrier's phone that calls and is called. */
async function carrierPhone(user: string, from = '127.0.0.3') {
  const server = { transport: 'udp' as const, host: '127.0.0.1', port: engine.listening?.sipPort ?? 0, from };
  const phone = await TestPhone.rtp({ server, domain: from, user, password: '' });
  onTestFinished(() => phone.close());
  return phone;
}
const portOf = (phone: Awaited<ReturnType<typeof carrierPhone>>) => Number(phone.hostPort.split(':')[1]);

test('a carrier that gives no sign of life is given up, so that another may be tried', async () => {
  const { requests, port } = await deadCarrier();
  await provision(port);
  const began = performance.now();
  dial();
  await seen('ended').toMatchObject({ leg, cause: 'no-response' });
  expect(performance.now() - began).toBeGreaterThan(patienceMs - 20);
  expect(requests).toContain('INVITE');
});

test('a carrier that answers at all is waited for', async () => {
  const phone = await carrierPhone('0901234567');
  await provision(portOf(phone));
  dial();
  const callee = await phone.nextCall(); // Its 100 has gone out.
  await new Promise((resolve) => setTimeout(resolve, 2 * patienceMs));
  expect(events.filter(({ type }) => type === 'ended')).toEqual([]);
  callee.ring();
  await seen('ringing').toMatchObject({ leg });
});

test('who is hung up while their name is looked up is never called', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.3');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  server.on('connection', (socket) => socket.on('data', () => expect.unreachable('an INVITE came')));
  await provision(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.3', 'tcp');
  dial();
  perform({ type: 'hang-up', leg, cause: 'cancelled' });
  await seen('ended').toMatchObject({ leg, cause: 'cancelled' });
  expect((await engine.snapshot()).legs).toEqual([]);
  expect(events.filter(({ type }) => type === 'ended')).toHaveLength(1);
});

test('who answers after we stopped ringing is told why, at once', async () => {
  const phone = await carrierPhone('0901234567');
  await provision(portOf(phone));
  dial();
  const callee = await phone.nextCall();
  callee.ring();
  await seen('ringing').toMatchObject({ leg });
  // The answer and the CANCEL cross on the way.
  const answered = callee.answer();
  perform({ type: 'hang-up', leg, cause: 'no-answer' });
  await answered;
  await callee.until('ended');
  expect((await engine.snapshot()).legs).toEqual([]);
});

test('a call too many is told to come later, and leaves a row; another tenant has room of its own', async () => {
  const phone = await carrierPhone('0901234567');
  const elsewhere = await carrierPhone('0901234567', '127.0.0.4');
  await provision(portOf(phone));
  for (let i = 0; i < 2; i += 1) await phone.call('19001234');
  await expect.poll(() => events.filter(({ type }) => type === 'arrived').length).toBe(2);
  const tooMany = await phone.call('19001234');
  await tooMany.until('ended');
  expect(tooMany.status).toBe(503);
  expect(tooMany.response?.headers).toContainEqual({ name: 'retry-after', value: '5' });
  const told = { type: 'arrived', dialled: '19001234', refused: 'limit' };
  await expect.poll(() => events.at(-1)).toMatchObject(told);
  await elsewhere.call('19005678');
  await expect.poll(() => events.at(-1)).toMatchObject({ type: 'arrived', dialled: '19005678' });
  expect(events.at(-1)).not.toHaveProperty('refused');
  const full = await elsewhere.call('19005678');
  await full.until('ended');
  expect(full.status).toBe(503);
});

test('of a carrier that tenants share each finds the channels that it is sure of, in and out, and nobody one more than there are', async () => {
  const phone = await carrierPhone('0901234567');
  const elsewhere = await carrierPhone('0901234567', '127.0.0.4');
  const channels = { id: 'viettel', channels: 2, floor: 1 };
  await provision(portOf(phone), undefined, undefined, { carrier: channels });
  const first = await phone.call('19001234');
  await seen('arrived').toBeDefined();
  // The other channel is kept for the other tenant.
  const tooMany = await phone.call('19001234');
  await tooMany.until('ended');
  expect(tooMany.status).toBe(503);
  dial();
  await seen('ended').toMatchObject({ leg, cause: 'limit' });
  await elsewhere.call('19005678');
  await expect.poll(() => events.at(-1)).toMatchObject({ type: 'arrived', dialled: '19005678' });
  expect(events.at(-1)).not.toHaveProperty('refused');
  // Both are taken now, and an emergency goes out all the same.
  dial('113');
  const emergency = await phone.nextCall();
  expect(emergency.invite?.uri).toContain('113');
  emergency.reject(486);
  await expect.poll(() => events.filter(({ type }) => type === 'ended').length).toBe(2);
  // A channel that is given back is another one's.
  first.cancel();
  await expect.poll(() => events.filter(({ type }) => type === 'ended').length).toBe(3);
  dial();
  (await phone.nextCall()).reject(486);
});

test('a tenant that nobody shares the engine with has all of its room', async () => {
  const phone = await carrierPhone('0901234567');
  await provision(portOf(phone));
  revision += 1;
  await engine.provision({ tenant: other, revision, domain: `${other}.example`, extensions: [], trunks: [] });
  for (let i = 0; i < 3; i += 1) await phone.call('19001234');
  const arrived = () => events.filter(({ type }) => type === 'arrived');
  await expect.poll(() => arrived().length).toBe(3);
  expect(arrived().filter((event) => 'refused' in event)).toEqual([]);
  const tooMany = await phone.call('19001234');
  await tooMany.until('ended');
  expect(tooMany.status).toBe(503);
});

test('a refused call that is sent again, because the answer was lost, is not another one', async () => {
  const phone = await carrierPhone('0901234567');
  await provision(portOf(phone));
  for (let i = 0; i < 2; i += 1) await phone.call('19001234');
  await expect.poll(() => events.filter(({ type }) => type === 'arrived').length).toBe(2);
  const invite = [
    'INVITE sip:19001234@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/UDP ${phone.hostPort};branch=z9hG4bK-again`,
    'From: <sip:0901234567@127.0.0.3>;tag=again',
    'To: <sip:19001234@127.0.0.1>',
    'Call-ID: again',
    'CSeq: 1 INVITE',
    `Contact: <sip:0901234567@${phone.hostPort}>`,
    'Max-Forwards: 70',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
  for (let i = 0; i < 3; i += 1) phone.sendRaw(Buffer.from(invite));
  const another = await carrierPhone('0909999999');
  await (await another.call('19001234')).until('ended');
  const refused = () =>
    events.flatMap((event) =>
      event.type === 'arrived' && event.refused !== undefined && event.origin.kind === 'trunk'
        ? event.origin.number
        : [],
    );
  await expect.poll(refused).toContain('0909999999');
  expect(refused()).toEqual(['0901234567', '0909999999']);
});

test('before the answer a caller hears nothing that it was not told of', async () => {
  const phone = await carrierPhone('0901234567');
  await provision(portOf(phone));
  const caller = await phone.call('19001234');
  await seen('arrived').toBeDefined();
  const arrived = events.find((event) => event.type === 'arrived');
  if (arrived?.type !== 'arrived') throw new Error('no call');
  engine.perform(tenant, arrived.call, { type: 'ring', leg: arrived.leg });
  await caller.until('ringing');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(caller.audio.packetsReceived).toBe(0);
  engine.perform(tenant, arrived.call, { type: 'progress', leg: arrived.leg });
  await caller.until('early');
  await expect.poll(() => caller.audio.packetsReceived).toBeGreaterThan(3);
});

test('the reflection script gets nothing: calls that name somebody else’s address for their audio send nothing there while they ring', async () => {
  const victim = createSocket('udp4');
  onTestFinished(() => void victim.close());
  victim.bind(0, '127.0.0.66');
  await once(victim, 'listening');
  let hits = 0;
  victim.on('message', () => (hits += 1));
  const phone = await carrierPhone('0901234567');
  await provision(portOf(phone));
  const aimed = (sdp: string) => ({
    type: 'application/sdp',
    body: sdp.replaceAll(/(IN IP4) \S+/g, '$1 127.0.0.66').replace(/m=audio \d+/, `m=audio ${victim.address().port}`),
  });
  const script = await Promise.all([1, 2].map(() => phone.call('19001234', { asOffered: aimed })));
  const arrivals = () => events.filter((event) => event.type === 'arrived');
  await expect.poll(() => arrivals().length).toBe(2);
  for (const { call: rung, leg: caller } of arrivals()) engine.perform(tenant, rung, { type: 'ring', leg: caller });
  for (const one of script) await one.until('ringing');
  await new Promise((resolve) => setTimeout(resolve, 300)); // Fifteen packets long.
  expect(hits).toBe(0);
});

test('whoever asks to record what is not there is told that there is nothing, and asking again gives the same', async () => {
  const recording = 'call/r1' as RecordingId;
  perform({ type: 'record-message', recording, leg });
  const nothing = { recording, durationMs: 0, bytes: 0, state: 'incomplete' };
  await seen('recorded').toMatchObject(nothing);
  events = [];
  perform({ type: 'stop-recording', recording });
  await seen('recorded').toMatchObject(nothing);
  // A bridge that nobody has come to yet is recorded all the same.
  events = [];
  const empty = 'call/r2' as RecordingId;
  perform({ type: 'record', recording: empty, bridge: 'call/b1' as BridgeId });
  perform({ type: 'stop-recording', recording: empty });
  await seen('recorded').toMatchObject({ recording: empty, state: 'whole' });
  expect((await engine.snapshot()).recordings).toEqual([]);
});
