import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeId, CallId, EngineEvent, LegId, TenantId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { header } from '@alo/sip';
import { type PhoneAudio, socketAnswer, TestPhone } from '@alo/testing';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { amplitudeOf } from './media/testing/amplitude.ts';
import { Browser } from './media/testing/phones.ts';
import { digestSecret } from './testing/digest-secret.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'browsers' as TenantId;
const domain = 'browsers.example';

/** The audio of a browser: ICE and DTLS-SRTP, played by the native library at the other end. */
class BrowserAudio implements PhoneAudio {
  readonly browser = new Browser();

  offer = () => this.browser.offer();
  answer = (offer: string) => this.browser.answer(offer);
  acceptAnswer = async (answer: string) => this.browser.accept(answer);
  close = () => this.browser.close();

  level(hertz: number): number {
    return amplitudeOf(this.browser.voice.audio(500), hertz);
  }
}

let engine: HostedEngine;
let web: Server;
const events: EngineEvent[] = [];
const phones: TestPhone<BrowserAudio>[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-browsers-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  engine = createSipEngine({
    files,
    sipPort: 0,
    wss: { port: 0, certificate: cert, key, origins: ['https://crm.example.vn'] },
  });
  await engine.start();
  await engine.open();
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.provision({
    revision: 1,
    tenant,
    domain,
    extensions: ['101', '102'].map((extension) => ({ extension, secrets: [digestSecret(extension, domain, 'x')] })),
    trunks: [],
  });
  await engine.open();
  web = createServer();
  web.on('upgrade', (request, socket, head) => engine.acceptWebSocket(request, socket, head));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
});

afterAll(async () => {
  for (const phone of phones) phone.close();
  web.close();
  await engine.close();
});

