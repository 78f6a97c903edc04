import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWav } from './wav.ts';

const folder = join(import.meta.dirname, '../../../../apps/server/prompts');

it('the prompts that come with the product can be played and are neither empty nor too long', async () => {
  const seconds: Record<string, number> = {};
  for await (const key of glob('**/*.wav', { cwd: folder })) {
    seconds[key] = readWav(await readFile(join(folder, key))).length / 8000;
  }
  expect(Object.keys(seconds).length).toBeGreaterThanOrEqual(11);
  expect(Object.entries(seconds).filter(([, length]) => length < 3 || length > 30)).toEqual([]);
});
