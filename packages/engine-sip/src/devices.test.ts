import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, PlayId, TenantId } from '@alo/call-core';
import type { DeviceProvision, DeviceSeen, KeptRegistration } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import {
  answerChallenge,
  type Dialog,
  type Header,
  newRequest,
  type Request,
  type Response,
  randomToken,
  requestInDialog,
  SipEndpoint,
  serializeMessage,
  udpFlow,
} from '@alo/sip';
import { type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

const tenant = 'devices' as TenantId; // A name of this test; anywhere else they come from the database.
const domain = 'devices.example';
const desk = '101-mdesk1';
const hall = '102-mhall1';

let engine: HostedEngine;
let events: EngineEvent[] = [];
let seen: DeviceSeen[] = [];
let revision = 0;

const device = (user: string, password = 'x', number = 1): DeviceProvision => ({
  device: user,
  user,
  networks: [],
  maxCalls: 2,
  secret: digestSecret(user, domain, password, `${user}/${number}`),
});

async function provision(
  devices: readonly DeviceProvision[],
  registrations?: readonly KeptRegistration[],
): Promise<void> {
  revision += 1;
  const extensions = ['101', '102'].map((extension) => ({
    extension,
    secrets: [device(extension).secret],
    devices: devices.filter(({ user }) => user.startsWith(extension)),
  }));
  await engine.provision({
    tenant,
    revision,
    domain,
    extensions,
    trunks: [],
    ...(registrations ? { registrations } : {}),
  });
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-devices-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createSipEngine({
    files,
    sipPort: 0,
    bindAddress: '127.0.0.1',
    limits: { callsPerExtension: 3 },
    lifeAskMs: 200,
  });
  engine.onSeen((_tenant, one) => seen.push(one));
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.start();
  await provision([device(desk), device(hall)]);
  await engine.open();
});
afterAll(() => engine.close());
afterEach(async () => {
  for (const { call, leg } of (await engine.snapshot()).legs) {
    engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
  }
  // Whatever is registered is so no more.
  await provision([]);
  await provision([device(desk), device(hall)]);
  events = [];
  seen = [];
});

const server = () => ({ transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 }) as const;

async function registered(user: string, password = 'x'): Promise<TestPhone<RtpAudio>> {
  const phone = await TestPhone.rtp({ server: server(), domain, user, password });
  onTestFinished(() => phone.close());
  expect((await phone.register()).status).toBe(200);
  return phone;
}

const told = async <T extends EngineEvent['type']>(type: T): Promise<Extract<EngineEvent, { type: T }>> => {
  await expect.poll(() => events.some((event) => event.type === type)).toBe(true);
  const index = events.findIndex((event) => event.type === type);
  const [event] = events.splice(index, 1);
  return event as Extract<EngineEvent, { type: T }>;
};

/** A call of the phone that is answered by us. */
async function talking(
  phone: TestPhone<RtpAudio>,
): Promise<{ call: PhoneCall<RtpAudio>; at: { call: CallId; leg: LegId }; device: string | undefined }> {
  const call = await phone.call('102');
  const at = await told('arrived');
  engine.perform(tenant, at.call, { type: 'answer', leg: at.leg });
  await call.until('talking');
  await told('answered');
  return { call, at, device: at.device };
}

/** A call to the phone that is answered by it. */
async function answered(
  phone: TestPhone<RtpAudio>,
): Promise<{ call: PhoneCall<RtpAudio>; at: { call: CallId; leg: LegId }; device: string | undefined }> {
  const at = { call: 'rung' as CallId, leg: 'rung/1' as LegId };
  const callerId = { number: '102', name: '' };
  engine.perform(tenant, at.call, { type: 'dial', leg: at.leg, to: { kind: 'extension', extension: '101' }, callerId });
  const call = await phone.nextCall();
  await call.answer();
  const { device } = await told('answered');
  return { call, at, device };
}

