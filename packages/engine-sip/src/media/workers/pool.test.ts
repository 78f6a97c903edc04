import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordingId, TenantId } from '@alo/call-core';
import { flagsOf } from '@alo/engine-host/supervision';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMediaPlane, type LocalPlane } from '../create-media-plane.ts';
import type { MediaLeg } from '../media-leg.ts';
import { amplitudeOf, heardLevel } from '../testing/amplitude.ts';
import { Browser, connectedPhone, type DeskPhone } from '../testing/phones.ts';
import { until } from '../testing/plane.ts';
import { everybody } from '../testing/together.ts';
import type { TestVoice } from '../testing/voice.ts';
import { type MediaWorkers, startWorkers } from './start-workers.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'demo' as TenantId;
const recordingOf = (name: string) => ({ tenant, recording: name as RecordingId });

let folder: string;
let own: LocalPlane;
let workers: MediaWorkers;
const patience = { timeout: 60_000 };
const warnings: string[] = [];
const ends: (() => void)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-workers-'));
  const options = {
    bindAddress: '127.0.0.1',
    promptsFolder: join(folder, 'prompts'),
    recordingsFolder: join(folder, 'recordings'),
    hasOpus: true,
    icePort: 0,
  };
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
  own = await createMediaPlane({ ...options, log });
  workers = await startWorkers({ count: 2, own, options, publicAddresses: () => [], log });
});

afterEach(async () => {
  for (const end of ends.splice(0)) end();
  await until(() => workers.processes.length === 2 && workers.processes.every(({ legs }) => legs === 0));
  warnings.length = 0;
});

afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true, force: true });
});

/** A desk phone in a call, that speaks; it takes a re-INVITE as phones do. */
async function party(
  conversation: string,
  hertz: number,
): Promise<{ leg: MediaLeg; phone: DeskPhone; voice: TestVoice }> {
  const leg = workers.plane.rtpLeg({ conversation });
  const phone = await connectedPhone(leg);
  leg.onLost(() => void reInvite(leg, phone));
  leg.expectMedia(true);
  phone.voice.speak(hertz);
  ends.push(() => {
    leg.close();
    phone.close();
  });
  return { leg, phone, voice: phone.voice };
}

async function reInvite(leg: MediaLeg, phone: DeskPhone): Promise<void> {
  phone.connect(await leg.restart());
  await leg.acceptAnswer(phone.sdp());
}

const legs = (): readonly number[] => workers.processes.map((one) => one.legs);
const hears = (voice: TestVoice, hertz: number): boolean => amplitudeOf(voice.audio(200), hertz) > heardLevel;

test('each process runs with the flags of an engine and no others', async () => {
  for (const { pid } of workers.processes) {
    const [, ...words] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    const program = words.findIndex((word) => !word.startsWith('-'));
    expect(words.slice(0, program)).toEqual(flagsOf('engine'));
  }
  expect(workers.processes).toHaveLength(2);
});

test('what is of one call is in one process, and calls go where the fewest legs are', async () => {
  const first = [await party('one', 440), await party('one', 700)];
  expect(legs()).toEqual([2, 0]);
  const second = [await party('two', 500), await party('two', 900)];
  expect(legs()).toEqual([2, 2]);
  for (const [a, b] of [first, second]) {
    if (a === undefined || b === undefined) throw new Error('a call of two');
    workers.plane.bridge().set(everybody([a.leg, b.leg]));
  }
  await until(() => first.every(({ voice }, at) => hears(voice, at === 0 ? 700 : 440)));
  await until(() => second.every(({ voice }, at) => hears(voice, at === 0 ? 900 : 500)));
});

test('calls that are joined hear each other across processes, with their keys, in one recording', async () => {
  const [lan, minh] = [await party('one', 440), await party('one', 700)];
  const hoa = await party('two', 1_200);
  expect(legs()).toEqual([2, 1]);
  const talk = workers.plane.bridge('one');
  talk.set(everybody([lan.leg, minh.leg]));
  const recording = workers.plane.record(recordingOf('joined'), talk);
  await expect.poll(async () => loudest((await sides('joined')).right, 700), patience).toBeGreaterThan(heardLevel);
  // Transferred: Minh goes, Hoa comes, from a call of her own that was recorded nowhere.
  const next = workers.plane.bridge('two');
  next.set(everybody([lan.leg, hoa.leg]));
  recording.follow(next);
  await until(() => hears(hoa.voice, 440) && hears(lan.voice, 1_200));
  lan.voice.press(5);
  await until(() => hoa.voice.heard.some(({ payloadType }) => payloadType === 101));
  await expect.poll(async () => loudest((await sides('joined')).right, 1_200), patience).toBeGreaterThan(heardLevel);
  expect(loudest((await sides('joined')).left, 440)).toBeGreaterThan(heardLevel);
  expect((await recording.stop()).state).toBe('whole');
  expect(warnings).toEqual([]);
});

