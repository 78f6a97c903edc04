import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { closedCallsSince, recordingOf, signInByApi } from '../e2e/support/api.ts';
import { type DeskPhone, deskPhone, hire } from '../e2e/support/desk-phones.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { until } from '../e2e/support/until.ts';

/** Only root may mount a disk of a size of its own. */
const isRoot = process.getuid?.() === 0;

let folder: string;
let product: Product;
let a: DeskPhone;
let b: DeskPhone;

beforeAll(async () => {
  if (!isRoot) return;
  folder = await mkdtemp(join(tmpdir(), 'alo-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]);
  await chmod(folder, 0o755);
  product = await startProduct({}, folder);
  await hire(product, ['201', '202']);
  await product.replaceServer();
  [a, b] = [await deskPhone(product, '201'), await deskPhone(product, '202')];
});

afterAll(async () => {
  if (!isRoot) return;
  for (const one of [a, b]) one?.phone.close();
  await product?.close();
  execFileSync('umount', ['-l', folder]);
  await rm(folder, { recursive: true });
});

/** Takes all the room that is left. */
async function fill(): Promise<() => Promise<void>> {
  const path = join(folder, 'ballast');
  const file = await open(path, 'w');
  const block = Buffer.alloc(1 << 16);
  for (;;) {
    try {
      await file.write(block);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') break;
      throw error;
    }
  }
  await file.close();
  expect((await statfs(folder)).bavail).toBeLessThan(16);
  return () => rm(path);
}

const health = async (): Promise<{ status: string; words?: string }> =>
  (await fetch(`${product.address}/readyz`)).json() as Promise<{ status: string; words?: string }>;

async function talk() {
  const caller = await a.phone.call('202');
  const callee = await b.phone.nextCall();
  callee.ring();
  await callee.answer();
  await caller.until('talking');
  caller.audio.speak(600);
  await until('the callee hears the caller', () => callee.audio.level(600) > 0.2);
  return { caller, callee };
}

test.runIf(isRoot)(
  'a disk that fills: the call goes on, a new one is set up, it is said, and the history is true',
  async () => {
    const since = Date.now();
    const admin = await signInByApi(product.address, 'admin');
    const before = await talk();
    const free = await fill();
    await until('it is said', async () => (await health()).words?.includes('Đĩa của máy chủ đã đầy'), 30_000);
    expect((await health()).status).toBe('degraded');
    await until('they still hear each other', () => before.callee.audio.level(600) > 0.2);
    await before.callee.hangUp();
    const during = await talk();
    await during.callee.hangUp();
    await free();
    const rows = await closedCallsSince(admin, since, 2);
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row.status).toBe('answered');
      // What the row promises, the file has.
      const seconds = row.recording === 'ready' ? (await recordingOf(admin, row.id)).seconds : null;
      expect(seconds).not.toBe(0);
    }
    await until('nothing is full any more', async () => !(await health()).words?.includes('đã đầy'), 30_000);
  },
  300_000,
);

test.runIf(isRoot)(
  'a server that starts on a full disk still carries calls',
  async () => {
    const free = await fill();
    await product.killServer();
    const { callee } = await talk();
    expect(await callee.hangUp()).toBe(200);
    await free();
  },
  300_000,
);
