import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testS3Server } from '../../testing/s3-server.ts';
import { StorageUnavailable } from '../kernel/storage-unavailable.ts';
import type { FileKey, FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

let folder: string;
let s3: Awaited<ReturnType<typeof testS3Server>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-files-'));
  s3 = await testS3Server();
});

afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const key = (name: string): FileKey => ({ area: 'exports', tenantId: 'cong-ty', name });

async function* inPieces(bytes: Buffer, size: number, failAt = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    if (at >= failAt) throw new Error('the source broke');
    yield bytes.subarray(at, at + size);
  }
}

describe.each([
  ['a folder', (): FileStore => folderStore(folder)],
  ['a bucket', (): FileStore => s3Store(s3.settings)],
])('files in %s', (_kind, open) => {
  const contents = async (store: FileStore, name: string, part?: { start: number; end: number }) => {
    const file = await store.find(key(name));
    return file === undefined ? undefined : buffer(await file.read(part));
  };

  test('what is put is found with its size, whole and in parts, replaced and removed', async () => {
    const store = open();
    const bytes = randomBytes(100_000);
    expect(await store.put(key('one.bin'), inPieces(bytes, 30_000))).toEqual({ bytes: 100_000 });
    expect((await store.find(key('one.bin')))?.bytes).toBe(100_000);
    expect((await contents(store, 'one.bin'))?.equals(bytes)).toBe(true);
    expect(await contents(store, 'one.bin', { start: 10, end: 19 })).toEqual(bytes.subarray(10, 20));
    await store.put(key('one.bin'), inPieces(Buffer.from('new'), 2));
    expect(String(await contents(store, 'one.bin'))).toBe('new');
    await store.remove(key('one.bin'));
    await store.remove(key('one.bin'));
    expect(await store.find(key('one.bin'))).toBeUndefined();
  });

  test('an empty file is a file', async () => {
    const store = open();
    await store.put(key('empty'), inPieces(Buffer.alloc(0), 1));
    expect(await contents(store, 'empty')).toEqual(Buffer.alloc(0));
  });

  test('a large file arrives as it was sent', async () => {
    const store = open();
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    await store.put(key('large'), inPieces(bytes, 64 * 1024));
    expect((await contents(store, 'large'))?.equals(bytes)).toBe(true);
  });

  test('a source that breaks leaves what was there, and nothing else', async () => {
    const store = open();
    await store.put(key('kept'), inPieces(Buffer.from('before'), 3));
    const broken = store.put(key('kept'), inPieces(randomBytes(12 * 1024 * 1024), 64 * 1024, 10 * 1024 * 1024));
    await expect(broken).rejects.toThrow('the source broke');
    expect(String(await contents(store, 'kept'))).toBe('before');
    expect((await readdir(join(folder, 'exports', 'cong-ty'))).filter((name) => name.endsWith('.draft'))).toEqual([]);
    expect(s3.openUploads()).toBe(0);
  });

  test.each(['../secret', '..', '.hidden', 'a/b', '', 'a\0b'])('%j is no name of a file', async (name) => {
    const store = open();
    expect(await store.find(key(name))).toBeUndefined();
    await expect(store.put(key(name), inPieces(Buffer.from('x'), 1))).rejects.toThrow('cannot have this name');
    await store.remove(key(name));
  });
});

test('a part that the service refuses ends the upload', async () => {
  s3.failing.fromPart = 2;
  const put = s3Store(s3.settings).put(key('refused'), inPieces(randomBytes(17 * 1024 * 1024), 1024 * 1024));
  await expect(put).rejects.toThrow('S3 answered 400: this part cannot be taken');
  s3.failing.fromPart = Number.POSITIVE_INFINITY;
  expect(s3.openUploads()).toBe(0);
  expect(s3.files()).not.toContain('/alo-test/exports/cong-ty/refused');
});

test('a wrong secret opens nothing', async () => {
  const store = s3Store({ ...s3.settings, secretAccessKey: 'khac' });
  await expect(store.put(key('x'), inPieces(Buffer.from('x'), 1))).rejects.toThrow('403');
  await expect(store.find(key('x'))).rejects.toThrow('403');
});

describe('a bucket that', () => {
  /** Answers each request as it says, or never. */
  async function bucketThat(answer: (request: IncomingMessage, response: ServerResponse) => void, withinMs = 300) {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const store = s3Store({ ...s3.settings, endpoint: `http://127.0.0.1:${port}`, withinMs });
    return { store, [Symbol.dispose]: () => server.close().closeAllConnections() };
  }

  test('hangs is waited for so long and no longer, and is said to be away', async () => {
    using bucket = await bucketThat(() => undefined);
    await expect(bucket.store.put(key('one'), inPieces(Buffer.from('a'), 1))).rejects.toThrow(StorageUnavailable);
    await expect(bucket.store.find(key('one'))).rejects.toThrow(StorageUnavailable);
    await expect(bucket.store.remove(key('one'))).rejects.toThrow(StorageUnavailable);
  });

  test('refuses is said to be away, too', async () => {
    using bucket = await bucketThat((_, response) => void response.writeHead(403).end('no'));
    await expect(bucket.store.put(key('one'), inPieces(Buffer.from('a'), 1))).rejects.toThrow(StorageUnavailable);
  });

  test('falls silent in the middle of a file breaks off what is read', async () => {
    // Long enough for what it does say on a busy machine.
    using bucket = await bucketThat((request, response) => {
      response.writeHead(200, { 'content-length': 1_000 });
      if (request.method === 'HEAD') response.end();
      else response.write('the beginning');
    }, 3_000);
    const file = await bucket.store.find(key('one'));
    await expect(file?.read().then(buffer)).rejects.toThrow(StorageUnavailable);
  });
});