/** A socket of its own that knows what was said, and sends what it likes. */
async function listener(): Promise<{
  ask: (request: Request) => Promise<Response>;
  port: number;
  /** The methods that it was asked by. */
  asked: readonly string[];
}> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const flow = udpFlow('127.0.0.1', server().port);
  const { port } = socket.address();
  const endpoint = new SipEndpoint({
    send: (_flow, bytes) => socket.send(bytes, flow.remote.port, flow.remote.address),
    closeFlow: () => {},
    sentBy: () => `127.0.0.1:${port}`,
    onRequest: (incoming) => {
      asked.push(incoming.request.method);
      incoming.respond({ status: 200 });
    },
  });
  socket.on('message', (bytes) => endpoint.receive(flow, bytes));
  onTestFinished(() => {
    endpoint.close();
    socket.close();
  });
  return {
    port,
    asked,
    ask: (request) =>
      new Promise((resolve, reject) => {
        endpoint.request(flow, request, {
          onResponse: (response) => void (response.status >= 200 && resolve(response)),
          onFailure: (why) => reject(new Error(why)),
        });
      }),
  };
}

/** The phone of the desk registers from there, with its proof; what it is answered. */
async function registersFrom({ ask }: Awaited<ReturnType<typeof listener>>, contact: string): Promise<number> {
  const address = { display: '', uri: `sip:${desk}@${domain}`, params: new Map<string, string>() };
  const callId = randomToken();
  const registering = (sequence: number, more: readonly Header[]) =>
    newRequest({
      method: 'REGISTER',
      uri: `sip:${domain}`,
      from: { ...address, params: new Map([['tag', 'r']]) },
      to: address,
      callId,
      cseq: sequence,
      headers: [{ name: 'contact', value: contact }, ...more],
    });
  const challenge = await ask(registering(1, []));
  const ofPhone = { username: desk, password: 'x' };
  const proof = answerChallenge(challenge, { method: 'REGISTER', uri: `sip:${domain}` }, ofPhone);
  return (await ask(registering(2, proof === undefined ? [] : [proof]))).status;
}

const inCall = (dialog: Dialog | undefined, method: string, headers: readonly Header[] = []): Request => {
  if (dialog === undefined) throw new Error('there is no dialog');
  return requestInDialog(dialog, method, { headers }).request;
};

test('a leg says which phone it is on as it begins, and at its end what was spoken, whichever side began it', async () => {
  const phone = await registered(desk);
  for (const begin of [talking, answered]) {
    const { call, at, device } = await begin(phone);
    expect(device).toBe(desk);
    const tone = { kind: 'tone', tone: 'ringback' } as const;
    engine.perform(tenant, at.call, { type: 'play', leg: at.leg, play: 'p' as PlayId, sources: [tone], loop: true });
    await expect.poll(() => call.audio.level(425)).toBeGreaterThan(0.1);
    await call.hangUp();
    const { quality } = await told('ended');
    expect(quality).toMatchObject({ lossPercent: 0, device: desk, codec: 'pcma' });
    expect(quality).not.toHaveProperty('worst');
  }
});

test('a phone whose password is taken away is unregistered, what it was doing ends, and it does not come back', async () => {
  const phone = await registered(desk);
  const other = await registered(hall);
  const { call } = await talking(phone);
  const ringing = await other.call('101');
  const at = await told('arrived');
  const leg = `${at.call}/1` as LegId;
  const callerId = { number: '102', name: '' };
  engine.perform(tenant, at.call, { type: 'dial', leg, to: { kind: 'extension', extension: '101' }, callerId });
  const rung = await phone.nextCall();
  rung.ring();

  await provision([device(hall)]);
  await call.until('ended');
  await rung.until('ended');
  const { registrations } = await engine.snapshot();
  expect(registrations.map(({ extension }) => extension)).toEqual(['102']);
  expect((await phone.register()).status).toBe(401);
  ringing.cancel();
  expect(ringing.state).not.toBe('ended');
});

