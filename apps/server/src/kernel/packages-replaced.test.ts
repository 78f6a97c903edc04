import { expect, test } from 'vitest';

import { problemOf } from '../http/errors.ts';
import { startLimited } from './limited-child.ts';
import { onDemand, PackagesReplaced } from './packages-replaced.ts';

const missing = ['alo', 'package', 'that', 'is', 'gone'].join('-');
const limits = { heapMb: 64, mostBytes: 512 * 1024 * 1024, silentMs: 60_000 };

test('who wants a package that is replaced just now is told to try again, and the log what helps', async () => {
  const load = onDemand(() => import(missing));
  const error = await load().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PackagesReplaced);
  expect(String(error)).toContain('npm start');
  expect(problemOf(error)).toMatchObject({ code: 'unavailable' });
});

test('a program of its own that finds no package does not say that the file of its person is broken', async () => {
  const program = new URL('packages-replaced-test-program.ts', import.meta.url).pathname;
  const child = startLimited(program, [missing], { stdio: ['ignore', 'ignore', 'pipe'], limits });
  await expect(child.ended).rejects.toThrow(PackagesReplaced);
});
