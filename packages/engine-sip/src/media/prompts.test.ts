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
  // Words that are put together to numbers and times are short.
  const isWord = (key: string): boolean => key.includes('/say/');
  const wrong = ([key, length]: [string, number]): boolean =>
    length < (isWord(key) ? 0.1 : 3) || length > (isWord(key) ? 10 : 30);
  expect(Object.entries(seconds).filter(wrong)).toEqual([]);
});
