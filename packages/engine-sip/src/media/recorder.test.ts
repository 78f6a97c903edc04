import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordingId, TenantId } from '@alo/call-core';
import { inDepth } from '@alo/testing/in-depth';
import { expect, it } from 'vitest';
import { Player } from './player.ts';
import { Recorder } from './recorder.ts';
import { RecordingFile, type WritableFile } from './recording-file.ts';
import { amplitudeOf, heardLevel } from './testing/amplitude.ts';
import { Beat } from './testing/beat.ts';
import { connectedPhone } from './testing/phones.ts';
import { testPlane } from './testing/plane.ts';
import { together } from './testing/together.ts';
import { readWav } from './wav.ts';

// Ids of a test: any string serves.
const tenant = 'demo' as TenantId;
const recordingId = (name: string) => name as RecordingId;
/** What a busy machine may be late in the middle of a test, on top of a recording's own tenth of a second. */
const someMs = 300;

const quiet = { warn: () => undefined };

function inMemory(disk: Buffer): WritableFile {
  return {
    async write(parts, position) {
      return Buffer.concat(parts).copy(disk, position);
    },
    datasync: async () => {},
    close: () => {},
  };
}

/** Both sides of a file, after its header was checked against its length. */
async function stereo(path: string): Promise<{ left: Int16Array; right: Int16Array; ms: number }> {
  const file = await readFile(path);
  const bytes = file.readUInt32LE(40);
  expect(file.readUInt32LE(4)).toBe(36 + bytes);
  expect(file.readUInt16LE(22)).toBe(2);
  expect(file.length).toBeGreaterThanOrEqual(44 + bytes);
  expect(bytes % 640).toBe(0);
  const side = (offset: number) =>
    Int16Array.from({ length: bytes / 4 }, (_, i) => file.readInt16LE(44 + i * 4 + offset));
  return { left: side(0), right: side(2), ms: bytes / 32 };
}

inDepth('a recording is as long as the talk, first leg left and second right', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [a, b] = [plane.rtpLeg(), plane.rtpLeg()];
  const [lan, minh] = [await connectedPhone(a), await connectedPhone(b, 'pcmu')];
  const bridge = together(plane, a, b);
  lan.voice.speak(500);
  const start = performance.now();
  const recording = plane.record({ tenant, recording: recordingId('talk') }, bridge);
  await sleep(1000);
  const began = performance.now() - start;
  minh.voice.speak(900);
  await sleep(700);
  const [lasted, result] = [performance.now() - start, await recording.stop()];
  expect(await recording.stop()).toEqual(result);
  expect(result.state).toBe('whole');
  expect(Math.abs(result.durationMs - lasted)).toBeLessThanOrEqual(someMs);
  const { left, right, ms } = await stereo(join(test.folder, 'recordings/demo/talk.wav'));
  expect(ms).toBe(result.durationMs);
  expect(amplitudeOf(left.subarray(1600, 12000), 500)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(left, 900)).toBeLessThan(50);
  expect(amplitudeOf(right.subarray((began + someMs) * 8, ms * 8 - 800), 900)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(right, 500)).toBeLessThan(50);
  // He began to speak in the middle, and so he does in the file.
  const first = right.findIndex((sample) => Math.abs(sample) > 1000);
  expect(Math.abs(first / 8 - began)).toBeLessThan(someMs);
  for (const phone of [lan, minh]) phone.close();
});

inDepth('a recording goes on in the same file when the call is transferred, with silence for who is gone', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [a, b, c] = [plane.rtpLeg(), plane.rtpLeg(), plane.rtpLeg()];
  const phones = [await connectedPhone(a), await connectedPhone(b), await connectedPhone(c)];
  phones.forEach(({ voice }, i) => voice.speak(500 + i * 400));
  const start = performance.now();
  const recording = plane.record({ tenant, recording: recordingId('transfer/1') }, together(plane, a, b));
  await sleep(700);
  b.close();
  const left = performance.now() - start;
  await sleep(700);
  recording.follow(together(plane, a, c));
  const followed = performance.now() - start;
  await sleep(700);
  await recording.stop();
  const file = await stereo(join(test.folder, 'recordings/demo/transfer/1.wav'));
  const between = (side: Int16Array, fromMs: number, toMs: number) => side.subarray(fromMs * 8, toMs * 8);
  expect(amplitudeOf(between(file.left, 200, file.ms - 100), 500)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(between(file.right, 100, left - someMs), 900)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(between(file.right, left + someMs, followed - 100), 900)).toBeLessThan(50);
  expect(amplitudeOf(between(file.right, followed + someMs, file.ms - 100), 1300)).toBeGreaterThan(heardLevel);
  for (const phone of phones) phone.close();
});

