import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasLeftoverEngine, newEngineAddress } from './engine-address.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'alo-address-'));
  onTestFinished(() => rm(made, { recursive: true }));
  return made;
}

test('the engines of two keepers on one folder wait at two places', async () => {
  const dataFolder = await folder();
  const [first, second] = [await newEngineAddress(dataFolder), await newEngineAddress(dataFolder)];
  expect(first.socketPath).not.toBe(second.socketPath);
});

test('an engine that lives is known, and what a killed one left is removed', async () => {
  const dataFolder = await folder();
  const { socketPath } = await newEngineAddress(dataFolder);
  const engine = createServer().listen(socketPath);
  await once(engine, 'listening');
  await writeFile(join(dataFolder, 'engine.sock'), '');
  expect(await hasLeftoverEngine(dataFolder)).toBe(true);
  expect(await readdir(dataFolder)).toHaveLength(1);
  engine.close();
  await once(engine, 'close');
  expect(await hasLeftoverEngine(dataFolder)).toBe(false);
});