test('a process that dies takes the audio of its calls alone, which is set up again, recording and music included', async () => {
  const [lan, minh] = [await party('one', 440), await party('one', 700)];
  const [hoa, nam] = [await party('two', 500), await party('two', 900)];
  const talk = workers.plane.bridge('one');
  talk.set(everybody([lan.leg, minh.leg]));
  workers.plane.bridge('two').set(everybody([hoa.leg, nam.leg]));
  const recording = workers.plane.record(recordingOf('died'), talk);
  const web = workers.plane.webRtcLeg({ conversation: 'one' });
  const browser = new Browser();
  const answer = await web.answer(await browser.offer());
  browser.accept(answer);
  let isAlone: boolean | undefined;
  web.onLost(() => {
    isAlone = true;
  });
  web.expectMedia(true);
  ends.push(() => {
    web.close();
    browser.close();
  });
  const waiting = await party('one', 1_600);
  waiting.leg.play([{ kind: 'tone', tone: 'busy' }], { loop: true }, () => {});
  await until(() => hears(minh.voice, 440) && hears(nam.voice, 500) && hears(waiting.voice, 425));
  expect(legs()).toEqual([4, 2]);
  await expect.poll(async () => loudest((await sides('died')).left, 440), patience).toBeGreaterThan(heardLevel);
  const died = (await sides('died')).left.length;
  const before = nam.voice.heard.length;
  process.kill(workers.processes[0]?.pid ?? Number.NaN, 'SIGKILL');
  for (const { voice } of [lan, minh, waiting]) voice.forget();
  await until(() => isAlone === true);
  const offer = await web.restart();
  expect(offer).toContain('a=setup:actpass');
  // The same session goes on (RFC 3264 §8), by other keys.
  const sessionOf = (sdp: string) => /o=- (\d+) (\d+) /.exec(sdp)?.slice(1).map(Number) ?? [];
  const [[id, version = 0], [nextId, nextVersion]] = [sessionOf(answer), sessionOf(offer)];
  expect([nextId, nextVersion]).toEqual([id, version + 1]);
  expect(fingerprintOf(offer)).not.toBe(fingerprintOf(answer));
  await until(() => hears(minh.voice, 440) && hears(lan.voice, 700) && hears(waiting.voice, 425));
  await until(() => hears(nam.voice, 500));
  expect(nam.voice.heard.length).toBeGreaterThan(before);
  await expect
    .poll(async () => loudest((await sides('died')).left.subarray(died), 440), patience)
    .toBeGreaterThan(heardLevel);
  const result = await recording.stop();
  expect(result.state).toBe('incomplete');
  expect(result.gapMs).toBeGreaterThan(0);
  expect((await sides('died')).ms).toBe(result.durationMs);
});

test('people of joined calls hear each other again whichever of the two processes dies', async () => {
  for (const dies of [0, 1]) {
    const lan = await party('one', 440);
    const hoa = await party('two', 1_200);
    expect(legs()).toEqual([1, 1]);
    const talk = workers.plane.bridge('one');
    talk.set(everybody([lan.leg, hoa.leg]));
    await until(() => hears(hoa.voice, 440) && hears(lan.voice, 1_200));
    process.kill(workers.processes[dies]?.pid ?? Number.NaN, 'SIGKILL');
    await until(() => legs().length === 1);
    for (const { voice } of [lan, hoa]) voice.forget();
    await until(() => hears(hoa.voice, 440) && hears(lan.voice, 1_200));
    for (const end of ends.splice(0)) end();
    await until(() => workers.processes.length === 2 && workers.processes.every((one) => one.legs === 0));
  }
});

const fingerprintOf = (sdp: string): string | undefined => /a=fingerprint:(.*)/.exec(sdp)?.[1];

/** How loud a tone is where it is loudest. */
function loudest(samples: Int16Array, hertz: number): number {
  let most = 0;
  for (let at = 0; at + 800 <= samples.length; at += 800)
    most = Math.max(most, amplitudeOf(samples.subarray(at, at + 800), hertz));
  return most;
}

/** What a recording has on each side. */
async function sides(name: string): Promise<{ left: Int16Array; right: Int16Array; ms: number }> {
  const bytes = await readFile(join(folder, 'recordings', tenant, `${name}.wav`));
  const samples = (bytes.length - 44) / 4;
  const side = (at: number) => Int16Array.from({ length: samples }, (_, i) => bytes.readInt16LE(44 + i * 4 + at));
  return { left: side(0), right: side(2), ms: samples / 8 };
}