it('a voicemail is one side, mono; what is not sent is silence of the same length, and is told at its limit', async () => {
  using beat = new Beat();
  const caller = beat.party(500);
  const disk = Buffer.alloc(100_000);
  const limit = { maxSilenceMs: 300, onSilence: () => silences++ };
  let silences = 0;
  const file = new RecordingFile('any.wav', 1, quiet, async () => inMemory(disk));
  const message = new Recorder(beat.ticker, file, { limit });
  message.set([{ leg: caller, channel: 'left', isRecorded: true }]);
  beat.pass(500);
  expect(silences).toBe(0);
  beat.parties.length = 0;
  beat.pass(700);
  expect(silences).toBe(1);
  expect(await message.stop()).toEqual({ durationMs: 1_200, bytes: 44 + 1_200 * 16, state: 'whole' });
  expect(disk.readUInt16LE(22)).toBe(1);
  const samples = readWav(disk);
  expect(samples.length).toBe(1_200 * 8);
  expect(amplitudeOf(samples.subarray(800, 3600), 500)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(samples.subarray(5600), 500)).toBeLessThan(50);
});

it('of both sides what is played to a party stands on the right, at the time at which they heard it', async () => {
  using beat = new Beat();
  const caller = beat.party(500);
  const disk = Buffer.alloc(100_000);
  const file = new RecordingFile('any.wav', 2, quiet, async () => inMemory(disk));
  const both = new Recorder(beat.ticker, file, { outlet: caller.outlet });
  both.set([{ leg: caller, channel: 'left', isRecorded: true }]);
  beat.pass(600);
  caller.outlet.play(toneOf(900, 600));
  beat.pass(900);
  expect(await both.stop()).toMatchObject({ durationMs: 1_500, state: 'whole' });
  const side = (offset: number) => Int16Array.from({ length: 12_000 }, (_, i) => disk.readInt16LE(44 + i * 4 + offset));
  const [left, right] = [side(0), side(2)];
  expect(amplitudeOf(left.subarray(800, 11_000), 500)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(left, 900)).toBeLessThan(50);
  // From 600 ms on for 600 ms, give or take a frame.
  expect(Math.max(...right.subarray(0, 4_600).map(Math.abs))).toBe(0);
  expect(amplitudeOf(right.subarray(4_960, 9_440), 900)).toBeGreaterThan(heardLevel);
  expect(Math.max(...right.subarray(9_800).map(Math.abs))).toBe(0);
  // Nobody listens to it any more.
  beat.pass(100);
});

it('what was said in one recording is not heard in those that have its memory next, at the same time or later', async () => {
  using beat = new Beat();
  const [loud, quietOne] = [beat.party(500), beat.party(500, 0)];
  const record = (leg: typeof loud) => {
    const disk = Buffer.alloc(400_000);
    const recorder = new Recorder(beat.ticker, new RecordingFile('any.wav', 2, quiet, async () => inMemory(disk)));
    recorder.set([{ leg, channel: 'left', isRecorded: true }]);
    return { recorder, disk };
  };
  for (let round = 0; round < 3; round += 1) {
    const [heard, silent] = [record(loud), record(quietOne)];
    beat.pass(1_900);
    await heard.recorder.stop();
    const after = record(quietOne);
    beat.pass(1_000);
    for (const { recorder } of [silent, after]) await recorder.stop();
    const level = ({ disk }: typeof heard) => Math.max(...readWav(disk).map(Math.abs));
    expect(level(heard)).toBeGreaterThan(500);
    for (const none of [silent, after]) expect(level(none)).toBeLessThan(50);
  }
});

inDepth('kill -9 leaves a valid file with both voices, at most a second short', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-killed-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/recording-child.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // It says how long it has recorded, as often as it has a turn.
  let lasted = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    lasted = Number(line);
    if (lasted > 2_600) child.kill('SIGKILL');
  }
  const { left, right, ms } = await stereo(join(folder, 'demo/killed.wav'));
  expect(lasted - ms).toBeLessThan(1000);
  expect(ms - lasted).toBeLessThan(40);
  expect(amplitudeOf(left.subarray(1600), 500)).toBeGreaterThan(heardLevel);
  expect(amplitudeOf(right.subarray(1600), 900)).toBeGreaterThan(heardLevel);
  await rm(folder, { recursive: true });
});

