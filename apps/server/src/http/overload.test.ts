import { expect, onTestFinished, test } from 'vitest';

import { openLog } from './log.ts';
import { buildHttp } from './server.ts';

/** Takes the whole processor for a while, as work that nobody cut into pieces does. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a server that is too busy refuses requests and says so to whoever watches it', async () => {
  const http = await buildHttp({
    log: openLog('silent'),
    routes: [],
    authenticate: () => Promise.reject(new Error('nobody is asked who they are')),
    health: { db: { ping: async () => {} }, engineStatus: () => 'up', isDraining: () => false, diskWords: () => '' },
    consoleFolder: '/nonexistent',
    // More than a busy machine makes of it by itself, less than what is blocked here.
    overloadDelayMs: 60,
  });
  onTestFinished(() => http.close());
  await http.ready();
  const status = async () => (await http.inject('/readyz')).json().status;
  await expect.poll(status).toBe('ready');

  const isRefused = async () => {
    block(200);
    return (await http.inject('/docs')).statusCode === 503;
  };
  // With hardly a pause: it is the mean of a second that counts.
  await expect.poll(isRefused, { timeout: 15_000, interval: 1 }).toBe(true);
  const ready = await http.inject('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    expect.objectContaining({ status: 'degraded', words: expect.stringContaining('quá tải') }),
  ]);
  expect((await http.inject('/healthz')).statusCode).toBe(200);
});
