import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { folderPlaceOf, nodeHolder, OtherNode } from './node.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-node-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a machine without a name holds calls by the name of the installation, one with a name by both', async () => {
  expect(await nodeHolder(join(folder, 'one'), 'abc', '')).toBe('abc');
  expect(await nodeHolder(join(folder, 'two'), 'abc', 'n2')).toBe('abc/n2');
  expect(await nodeHolder(join(folder, 'two'), 'abc', 'n2')).toBe('abc/n2');
});

test('a folder keeps the name that its journal is known by: another one is refused, in words', async () => {
  await nodeHolder(folder, 'abc', 'n1');
  await expect(nodeHolder(folder, 'abc', 'n2')).rejects.toThrow(/thuộc máy n1: đặt ALO_NODE=n1/);
  await expect(nodeHolder(folder, 'abc', '')).rejects.toThrow(OtherNode);
});

test('a folder with calls of before nodes had names is of the one that has none', async () => {
  await mkdir(join(folder, 'journal'));
  await expect(nodeHolder(folder, 'abc', 'n1')).rejects.toThrow('không đặt tên');
  expect(await nodeHolder(folder, 'abc', '')).toBe('abc');
});

test('a copy of a folder is another place, and the folder itself stays where it is', async () => {
  const own = join(folder, 'own');
  await mkdir(own);
  const place = await folderPlaceOf(own);
  expect(await folderPlaceOf(own)).toBe(place);
  await cp(own, join(folder, 'copy'), { recursive: true });
  expect(await folderPlaceOf(join(folder, 'copy'))).not.toBe(place);
});