it('a full disk leaves a gap of silence at its place, is told, and the rest is recorded', async () => {
  const disk = Buffer.alloc(100_000);
  let full = false;
  const file: WritableFile = {
    ...inMemory(disk),
    async write(parts, position) {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      // Half at a time: a write may be short.
      const whole = Buffer.concat(parts);
      return inMemory(disk).write([whole.subarray(0, Math.ceil(whole.length / 2))], position);
    },
  };
  const warnings: string[] = [];
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) };
  const recording = new RecordingFile('any.wav', 1, log, async () => file);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  void recording.append(new Uint8Array(320).fill(1));
  await settle();
  full = true;
  void recording.append(new Uint8Array(320).fill(2));
  void recording.append(new Uint8Array(320).fill(3));
  await settle();
  expect(readWav(disk).length).toBe(160);
  full = false;
  void recording.append(new Uint8Array(320).fill(4));
  expect(await recording.finish()).toEqual({ bytes: 44 + 1280, durationMs: 80, state: 'no-space' });
  expect(warnings.length).toBe(1);
  const samples = readWav(disk);
  expect([samples[0], samples[200], samples[400], samples[500]]).toEqual([0x0101, 0, 0, 0x0404]);
});

it('a disk that is full from the first moment on has nothing, and that is told', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const neverOpened = new RecordingFile('any.wav', 2, quiet, () => Promise.reject(full));
  const neverWritten = new RecordingFile('any.wav', 2, quiet, async () => ({
    ...inMemory(Buffer.alloc(0)),
    write: () => Promise.reject(full),
  }));
  for (const recording of [neverOpened, neverWritten]) {
    void recording.append(new Uint8Array(640));
    expect(await recording.finish()).toEqual({ bytes: 0, durationMs: 0, state: 'no-space' });
  }
});

it('a file has its header with the first sound in one write, and at its end where nothing was said', async () => {
  const disk = Buffer.alloc(1000);
  const lengths: number[] = [];
  const counted: WritableFile = {
    ...inMemory(disk),
    async write(parts, position) {
      const written = await inMemory(disk).write(parts, position);
      lengths.push(written);
      return written;
    },
  };
  const short = new RecordingFile('any.wav', 1, quiet, async () => counted);
  void short.append(new Uint8Array(320).fill(1));
  expect(await short.finish()).toEqual({ bytes: 44 + 320, durationMs: 20, state: 'whole' });
  expect(lengths).toEqual([44 + 320]);
  expect(readWav(disk.subarray(0, 44 + 320)).length).toBe(160);

  const silent = new RecordingFile('any.wav', 1, quiet, async () => counted);
  expect(await silent.finish()).toEqual({ bytes: 44, durationMs: 0, state: 'whole' });
  expect(lengths.slice(1)).toEqual([44]);
  expect(readWav(disk.subarray(0, 44)).length).toBe(0);
});

it('a recording counts as complete when the disk has it: behind its last sound, before it is closed', async () => {
  const disk = Buffer.alloc(1000);
  const done: string[] = [];
  let isBroken = false;
  const file: WritableFile = {
    async write(parts, position) {
      done.push('write');
      return inMemory(disk).write(parts, position);
    },
    async datasync() {
      done.push('datasync');
      if (isBroken) throw new Error('input/output error');
    },
    close: () => void done.push('close'),
  };
  const kept = new RecordingFile('any.wav', 1, quiet, async () => file);
  void kept.append(new Uint8Array(320));
  expect((await kept.finish()).state).toBe('whole');
  expect(done).toEqual(['write', 'datasync', 'close']);

  isBroken = true;
  const lost = new RecordingFile('any.wav', 1, quiet, async () => file);
  void lost.append(new Uint8Array(320));
  expect((await lost.finish()).state).toBe('incomplete');
});

it('a recording never writes over another, and an id cannot leave the folder', async () => {
  await using test = await testPlane();
  const leg = test.plane.rtpLeg();
  await mkdir(join(test.folder, 'recordings/demo'), { recursive: true });
  await writeFile(join(test.folder, 'recordings/demo/old.wav'), 'precious');
  const result = await test.plane.recordMessage({ tenant, recording: recordingId('old') }, leg).stop();
  expect(result).toEqual({ durationMs: 0, bytes: 0, state: 'incomplete' });
  expect(await readFile(join(test.folder, 'recordings/demo/old.wav'), 'utf8')).toBe('precious');
  for (const id of ['../x', '/x', 'a/../../x', '', '.hidden']) {
    expect(() => test.plane.recordMessage({ tenant, recording: recordingId(id) }, leg)).toThrow(RangeError);
  }
});

/** A player of one tone for so long. */
function toneOf(hertz: number, ms: number): Player {
  let left = ms / 20;
  let at = 0;
  return Object.assign(new Player([], false, () => undefined), {
    next: () => {
      if (left-- <= 0) return undefined;
      return Int16Array.from({ length: 160 }, () => Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at++) / 8_000)));
    },
  });
}