test('a new password ends what came by the old one; another phone notices nothing', async () => {
  const phone = await registered(desk);
  const other = await registered(hall);
  const { call } = await talking(other);
  await provision([device(desk, 'y', 2), device(hall)]);
  expect((await phone.register()).status).toBe(401);
  await registered(desk, 'y');
  expect(call.state).toBe('talking');
});

test('a phone has so many calls at a time and no more, and the one that is refused is told', async () => {
  const phone = await registered(desk);
  await talking(phone);
  await talking(phone);
  const third = await phone.call('102');
  expect(await told('arrived')).toMatchObject({ refused: 'limit' });
  await third.until('ended');
  expect(third.status).toBe(503);
  const [call, leg] = ['too-many' as CallId, 'too-many/1' as LegId];
  const callerId = { number: '102', name: '' };
  engine.perform(tenant, call, { type: 'dial', leg, to: { kind: 'extension', extension: '101' }, callerId });
  expect(await told('ended')).toMatchObject({ leg, cause: 'busy' });
});

test('an extension has so many calls, whatever it calls from: one with a browser’s password has no limit of its own', async () => {
  const browser = await registered('101');
  for (let i = 0; i < 3; i += 1) await talking(browser);
  const fourth = await browser.call('102');
  expect(await told('arrived')).toMatchObject({ refused: 'limit' });
  await fourth.until('ended');
  expect(fourth.status).toBe(503);
});

test('who heard the tags of a call and sends from elsewhere is asked for a password, and the call stays where it was', async () => {
  const phone = await registered(desk);
  const { call, at } = await talking(phone);
  const thief = await listener();
  for (const method of ['OPTIONS', 'INFO', 'BYE']) {
    expect([method, (await thief.ask(inCall(call.dialog, method))).status]).toEqual([method, 401]);
  }
  expect(call.state).toBe('talking');
  engine.perform(tenant, at.call, { type: 'hang-up', leg: at.leg, cause: 'normal' });
  // The BYE came to the phone, not to whoever spoke last.
  await call.until('ended');
});

test('who heard the tags of a call and opens a connection is asked for a password, too', async () => {
  const phone = await registered(desk);
  const { call, at } = await talking(phone);
  const { port } = server();
  const thief = connect(port, '127.0.0.1');
  await once(thief, 'connect');
  onTestFinished(() => void thief.destroy());
  const bye = inCall(call.dialog, 'BYE', [{ name: 'via', value: 'SIP/2.0/TCP 127.0.0.1:9;branch=z9hG4bKthief' }]);
  thief.write(serializeMessage(bye));
  const [answer] = await once(thief, 'data');
  expect(String(answer)).toMatch(/^SIP\/2\.0 401 /);
  expect(call.state).toBe('talking');
  engine.perform(tenant, at.call, { type: 'hang-up', leg: at.leg, cause: 'normal' });
  await call.until('ended');
});

test('a phone whose NAT gave it another port goes on by its password, or by registering from there', async () => {
  const phone = await registered(desk);
  const { call } = await talking(phone);
  const moved = await listener();
  const first = inCall(call.dialog, 'OPTIONS');
  const challenge = await moved.ask(first);
  const credentials = answerChallenge(challenge, first, { username: desk, password: 'x' });
  if (credentials === undefined || call.dialog === undefined) throw new Error('there was no challenge');
  const { dialog, request } = requestInDialog(call.dialog, 'OPTIONS', { headers: [credentials] });
  expect((await moved.ask({ ...request })).status).toBe(200);
  // It is heard there last, so it is the phone from now on.
  expect((await moved.ask(inCall(dialog, 'OPTIONS'))).status).toBe(200);

  const third = await listener();
  expect(await registersFrom(third, `<sip:${desk}@127.0.0.1:${third.port}>`)).toBe(200);
  expect((await third.ask(inCall(requestInDialog(dialog, 'OPTIONS', {}).dialog, 'OPTIONS'))).status).toBe(200);
});

