import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guarded, type UncaughtMistake } from './guarded.ts';

test('a mistake in one message is reported without what was sent, and the next message is handled', () => {
  const handled: string[] = [];
  const mistakes: UncaughtMistake[] = [];
  const receive = guarded(
    (message: string) => {
      if (message === '0901234567') throw new RangeError(`what is ${message}?`);
      handled.push(message);
    },
    (mistake) => mistakes.push(mistake),
  );
  for (const message of ['a', '0901234567', 'b']) receive(message);
  expect(handled).toEqual(['a', 'b']);
  expect(mistakes).toEqual([{ error: 'RangeError', at: expect.stringMatching(/^guarded\.test\.ts:\d+:\d+$/) }]);
  expect(JSON.stringify(mistakes)).not.toContain('0901234567');
});

test('whatever is thrown is reported', () => {
  const mistakes: UncaughtMistake[] = [];
  const throwing: () => void = () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a library may do so
    throw 'text';
  };
  guarded(throwing, (mistake) => mistakes.push(mistake))();
  expect(mistakes).toEqual([{ error: 'string', at: '' }]);
});

test('a process outlives a mistake in a timer and one in a promise, and tells where they were', async () => {
  const child = fork(join(import.meta.dirname, 'testing/mistaken-child.ts'), { execArgv: [] });
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  const [code] = await once(child, 'exit');
  expect(said).toEqual([
    { error: 'RangeError', at: expect.stringMatching(/^mistaken-child\.ts:/) },
    { error: 'TypeError', at: expect.stringMatching(/^mistaken-child\.ts:/) },
  ]);
  expect(code).toBe(7);
});
