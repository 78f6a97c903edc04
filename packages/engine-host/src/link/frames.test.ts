import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectAndReadFrames, readFrames } from './frames.ts';

type Take = (frame: unknown) => void;

/** A socket whose frames are read, and the one at its other end. */
async function connected(wayIn: (path: string, take: Take) => Promise<readonly [Socket, Socket]>, take: Take) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-frames-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [reading, writing] = await wayIn(join(folder, 'socket'), take);
  reading.on('error', () => {});
  writing.on('error', () => {});
  onTestFinished(() => {
    reading.destroy();
    writing.destroy();
  });
  return { reading, writing };
}

/** However it comes about. */
const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

async function listening(path: string): Promise<() => Promise<Socket>> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  const came = once(server, 'connection');
  return async () => {
    const [socket] = await came;
    server.close();
    return socket;
  };
}

const ways = {
  async 'who was connected to'(path: string, take: Take) {
    const accepted = await listening(path);
    const writing = createConnection(path);
    const reading = await accepted();
    readFrames(reading, take);
    return [reading, writing] as const;
  },
  async 'who connected'(path: string, take: Take) {
    const accepted = await listening(path);
    const reading = connectAndReadFrames(path, take);
    return [reading, await accepted()] as const;
  },
};

for (const [who, wayIn] of Object.entries(ways)) {
  test(`${who} reads frames however they were cut into pieces`, async () => {
    const sent = [{ name: 'Trần Thị Hồng Ngọc' }, 7, { lines: 'một\nhai' }, null, 'x'.repeat(200_000), []];
    const taken: unknown[] = [];
    const { reading, writing } = await connected(wayIn, (frame) => taken.push(frame));
    const bytes = Buffer.from(sent.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    // The first hundred octets one by one, letters of two and three octets among them; then all the rest.
    for (let at = 0; at < 100; at += 1) {
      writing.write(bytes.subarray(at, at + 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
    writing.write(bytes.subarray(100));
    await expect.poll(() => taken).toEqual(sent);
    // Whoever ends is noticed.
    writing.end();
    await closed(reading);
  });

  test(`${who} ends the connection at what cannot be read, and takes nothing that comes behind it`, async () => {
    const taken: unknown[] = [];
    const { writing } = await connected(wayIn, (frame) => taken.push(frame));
    writing.write('1\n{"half":\n2\n');
    await closed(writing);
    expect(taken).toEqual([1]);
  });

  test(`${who} ends the connection where a frame is not to be taken`, async () => {
    const { reading, writing } = await connected(wayIn, () => {
      throw new Error('not to be taken');
    });
    writing.write('1\n');
    await closed(writing);
    expect(reading.errored?.message).toBe('not to be taken');
  });

  test(`${who} ends the connection at a frame without end`, async () => {
    const { reading, writing } = await connected(wayIn, () => {});
    writing.write('x'.repeat(65 << 20));
    await closed(writing);
    expect(reading.errored?.message).toBe('a frame without end');
  });
}
