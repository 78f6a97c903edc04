import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../testing/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});

afterAll(() => app.close());

test('a worker whose server is gone ends in order and without a word, at whatever moment of its start that is', async () => {
  const goneAfterMs = [0, 100, 300, 600, 1_000];
  const ends = goneAfterMs.map(async (ms) => {
    const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
      env: { ALO_ROLES: 'worker', DATABASE_URL: app.url, ALO_DATA_DIR: app.filesFolder, ALO_LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const said = worker.stderr === null ? '' : text(worker.stderr);
    await sleep(ms);
    const exited = once(worker, 'exit');
    worker.disconnect();
    return [(await exited)[0], await said];
  });
  expect(await Promise.all(ends)).toEqual(goneAfterMs.map(() => [0, '']));
});
