import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeId, EngineEvent, LegId, RecordingId, TenantId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { header } from '@alo/sip';
import { type PhoneAudio, type PhoneCall, TestPhone } from '@alo/testing';
import { generate } from 'selfsigned';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { amplitudeOf, heardLevel } from './media/testing/amplitude.ts';
import { Browser } from './media/testing/phones.ts';
import type { OpusUse } from './options.ts';
import { digestSecret } from './testing/digest-secret.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'opus' as TenantId;
const domain = 'opus.example';

/** A browser that says in Opus what it says, where that was agreed on: the library at its other end speaks whatever it is told. */
class OpusBrowser implements PhoneAudio {
  readonly browser = new Browser('opus');
  /** What it was offered or answered. */
  told = '';

  offer = () => this.browser.offer();
  answer = (offer: string) => {
    this.told = offer;
    return this.browser.answer(offer);
  };
  acceptAnswer = async (answer: string) => {
    this.told = answer;
    this.browser.accept(answer);
  };
  close = () => this.browser.close();

  level(hertz: number): number {
    return amplitudeOf(this.browser.voice.audio(500), hertz);
  }
}

let identity: { certificate: string; key: string };
beforeAll(async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }]);
  identity = { certificate: cert, key };
});

/** An engine that speaks Opus so; 101 and 102 are people, and 8000 is nobody's phone. */
async function bench(opus?: OpusUse) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-opus-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  const engine = createSipEngine({ files, opus, bindAddress: '127.0.0.1', sipPort: 0, wss: { port: 0, ...identity } });
  const phones: { close(): void }[] = [];
  onTestFinished(async () => {
    for (const phone of phones) phone.close();
    await engine.close();
  });
  await engine.start();
  const events: EngineEvent[] = [];
  engine.onEvent((_tenant, event) => events.push(event));
  await engine.provision({
    revision: 1,
    tenant,
    domain,
    extensions: ['101', '102'].map((extension) => ({ extension, secrets: [digestSecret(extension, domain, 'x')] })),
    trunks: [],
  });
  await engine.open();

  const browser = async (user: string) => {
    const server = { transport: 'ws', url: `wss://127.0.0.1:${engine.listening?.wssPort}/` } as const;
    const newAudio = async () => new OpusBrowser();
    const phone = await TestPhone.open({ server, domain, user, password: 'x', newAudio });
    phones.push(phone);
    expect((await phone.register()).status).toBe(200);
    return phone;
  };
  const desk = async (user: string) => {
    const server = { transport: 'udp', host: '127.0.0.1', port: engine.listening?.sipPort ?? 0 } as const;
    const phone = await TestPhone.rtp({ server, domain, user, password: 'x' });
    phones.push(phone);
    expect((await phone.register()).status).toBe(200);
    return phone;
  };
  const told = async <T extends EngineEvent['type']>(type: T): Promise<Extract<EngineEvent, { type: T }>> => {
    await expect.poll(() => events.some((event) => event.type === type), { timeout: 15_000 }).toBe(true);
    const [event] = events.splice(
      events.findIndex((one) => one.type === type),
      1,
    );
    return event as Extract<EngineEvent, { type: T }>;
  };
  /** The SDP that answers a call which we take at once. */
  const answerTo = async <A extends PhoneAudio>(call: PhoneCall<A>) => {
    const { call: id, leg } = await told('arrived');
    engine.perform(tenant, id, { type: 'answer', leg });
    await call.until('talking');
    return new TextDecoder().decode(call.response?.body);
  };
  return { engine, folder, browser, desk, told, answerTo };
}

const inOpus = /m=audio \d+ \S+ (?:111|96)\b/;
const inAlaw = /m=audio \d+ \S+ 8\b/;

/** Calls 102 from 101, and leads both to each other. */
async function talk(
  { engine, told }: Awaited<ReturnType<typeof bench>>,
  a: TestPhone<OpusBrowser>,
  b: TestPhone<OpusBrowser>,
) {
  const caller = await a.call('102');
  const { call, leg } = await told('arrived');
  const other = `${call}/1` as LegId; // As call control would name it.
  const bridge = `${call}/b1` as BridgeId;
  const perform = (command: Parameters<HostedEngine['perform']>[2]) => engine.perform(tenant, call, command);
  const callerId = { number: '101', name: '' };
  perform({ type: 'dial', leg: other, to: { kind: 'extension', extension: '102' }, callerId });
  const callee = await b.nextCall();
  await callee.answer();
  await told('answered');
  perform({ type: 'answer', leg });
  perform({
    type: 'bridge',
    bridge,
    members: [
      { leg, hears: [other], channel: 'left' },
      { leg: other, hears: [leg], channel: 'right' },
    ],
  });
  await caller.until('talking');
  return { caller, callee, call, bridge, perform };
}

