import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { fixedKey } from '../kernel/key-ring.ts';
import { openDialled, openNumber, sealNumber } from './sealed-number.ts';
import { refuseLostDatabase, serverKey } from './server-key.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-storage-'));
});

afterAll(() => rm(folder, { recursive: true }));

test('the server key is made once, readable by its owner only', async () => {
  const [key, again] = await Promise.all([serverKey(join(folder, 'new')), serverKey(join(folder, 'new'))]);
  expect(key.all()).toHaveLength(1);
  expect(again.all()).toEqual(key.all());
  expect((await stat(join(folder, 'new', 'server-key'))).mode & 0o077).toBe(0);
  expect(await readdir(join(folder, 'new'))).toEqual(['server-key']);
});

test('an empty key is made anew; a damaged one is named with what to do, and left as it is', async () => {
  await mkdir(join(folder, 'half'));
  await writeFile(join(folder, 'half', 'server-key'), '');
  expect((await serverKey(join(folder, 'half'))).sealing().secret).toHaveLength(32);
  await writeFile(join(folder, 'half', 'server-key'), 'abcd');
  await expect(serverKey(join(folder, 'half'))).rejects.toThrow(/Tệp khóa .*half\/server-key bị hỏng/);
  expect(await readFile(join(folder, 'half', 'server-key'), 'utf8')).toBe('abcd');
});

test.runIf(process.getuid?.() === 0)('a key that is there is read on a disk that takes nothing more', async () => {
  const full = join(folder, 'full');
  await mkdir(full);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full]);
  onTestFinished(() => void execFileSync('umount', ['-l', full]));
  const key = await serverKey(full);
  await writeFile(join(full, 'ballast'), Buffer.alloc(100_000)).catch(() => {});
  expect((await serverKey(full)).all()).toEqual(key.all());
});

test('a sealed number opens in its own tenant only and shows nothing', () => {
  const key = fixedKey(randomBytes(32));
  const sealed = sealNumber(key, 'a', '0901234567');
  expect(sealed).toMatch(/^kh[0-9a-f]+$/);
  expect(sealNumber(key, 'a', '0901234567')).not.toBe(sealed);
  expect(openNumber(key, 'a', sealed)).toBe('0901234567');
  expect(openNumber(key, 'b', sealed)).toBeUndefined();
  expect(openNumber(fixedKey(randomBytes(32)), 'a', sealed)).toBeUndefined();
  // With what it was prepared for, and which number it shows.
  const prepared = sealNumber(key, 'a', '+84901234567', 'campaign', '+842871000101');
  expect(openDialled(key, 'a', prepared)).toEqual({
    number: '+84901234567',
    purpose: 'campaign',
    showing: '+842871000101',
  });
  expect(openDialled(key, 'a', sealed)).toEqual({ number: '0901234567' });
  const last = sealed.endsWith('0') ? '1' : '0';
  for (const other of ['0901234567', 'kh00', '101', `${sealed.slice(0, -1)}${last}`]) {
    expect(openNumber(key, 'a', other)).toBeUndefined();
  }
});

test('the key of a folder that is used is not made anew where it is empty or lost, nor a database beside a key', async () => {
  const dataFolder = join(folder, 'used');
  await mkdir(join(dataFolder, 'postgres'), { recursive: true });
  const lost = `Thư mục dữ liệu ${dataFolder} có cơ sở dữ liệu nhưng thiếu tệp khóa server-key`;
  await expect(serverKey(dataFolder, { isUsed: true })).rejects.toThrow(lost);
  await writeFile(join(dataFolder, 'server-key'), '\n');
  await expect(serverKey(dataFolder, { isUsed: true })).rejects.toThrow(lost);
  expect(await readFile(join(dataFolder, 'server-key'), 'utf8')).toBe('\n');

  await refuseLostDatabase(dataFolder);
  await rm(join(dataFolder, 'postgres'), { recursive: true });
  await refuseLostDatabase(dataFolder);
  const key = await serverKey(dataFolder);
  expect(key.all()).toHaveLength(1);
  await expect(refuseLostDatabase(dataFolder)).rejects.toThrow('không có cơ sở dữ liệu');
});