const port = (): number => {
  const address = web.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

async function browser(user: string, url = `ws://127.0.0.1:${port()}/sip`): Promise<TestPhone<BrowserAudio>> {
  const phone = await TestPhone.open({
    server: { transport: 'ws', url },
    domain,
    user,
    password: 'x',
    newAudio: async () => new BrowserAudio(),
  });
  phones.push(phone);
  expect((await phone.register()).status).toBe(200);
  return phone;
}

const seen = <Type extends EngineEvent['type']>(type: Type) =>
  expect.poll(() => events.find((event) => event.type === type));

test('a browser that is registered tries its way of audio without a call, and nobody hears of one; who is not has no answer', async () => {
  const trying = await browser('101');
  const audio = new BrowserAudio();
  const offer = await audio.offer();
  let heard = false;
  audio.browser.onOpen(() => (heard = true));
  const { status, body } = await trying.options(offer);
  expect(status).toBe(200);
  await audio.acceptAnswer(new TextDecoder().decode(body));
  await expect.poll(() => heard).toBe(true);
  expect(events.filter(({ type }) => type === 'arrived')).toEqual([]);
  audio.close();
  const stranger = await TestPhone.open({
    server: { transport: 'ws', url: `ws://127.0.0.1:${port()}/sip` },
    domain,
    user: '102',
    password: 'x',
    newAudio: async () => new BrowserAudio(),
  });
  phones.push(stranger);
  const plain = await stranger.options(await new BrowserAudio().offer());
  expect([plain.status, plain.body.length]).toEqual([200, 0]);
});

test('two browsers, one on the web port and one on WSS, call each other and hear each other', async () => {
  const a = await browser('101');
  const b = await browser('102', `wss://127.0.0.1:${engine.listening?.wssPort}/`);
  const caller = await a.call('102');
  await seen('arrived').toBeDefined();
  const arrived = events.find((event) => event.type === 'arrived');
  if (arrived?.type !== 'arrived') throw new Error('the call did not arrive');
  const call: CallId = arrived.call;
  const other = `${call}/1` as LegId; // As call control would name it.
  const perform = (command: Parameters<HostedEngine['perform']>[2]) => engine.perform(tenant, call, command);
  perform({
    type: 'dial',
    leg: other,
    to: { kind: 'extension', extension: '102' },
    callerId: { number: '101', name: '' },
  });
  const callee = await b.nextCall();
  callee.ring();
  await callee.answer();
  await seen('answered').toMatchObject({ leg: other });
  expect(callee.invite && header(callee.invite, 'x-alo-call')).toBe(call);
  perform({ type: 'ring', leg: arrived.leg });
  await caller.until('ringing');
  perform({ type: 'answer', leg: arrived.leg });
  perform({
    type: 'bridge',
    bridge: `${call}/b1` as BridgeId, // As call control would name it.
    members: [
      { leg: arrived.leg, hears: [other], channel: 'right' },
      { leg: other, hears: [arrived.leg], channel: 'right' },
    ],
  });
  await caller.until('talking');
  const named = caller.responses.map((response) => [response.status, header(response, 'x-alo-call')]);
  expect(named).toEqual([
    [180, call],
    [200, call],
  ]);
  caller.audio.browser.voice.speak(440);
  callee.audio.browser.voice.speak(1000);
  await expect.poll(() => callee.audio.level(440)).toBeGreaterThan(4_000);
  await expect.poll(() => caller.audio.level(1000)).toBeGreaterThan(4_000);

  // The tab of the callee is closed: its contact goes at once, its leg when no audio comes.
  events.length = 0;
  b.close();
  await seen('contacts').toMatchObject({ extension: '102', contacts: [] });
  await expect
    .poll(() => events.find((event) => event.type === 'ended'))
    .toMatchObject({ leg: other, cause: 'no-media' });
  expect(await caller.hangUp()).toBe(200);
  // Told before the next test looks at what it is told.
  await expect.poll(() => events.some((event) => event.type === 'ended' && event.leg === arrived.leg)).toBe(true);
}, 30_000);

test('a page that its browser froze is passed over and told; the others ring, and it counts again when it is back', async () => {
  const call = 'asleep' as CallId; // As call control would name it.
  const ring = (leg: string): LegId => {
    const name = `${call}/${leg}` as LegId;
    engine.perform(tenant, call, {
      type: 'dial',
      leg: name,
      to: { kind: 'extension', extension: '102' },
      callerId: { number: '101', name: '' },
      autoAnswer: true,
    });
    return name;
  };
  const contacts = () => {
    const last = events.findLast((event) => event.type === 'contacts');
    return last?.type === 'contacts'
      ? last.contacts.map(({ asleep }) => asleep).toSorted((a, b) => Number(a) - Number(b))
      : [];
  };
  events.length = 0;
  const frozen = await browser('102');
  const awake = await browser('102');
  await expect.poll(contacts).toEqual([false, false]);
  frozen.freeze();
  const first = ring('1');
  const ringing = await awake.nextCall();
  expect(ringing.invite && header(ringing.invite, 'call-info')).toMatch(/answer-after=0/);
  await expect.poll(contacts).toEqual([false, true]);
  ringing.reject(486);
  await expect.poll(() => events.find((event) => event.type === 'ended')).toMatchObject({ leg: first, cause: 'busy' });

  awake.close();
  await expect.poll(contacts).toEqual([true]);
  events.length = 0;
  const second = ring('2');
  await expect
    .poll(() => events.find((event) => event.type === 'ended'))
    .toMatchObject({ leg: second, cause: 'asleep' });
  await expect(frozen.nextCall(100)).rejects.toThrow('no call');
  frozen.thaw();
  await expect.poll(contacts).toEqual([false]);
  frozen.close();
});

test('a browser that says it has no microphone is told of as such, and rings only where no other one could be heard', async () => {
  const call = 'voiceless' as CallId; // As call control would name it.
  const ring = (leg: string): void => {
    engine.perform(tenant, call, {
      type: 'dial',
      leg: `${call}/${leg}` as LegId,
      to: { kind: 'extension', extension: '102' },
      callerId: { number: '101', name: '' },
    });
  };
  const voiceless = () => {
    const last = events.findLast((event) => event.type === 'contacts');
    return last?.type === 'contacts' ? last.contacts.map((contact) => contact.voiceless === true) : [];
  };
  events.length = 0;
  const mute = await browser('102');
  await expect.poll(voiceless).toEqual([false]);
  const none = { name: 'X-Alo-Microphone', value: 'none' };
  await mute.register(60, [none]);
  await expect.poll(voiceless).toEqual([true]);
  const heard = await browser('102');
  await expect.poll(() => voiceless().toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
  ring('1');
  (await heard.nextCall()).reject(486);
  await expect(mute.nextCall(100)).rejects.toThrow('no call');

  heard.close();
  await expect.poll(voiceless).toEqual([true]);
  ring('2');
  (await mute.nextCall()).reject(486);
  const told = events.filter(({ type }) => type === 'contacts').length;
  await mute.register(60, [none]);
  expect(events.filter(({ type }) => type === 'contacts')).toHaveLength(told);
  await mute.register();
  await expect.poll(voiceless).toEqual([false]);
  mute.close();
});

test("WSS takes browsers' sockets from the console's own pages and those that the operator names, by scheme, host and port", async () => {
  const status = (origin: string) =>
    socketAnswer(`wss://127.0.0.1:${engine.listening?.wssPort}/`, ['sip'], { origin, rejectUnauthorized: false });
  expect(await status('https://127.0.0.1')).toBe('open');
  expect(await status('https://crm.example.vn')).toBe('open');
  const other = [
    'http://127.0.0.1:8080',
    'https://evil.example',
    'http://crm.example.vn',
    'null',
    'https://127.0.0.1.evil.example',
  ];
  for (const origin of other) {
    expect(await status(origin)).toBe(403);
  }
});

test('a socket that does not ask for the sub-protocol sip is refused; one that comes while the engine is down waits for the next', async () => {
  const status = (protocols: string[]) => socketAnswer(`ws://127.0.0.1:${port()}/sip`, protocols);
  expect(await status(['chat'])).toBe(400);
  expect(await status(['sip'])).toBe('open');
  if (engine.pid !== null) process.kill(engine.pid, 'SIGKILL');
  await expect.poll(() => engine.pid).toBeNull();
  expect(await status(['sip'])).toBe('open');
  expect(engine.pid).not.toBeNull();
});