test('two browsers talk in Opus, a recording has both, and the call says in what it was', async () => {
  const one = await bench();
  const { folder, told } = one;
  const { caller, callee, bridge, perform } = await talk(one, await one.browser('101'), await one.browser('102'));
  expect(caller.audio.told).toMatch(inOpus);
  expect(caller.audio.told).toMatch(/a=rtpmap:111 opus\/48000\/2\r\na=fmtp:111 \S*useinbandfec=1/);
  expect(callee.audio.told).toMatch(/m=audio \d+ \S+ 111 8 0 110 101\r\n/);
  caller.audio.browser.voice.speak(440);
  callee.audio.browser.voice.speak(1_000);
  await expect.poll(() => callee.audio.level(440), { timeout: 15_000 }).toBeGreaterThan(heardLevel);
  await expect.poll(() => caller.audio.level(1_000), { timeout: 15_000 }).toBeGreaterThan(heardLevel);
  const recording = 'talk' as RecordingId;
  perform({ type: 'record', recording, bridge });
  const file = join(folder, tenant, 'talk.wav');
  const side = async (at: 0 | 1, hertz: number) => {
    const bytes = await readFile(file).catch(() => Buffer.alloc(44));
    const frames = Math.floor((bytes.length - 44) / 4);
    // The last second that is on disk.
    const first = Math.max(0, frames - 8_000);
    const samples = Array.from({ length: frames - first }, (_, i) => bytes.readInt16LE(44 + (first + i) * 4 + 2 * at));
    return samples.length < 8_000 ? 0 : amplitudeOf(samples, hertz);
  };
  await expect.poll(() => side(0, 440), { timeout: 15_000 }).toBeGreaterThan(heardLevel);
  await expect.poll(() => side(1, 1_000), { timeout: 15_000 }).toBeGreaterThan(heardLevel);
  await caller.hangUp();
  expect(await told('ended')).toMatchObject({ quality: { codec: 'opus' } });
}, 60_000);

test('who calls what is no browser’s number has G.711, and who has nothing but Opus has that', async () => {
  const { browser, desk, answerTo } = await bench();
  expect(await answerTo(await (await browser('101')).call('8000'))).toMatch(inAlaw);
  const phone = await desk('102');
  const alone = (offer: string) => offer.replace(/AVP 8 101[^]*$/, 'AVP 96\r\na=rtpmap:96 opus/48000/2\r\n');
  const asOffered = (offer: string) => ({ type: 'application/sdp', body: alone(offer) });
  expect(await answerTo(await phone.call('8000', { asOffered }))).toMatch(inOpus);
});

test('a desk phone that has Opus speaks it with a browser, and with nobody else', async () => {
  const { browser, desk, answerTo } = await bench();
  await browser('101');
  const phone = await desk('102');
  const also = (offer: string) =>
    offer.replace('AVP 8 101', 'AVP 8 96 101').replace('a=rtpmap:101', 'a=rtpmap:96 opus/48000/2\r\na=rtpmap:101');
  const asOffered = (offer: string) => ({ type: 'application/sdp', body: also(offer) });
  expect(await answerTo(await phone.call('101', { asOffered }))).toMatch(inOpus);
  expect(await answerTo(await phone.call('8000', { asOffered }))).toMatch(inAlaw);
});

test('with-browsers: a browser has Opus whoever is at the other end, and a desk phone hears it', async () => {
  const { engine, browser, desk, told } = await bench('with-browsers');
  const caller = await (await desk('101')).call('8000');
  const { call, leg } = await told('arrived');
  const page = await browser('102');
  const other = `${call}/1` as LegId;
  const callerId = { number: '101', name: '' };
  engine.perform(tenant, call, {
    type: 'dial',
    leg: other,
    to: { kind: 'extension', extension: '102' },
    callerId,
  });
  const callee = await page.nextCall();
  await callee.answer();
  await told('answered');
  engine.perform(tenant, call, { type: 'answer', leg });
  engine.perform(tenant, call, {
    type: 'bridge',
    bridge: `${call}/b1` as BridgeId,
    members: [
      { leg, hears: [other], channel: 'left' },
      { leg: other, hears: [leg], channel: 'right' },
    ],
  });
  await caller.until('talking');
  expect(callee.audio.told).toMatch(/m=audio \d+ \S+ 111 8 0 /);
  callee.audio.browser.voice.speak(440);
  caller.audio.speak(1_000);
  await expect.poll(() => caller.audio.level(440), { timeout: 15_000 }).toBeGreaterThan(0.1);
  await expect.poll(() => callee.audio.level(1_000), { timeout: 15_000 }).toBeGreaterThan(heardLevel);
}, 60_000);

test('never: browsers have G.711 with each other, and who has nothing but Opus is told so', async () => {
  const one = await bench('never');
  const { caller, callee } = await talk(one, await one.browser('101'), await one.browser('102'));
  expect(caller.audio.told).toMatch(inAlaw);
  expect(callee.audio.told).toMatch(/m=audio \d+ \S+ 8 0 101\r\n/);
  const phone = await one.desk('102');
  const asOffered = (offer: string) => ({
    type: 'application/sdp',
    body: offer.replace(/AVP 8 101[^]*$/, 'AVP 96\r\na=rtpmap:96 opus/48000/2\r\n'),
  });
  const refused = await phone.call('8000', { asOffered });
  await refused.until('ended');
  expect([refused.status, refused.response && header(refused.response, 'warning')]).toEqual([
    488,
    expect.stringMatching(/^305 /),
  ]);
}, 60_000);
