import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, LegId, TenantId } from '@alo/call-core';
import type { EventReceipt } from '@alo/engine';
import { expect, onTestFinished, test } from 'vitest';
import { EngineGone, parseToEngine, type ToEngine, type ToServer } from './channel.ts';
import { EngineLink } from './engine-link.ts';
import { readFrames, writeFrame } from './frames.ts';

const [tenant, call, leg] = ['tenant' as TenantId, 'call' as CallId, 'leg' as LegId];

/** A server's end of a link to an engine of which only the words are there. */
async function linked() {
  const folder = await mkdtemp(join(tmpdir(), 'alo-link-'));
  const heard: { readonly word: ToEngine; readonly piece: number }[] = [];
  let pieces = 0;
  const receipts: EventReceipt[] = [];
  const listens = Promise.withResolvers<Socket>();
  const say = (socket: Socket, word: ToServer) => void writeFrame(socket, word);
  const engine = createServer((socket) => {
    socket.on('data', () => {
      pieces += 1;
    });
    readFrames(socket, (frame) => {
      const word = parseToEngine(frame);
      heard.push({ word, piece: pieces });
      if (word.kind === 'hello') say(socket, { kind: 'welcome', engine: 'e', pid: 1, code: 'code' });
      if (word.kind === 'listen') listens.resolve(socket);
      if (word.kind === 'request') say(socket, { kind: 'reply', id: word.id, result: null });
    });
  }).listen(join(folder, 'engine.sock'));
  await once(engine, 'listening');
  const link = new EngineLink(
    { socketPath: join(folder, 'engine.sock'), token: 'word' },
    'code',
    {
      onEvent: (_report, receipt) => void receipts.push(receipt),
      onReport: () => {},
      onStatus: () => {},
      setUp: async () => {},
      onUnheard: () => {},
    },
    () => {},
  );
  onTestFinished(async () => {
    link.leave();
    engine.close();
    await rm(folder, { recursive: true });
  });
  await link.start();
  const socket = await listens.promise;
  return {
    link,
    /** The link breaks. */
    breaks: () => socket.destroy(),
    /** With the piece of the stream that it came in. */
    heard,
    /** The engine tells so many events, and the server has them. */
    async told(count: number): Promise<readonly EventReceipt[]> {
      const before = receipts.length;
      for (let seq = before + 1; seq <= before + count; seq += 1) {
        say(socket, { kind: 'event', seq, tenant, event: { type: 'ringing', call, leg, at: 0 } });
      }
      await expect.poll(() => receipts.length).toBe(before + count);
      return receipts.slice(before);
    },
    /** What it was told of events that were taken. */
    taken: () => heard.flatMap(({ word }) => (word.kind === 'taken' ? word.seq : [])),
  };
}

test('events that are taken one soon after the other are told of in one word', async () => {
  const { told, taken } = await linked();
  for (const receipt of await told(5)) {
    receipt.taken();
    // What waits for nothing has had its turn.
    await new Promise<void>((resolve) => process.nextTick(resolve));
  }
  await expect.poll(taken).toEqual([5]);
});

test('an order takes along the word that events were taken', async () => {
  const { link, heard, told, taken } = await linked();
  const [receipt] = await told(1);
  receipt?.taken();
  link.perform({ tenant, call, command: { type: 'ring', leg } });
  await expect.poll(taken).toEqual([1]);
  const [order, word] = heard.slice(-2);
  expect(order?.word.kind).toBe('perform');
  expect(word?.piece).toBe(order?.piece);
});

test('whoever lets go of the engine says first what was taken', async () => {
  const { link, told, taken } = await linked();
  const [receipt] = await told(1);
  receipt?.taken();
  link.leave();
  await expect.poll(taken).toEqual([1]);
});

test('the word that events were taken says how long it was kept back, for that is no sign of a server that is behind', async () => {
  const { link, heard, told, taken } = await linked();
  const [first] = await told(1);
  first?.taken();
  await expect.poll(taken).toEqual([1]);
  const [second] = await told(1);
  second?.taken();
  link.perform({ tenant, call, command: { type: 'ring', leg } });
  await expect.poll(taken).toEqual([1, 2]);
  const [alone, along] = heard.flatMap(({ word }) => (word.kind === 'taken' ? word.keptMs : []));
  expect(alone).toBeGreaterThan(100);
  expect(along).toBeLessThan(alone ?? 0);
});

test.each<readonly [string, (word: ToEngine) => boolean]>([
  ['greeted', ({ kind }) => kind === 'hello'],
  ['set up', (word) => word.kind === 'request' && word.method === 'start'],
  ['listened to', ({ kind }) => kind === 'listen'],
  ['opened', (word) => word.kind === 'request' && word.method === 'open'],
  ['asked what lives', (word) => word.kind === 'request' && word.method === 'snapshot'],
])(
  'an engine that dies while it is %s is noticed by the end of its socket, and the next one is set up',
  async (_, dies) => {
    const folder = await mkdtemp(join(tmpdir(), 'alo-link-'));
    const socketPath = join(folder, 'engine.sock');
    let births = 0;
    const engine = createServer((socket) => {
      births += 1;
      readFrames(socket, (frame) => {
        const word = parseToEngine(frame);
        if (births === 1 && dies(word)) return void socket.destroy();
        if (word.kind === 'hello')
          writeFrame(socket, { kind: 'welcome', engine: String(births), pid: 1, code: 'code' } satisfies ToServer);
        if (word.kind !== 'request') return;
        const result = word.method === 'start' ? listening : word.method === 'snapshot' ? empty : null;
        writeFrame(socket, { kind: 'reply', id: word.id, result } satisfies ToServer);
      });
    }).listen(socketPath);
    await once(engine, 'listening');
    const link = new EngineLink(
      { socketPath, token: 'word' },
      'code',
      {
        onEvent: () => {},
        onReport: () => {},
        onStatus: () => {},
        setUp: async (channel) => void (await channel.request('start', { plant: {}, before: null })),
        onUnheard: () => {},
      },
      () => {},
    );
    onTestFinished(async () => {
      link.leave();
      engine.close();
      await rm(folder, { recursive: true });
    });
    await link.open();
    await link.start();
    // Nobody waits for what it was asked in the middle of that.
    const [asked] = await Promise.allSettled([link.channel?.request('snapshot', null)]);
    expect(asked.status === 'fulfilled' || asked.reason instanceof EngineGone).toBe(true);
    await expect.poll(() => [births, link.channel !== null]).toEqual([2, true]);
  },
);

const empty = { legs: [], bridges: [], recordings: [], registrations: [], provisioned: [] };
const listening = { sipPort: 5060, tlsPort: null, wssPort: null, wsPort: null };

test('an engine that comes back while calls only end is not opened again', async () => {
  const { link, heard, breaks } = await linked();
  const words = (kind: ToEngine['kind']) => heard.filter(({ word }) => word.kind === kind).length;
  await link.open();
  expect(words('request')).toBe(1);
  link.shut();
  breaks();
  await expect.poll(() => words('listen')).toBe(2);
  await expect.poll(() => link.channel).not.toBeNull();
  expect(words('request')).toBe(1);
});