test('a phone that registers from another port that its NAT gave it is told there that the other side hung up', async () => {
  const phone = await registered(desk);
  const { at } = await talking(phone);
  const moved = await listener();
  expect(await registersFrom(moved, phone.contact)).toBe(200);
  engine.perform(tenant, at.call, { type: 'hang-up', leg: at.leg, cause: 'normal' });
  await expect.poll(() => moved.asked).toEqual(['BYE']);
});

test('a phone that starts again at another address is one phone: it is rung there alone, and what it answers ends the ringing', async () => {
  const contacts = async () => (await engine.snapshot()).registrations.flatMap((one) => one.contacts).length;
  const before = await registered(hall);
  const own = await contacts();
  before.close();
  const now = await registered(hall);
  expect(await contacts()).toBe(own);
  const other = await registered(desk);
  const ringing = await other.call('102');
  const at = await told('arrived');
  const leg = `${at.call}/1` as LegId;
  const callerId = { number: '101', name: '' };
  engine.perform(tenant, at.call, { type: 'dial', leg, to: { kind: 'extension', extension: '102' }, callerId });
  (await now.nextCall()).reject(486);
  expect(await told('ended')).toMatchObject({ leg, cause: 'busy' });
  ringing.cancel();
});

test('a phone that sends its callers elsewhere by itself has not answered, and tells where: call control says whether they go there', async () => {
  const forwarding = await registered(hall);
  const at = { call: 'forwarded' as CallId, leg: 'forwarded/1' as LegId };
  const to = { kind: 'extension', extension: '102' } as const;
  engine.perform(tenant, at.call, { type: 'dial', leg: at.leg, to, callerId: { number: '101', name: '' } });
  const elsewhere = '"Hà" <sip:103@devices.example;user=phone>;q=0.9, <tel:+84912345678>';
  (await forwarding.nextCall()).reject(302, [{ name: 'contact', value: elsewhere }]);
  expect(await told('ended')).toMatchObject({ leg: at.leg, cause: 'no-answer', sipCode: 302, divertedTo: '103' });
});

test.each([
  [480, 'no-answer'],
  [486, 'busy'],
  [600, 'busy'],
] as const)(
  'a phone that is set to do-not-disturb refuses unrung, and call control is told by which code: %i',
  async (sipCode, cause) => {
    const quiet = await registered(hall);
    const at = { call: `quiet${sipCode}` as CallId, leg: `quiet${sipCode}/1` as LegId };
    const to = { kind: 'extension', extension: '102' } as const;
    engine.perform(tenant, at.call, { type: 'dial', leg: at.leg, to, callerId: { number: '101', name: '' } });
    (await quiet.nextCall()).reject(sipCode);
    expect(await told('ended')).toMatchObject({ leg: at.leg, cause, sipCode });
    // Told in their order: it would be there by now.
    expect(events.filter(({ type }) => type === 'ringing')).toEqual([]);
  },
);

test('a phone behind NAT that asks for no rport is answered where it speaks from, and one that listens elsewhere where it listens', async () => {
  const socket = createSocket('udp4');
  const other = createSocket('udp4');
  for (const one of [socket, other]) {
    one.bind(0, '127.0.0.9');
    await once(one, 'listening');
    onTestFinished(() => void one.close());
  }
  const heard: [string, string][] = [];
  socket.on('message', (bytes) => heard.push(['source', bytes.toString().slice(0, 11)]));
  other.on('message', (bytes) => heard.push(['elsewhere', bytes.toString().slice(0, 11)]));
  const registers = (via: string, branch: string) => {
    const lines = [
      `REGISTER sip:${domain} SIP/2.0`,
      `Via: SIP/2.0/UDP ${via};branch=z9hG4bK${branch}`,
      `From: <sip:${desk}@${domain}>;tag=1`,
      `To: <sip:${desk}@${domain}>`,
      `Call-ID: ${branch}`,
      'CSeq: 1 REGISTER',
      `Contact: <sip:${desk}@192.168.1.50:5060>`,
      'Content-Length: 0',
      '',
      '',
    ];
    socket.send(lines.join('\r\n'), server().port, '127.0.0.1');
  };
  registers('192.168.1.50:5060', 'a');
  await expect.poll(() => heard).toEqual([['source', 'SIP/2.0 401']]);
  registers(`127.0.0.9:${other.address().port}`, 'b');
  await expect.poll(() => heard.slice(1)).toEqual([['elsewhere', 'SIP/2.0 401']]);
});

