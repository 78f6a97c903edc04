import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type Health, serveHealth } from './health.ts';

async function readiness(health: Partial<Health>) {
  const http = Fastify();
  const whole: Health = {
    db: { ping: async () => {} },
    engineStatus: () => 'up',
    isDraining: () => false,
    diskWords: () => '',
    ...health,
  };
  serveHealth(http, whole, () => false);
  const answer = await http.inject('/readyz');
  return [answer.statusCode, answer.json()];
}

test('readyz says for how long the engine has not been there', async () => {
  expect(await readiness({ engineStatus: () => 'starting', engineAwayMs: () => 31_900 })).toEqual([
    503,
    { status: 'not ready', database: 'up', engine: 'starting', engine_away_seconds: 31, stopping: false },
  ]);
  expect(await readiness({ engineAwayMs: () => 0 })).toEqual([
    200,
    { status: 'ready', database: 'up', engine: 'up', stopping: false },
  ]);
});

test('a process that another one follows is not ready, and says so', async () => {
  expect(await readiness({ isFollowed: () => true })).toMatchObject([
    503,
    { status: 'not ready', words: expect.stringContaining('ALO_NODE') },
  ]);
});

test('a machine that was drained is not ready once it holds no company, and says so', async () => {
  expect(await readiness({ isEmptied: () => true })).toMatchObject([
    503,
    { status: 'not ready', stopping: false, words: expect.stringContaining('node resume') },
  ]);
});

test('readyz says for how long the history takes no calls, after a while', async () => {
  const behind = (lagMs: number, refused = 0) => readiness({ historyBehind: () => ({ lagMs, refused }) });
  expect(await behind(59_000)).toMatchObject([200, { status: 'ready' }]);
  expect(await behind(125_000)).toMatchObject([
    200,
    { status: 'degraded', words: expect.stringContaining('đã 2 phút') },
  ]);
  // Then others are written: nobody need look at the database.
  expect(await behind(125_000, 3)).toMatchObject([
    200,
    { status: 'degraded', words: expect.stringMatching(/từ chối 3 dòng(?!.*phút)/) },
  ]);
});
