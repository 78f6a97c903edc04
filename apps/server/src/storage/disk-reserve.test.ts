import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import { reservedRoom } from './disk-reserve.ts';

const bytes = 3_000_000;
/** Only root may mount a disk of a size of its own. */
const isRoot = process.getuid?.() === 0;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-reserve-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

const withRoom = <T>(act: () => Promise<T>) =>
  reservedRoom(folder, (error) => expect(error).toBeUndefined(), bytes)(act);

/** How much the reserve has, and whether the disk has it too; null where there is none. */
const reserve = () =>
  stat(join(folder, 'reserve')).then(
    ({ size, blocks }) => ({ size, isReal: blocks * 512 >= size }),
    () => null,
  );

test('the reserve is as large as it says, on the disk too, and stays where it is while there is room', async () => {
  expect(await withRoom(reserve)).toBe(null);
  expect(await reserve()).toEqual({ size: bytes, isReal: true });
  expect(await withRoom(reserve)).toEqual({ size: bytes, isReal: true });
});

test.runIf(isRoot)(
  'on a full disk what starts gets the room; what it leaves is taken back, also when it fails',
  async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]);
    onTestFinished(() => void execFileSync('umount', ['-l', folder]));
    await withRoom(async () => {});
    await writeFile(join(folder, 'recordings'), Buffer.alloc(2_000_000)).catch(() => {});
    await expect(writeFile(join(folder, 'start'), Buffer.alloc(1_000_000))).rejects.toThrow('ENOSPC');
    await rm(join(folder, 'start'));

    await withRoom(() => writeFile(join(folder, 'start'), Buffer.alloc(1_000_000)));
    const kept = (await reserve())?.size ?? 0;
    expect(kept).toBeGreaterThan(1_500_000);
    expect(kept).toBeLessThan(bytes - 900_000);
    const failing = withRoom(() => Promise.reject(new Error('it does not start')));
    await expect(failing).rejects.toThrow('it does not start');
    expect((await reserve())?.size).toBe(kept);
  },
);
