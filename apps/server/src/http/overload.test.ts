import { endpoint } from '@alo/contract';
import { expect, onTestFinished, test } from 'vitest';

import { callerOf } from '../../testing/caller.ts';
import { openLog } from './log.ts';
import { route } from './route.ts';
import { buildHttp } from './server.ts';
import { openShares } from './shares.ts';

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

test('a server that is late refuses whoever has had most, and lets the others in', async () => {
  let now = 0;
  const shares = openShares({ processors: 1, now: () => now, isBusy: () => false });
  const held = endpoint({ base: 'telephony', method: 'POST', path: '/held', access: 'general', summary: '' });
  const asked = endpoint({ base: 'telephony', method: 'POST', path: '/asked', access: 'general', summary: '' });
  const over = Promise.withResolvers<void>();
  const http = await buildHttp({
    log: openLog('silent'),
    routes: [
      route(held, async () => {
        await over.promise;
        return {};
      }),
      route(asked, async () => ({})),
    ],
    authenticate: async (token) => callerOf(token.replace(/-+$/, '')),
    health: { db: { ping: async () => {} }, engineStatus: () => 'up', isDraining: () => false, diskWords: () => '' },
    consoleFolder: '/nonexistent',
    overloadDelayMs: 60,
    shares,
  });
  onTestFinished(() => http.close());
  await http.ready();
  const ask = (company: string, path: string) =>
    http.inject({
      method: 'POST',
      url: `/telephony${path}`,
      headers: { authorization: `Bearer ${company.padEnd(43, '-')}` },
      payload: {},
    });
  const many = Array.from({ length: 8 }, () => ask('many', '/held'));
  const one = ask('few', '/held');
  await expect.poll(() => shares.requests.hasHadMost('many') || void (now += 500)).toBe(true);
  const isLate = async () => {
    block(200);
    return (await http.inject('/readyz')).json().status;
  };
  await expect.poll(isLate, { timeout: 15_000, interval: 1 }).toBe('degraded');
  const answers = await Promise.all([ask('many', '/asked'), ask('few', '/asked')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 200]);
  over.resolve();
  await Promise.all([...many, one]);
});