test.each(['calls', 'is called'] as const)(
  'a desk phone that %s, holds and loses its power is missed: who waits for it does not wait for ever',
  async (how) => {
    const phone = await registered(desk);
    const { call, at } = how === 'calls' ? await talking(phone) : await answered(phone);
    await call.hold(true);
    await told('held');
    await expect.poll(() => call.received.some(({ method }) => method === 'OPTIONS')).toBe(true);
    phone.close();
    expect(await told('ended')).toMatchObject({ leg: at.leg, cause: 'no-media' });
  },
);

test.each(['calls', 'is called'] as const)(
  'a phone that %s and sends no audio is asked by its signalling, and talks on for as long as that answers',
  async (how) => {
    const phone = await registered(desk);
    const { call, at } = how === 'calls' ? await talking(phone) : await answered(phone);
    const asks = () => call.received.filter(({ method }) => method === 'OPTIONS').length;
    call.audio.lose(1);
    expect(await told('media')).toMatchObject({ on: false, asked: true });
    await expect.poll(asks).toBeGreaterThan(8);
    expect(events.filter(({ type }) => type === 'ended')).toEqual([]);
    call.audio.lose(0);
    expect(await told('media')).toMatchObject({ on: true });
    const before = asks();
    call.audio.lose(1);
    await expect.poll(asks).toBeGreaterThan(before + 1);
    phone.close();
    expect(await told('ended')).toMatchObject({ leg: at.leg, cause: 'no-media' });
  },
);

test('a desk phone that holds and starts again knows nothing of the call, which is over', async () => {
  const phone = await registered(desk);
  const { call, at } = await talking(phone);
  await call.hold(true);
  call.dialog = undefined; // What the switch asks it now is answered by 481.
  expect(await told('ended')).toMatchObject({ leg: at.leg, cause: 'interrupted' });
});

test('what a desk phone is seen to be is told: from where, with what, until when; and that it has left', async () => {
  const phone = await registered(desk);
  await expect.poll(() => seen).toHaveLength(1);
  const [one] = seen;
  expect(one).toMatchObject({ device: desk, from: { address: `udp:${phone.hostPort}` } });
  expect((one?.until ?? 0) - (one?.at ?? 0)).toBeCloseTo(60_000, -3);
  await phone.register(0);
  await expect.poll(() => seen.at(-1)).toMatchObject({ device: desk, until: null, registrations: [] });
});

test('a phone that an engine before this one knew is rung without a word from it; one with another password is not known', async () => {
  await registered(desk);
  const phone = await registered(hall);
  await expect.poll(() => seen).toHaveLength(2);
  const registrations = seen.flatMap((one) => one.registrations);
  const before = engine.pid;
  if (before !== null) process.kill(before, 'SIGKILL');
  await expect.poll(() => engine.pid !== null && engine.pid !== before).toBe(true);
  await provision([device(desk, 'y', 2), device(hall)], registrations);
  expect((await engine.snapshot()).registrations.map(({ extension }) => extension)).toEqual(['102']);

  const caller = await registered(desk, 'y');
  const call = await caller.call('102');
  const at = await told('arrived');
  const leg = `${at.call}/1` as LegId;
  const callerId = { number: '101', name: '' };
  engine.perform(tenant, at.call, { type: 'dial', leg, to: { kind: 'extension', extension: '102' }, callerId });
  (await phone.nextCall()).ring();
  await told('ringing');
  call.cancel();

  // From here on it knows better itself.
  await phone.register(0);
  await provision([device(desk, 'y', 2), device(hall)], registrations);
  expect((await engine.snapshot()).registrations.map(({ extension }) => extension)).toEqual(['101']);
});
