import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LegId, PlayId } from '@alo/call-core';
import { sealedForm, sealPiece } from '@alo/engine-host/sealed-sound';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { z } from 'zod';
import { Ari } from './ari/ari.ts';
import { LentMessages } from './lent-messages.ts';
import { Plays } from './plays.ts';

const leg = 'leg' as LegId; // Names of this test; in the product call control makes them.
const play = 'play' as PlayId;
const file = 'recordings/cong-ty/loi-nhan.wav';
const plain = Buffer.from('RIFF what somebody said');
const key = randomBytes(32);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-plays-'));
  await mkdir(join(folder, 'recordings/cong-ty'), { recursive: true });
  const head = Buffer.alloc(sealedForm.headBytes);
  head.writeBigUInt64LE(BigInt(plain.length), sealedForm.lengthAt);
  await writeFile(join(folder, `${file}.sealed`), Buffer.concat([head, sealPiece(key, 0, plain)]));
  await writeFile(join(folder, 'recordings/cong-ty/mo.wav'), plain);
  return () => rm(folder, { recursive: true });
});

const asked = z.object({
  request_id: z.string(),
  uri: z.string(),
  query_strings: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

/** An Asterisk that does what it is asked, and says what it was asked to play. */
const asterisk = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const played: { readonly playback: string; readonly media: string }[] = [];
asterisk.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { request_id, uri, query_strings: query } = asked.parse(JSON.parse(data.toString()));
    const media = query.find(({ name }) => name === 'media')?.value;
    if (media !== undefined) played.push({ playback: uri.split('/').at(-1) ?? '', media });
    socket.send(JSON.stringify({ type: 'RESTResponse', request_id, status_code: 200 }));
  });
});
afterAll(() => asterisk.close());

async function desk() {
  const sounds = { here: join(folder, 'sounds'), there: '/var/sounds' };
  const messages = new LentMessages(join(folder, 'recordings'), sounds);
  const ends: boolean[] = [];
  if (asterisk.address() === null) await once(asterisk, 'listening');
  const { port } = z.object({ port: z.number() }).parse(asterisk.address());
  const address = { url: `http://127.0.0.1:${port}`, user: 'alo', password: 'x', app: 'alo' };
  const ari = await Ari.connect(address, { onEvent: () => undefined, onClosed: () => undefined });
  onTestFinished(() => ari.close());
  const problems: unknown[] = [];
  const plays = new Plays({
    ari,
    prompts: sounds,
    companyPrompts: sounds,
    messages,
    onPlayed: (_leg, _play, missing) => ends.push(missing),
    onUnreadable: () => problems.push('unreadable'),
    attempt: (work) => void work.catch((error: unknown) => problems.push(error)),
  });
  const lent = async () => readdir(join(sounds.here, 'lent')).catch(() => []);
  played.length = 0;
  return { messages, plays, ends, lent, problems };
}

test('a message that lies sealed is lent to Asterisk by its key while it is heard, and no longer', async () => {
  const { messages, plays, ends, lent, problems } = await desk();
  messages.opens({ [file]: key.toString('base64') });
  plays.start(leg, 'channel', play, [{ kind: 'file', file }], false);
  await expect.poll(() => played.length).toBe(1);
  const [{ playback, media } = { playback: '', media: '' }] = played;
  const [name = ''] = await lent();
  expect(media).toBe(`sound:/var/sounds/lent/${name.replace('.wav', '')}`);
  expect(await readFile(join(folder, 'sounds/lent', name))).toEqual(plain);
  plays.finished(playback, true);
  await expect.poll(() => ends).toEqual([false]);
  await expect.poll(lent).toEqual([]);
  expect(problems).toEqual([]);
});

test('one that lies plain is lent as well, and taken back when whoever hears it hangs up', async () => {
  const { plays, ends, lent } = await desk();
  plays.start(leg, 'channel', play, [{ kind: 'file', file: 'recordings/cong-ty/mo.wav' }], false);
  await expect.poll(() => played.length).toBe(1);
  expect(await lent()).toHaveLength(1);
  plays.drop(leg);
  await expect.poll(lent).toEqual([]);
  expect(ends).toEqual([]);
});

test('one without its key, with a wrong one, or outside of the folder is not there', async () => {
  const { messages, plays, ends, lent, problems } = await desk();
  for (const [own, wanted] of [
    [undefined, file],
    [randomBytes(32), file],
    [key, 'recordings/../recordings/../../etc/passwd'],
  ] as const) {
    if (own !== undefined) messages.opens({ [wanted]: own.toString('base64') });
    const before = ends.length;
    plays.start(leg, 'channel', play, [{ kind: 'file', file: wanted }], false);
    await expect.poll(() => ends.length).toBe(before + 1);
  }
  expect(ends).toEqual([true, true, true]);
  expect([played, await lent(), problems]).toEqual([[], [], []]);
});

test('what a process before this one lent is taken back at the start', async () => {
  const { messages, lent } = await desk();
  const left = await messages.lend('recordings/cong-ty/mo.wav');
  expect(left).toBeDefined();
  expect(await lent()).toHaveLength(1);
  await messages.takeBackAll();
  await expect(access(join(folder, 'sounds/lent'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('words in a company’s own voice are asked for as one thing, in their order: Asterisk leaves no gap between them', async () => {
  const { plays, ends, problems } = await desk();
  const voice = ['hai.wav', 'muoi.wav', 'dong.wav'].map((name) => `company/cong-ty/${name}`);
  await mkdir(join(folder, 'sounds/cong-ty'), { recursive: true });
  for (const one of voice) await writeFile(join(folder, 'sounds', one.slice('company/'.length)), plain);
  plays.start(
    leg,
    'channel',
    play,
    voice.map((one) => ({ kind: 'file', file: one }) as const),
    false,
  );
  await expect.poll(() => played.length).toBe(1);
  const [{ playback, media } = { playback: '', media: '' }] = played;
  expect(media).toBe(['hai', 'muoi', 'dong'].map((name) => `sound:/var/sounds/cong-ty/${name}`).join());
  plays.finished(playback, true);
  await expect.poll(() => ends).toEqual([false]);
  expect(problems).toEqual([]);
});
