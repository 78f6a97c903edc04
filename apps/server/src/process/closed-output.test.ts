import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, 'closed-output-test-program.ts');

async function writes(child: ChildProcess): Promise<unknown[]> {
  const exited = once(child, 'exit');
  const said: unknown[] = [];
  child.on('message', (word) => said.push(word));
  child.send('write');
  return [...(await exited), ...said];
}

test('a process whose output nobody reads any more goes on with its work', async () => {
  const child = fork(program, [], { silent: true });
  await once(child, 'message');
  child.stdout?.destroy();
  child.stderr?.destroy();
  expect(await writes(child)).toEqual([0, null, 'goes on']);
});

test('a process whose output is on a full disk goes on with its work', async () => {
  const full = openSync('/dev/full', 'w');
  const child = fork(program, [], { stdio: ['ignore', full, full, 'ipc'] });
  closeSync(full);
  await once(child, 'message');
  expect(await writes(child)).toEqual([0, null, 'goes on']);
});
