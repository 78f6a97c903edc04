import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { endpoint, required } from '@alo/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import { callerOf } from '../../testing/caller.ts';
import { Problem } from '../kernel/problem.ts';
import { openLog } from './log.ts';
import { route } from './route.ts';
import { buildHttp } from './server.ts';
import { openShares } from './shares.ts';

const plain = { base: 'telephony', method: 'POST', access: 'general', summary: '' } as const;
const slow = endpoint({ ...plain, path: '/slow', body: z.object({ name: required }) });
const bring = endpoint({
  ...plain,
  path: '/bring',
  accepts: { files: ['file'], maxBytes: 1_000, types: ['text/csv'] },
});
const take = endpoint({
  ...plain,
  path: '/take',
  accepts: { files: ['file'], maxBytes: 1_000_000, types: ['text/csv'] },
});

let http: FastifyInstance;
const began: string[] = [];
const hanging: (() => void)[] = [];
const tokenOf = (company: string) => company.padEnd(43, '-');

beforeAll(async () => {
  http = await buildHttp({
    log: openLog('silent'),
    routes: [
      route(slow, async ({ body }) => {
        began.push(body.name);
        await new Promise<void>((resolve) => void hanging.push(resolve));
        return {};
      }),
      route(take, async () => ({})),
      route(bring, async () => ({}), {
        mayBring: () => {
          throw Problem.refused('forbidden');
        },
      }),
    ],
    authenticate: async (token) => {
      const company = token.replace(/-+$/, '');
      return { ...callerOf(company), ...(company === 'limited' && { most: { requests: 2 } }) };
    },
    health: {
      db: { ping: async () => undefined },
      engineStatus: () => 'up',
      isDraining: () => false,
      diskWords: () => '',
    },
    consoleFolder: '/nonexistent',
    overloadDelayMs: 0,
    // Whose processors nobody takes all of.
    shares: openShares({ processors: 100, now: () => performance.now(), isBusy: () => false }),
  });
});

afterAll(() => http.close());

const ask = (company: string, name: string) =>
  http.inject({
    method: 'POST',
    url: '/telephony/slow',
    headers: { authorization: `Bearer ${tokenOf(company)}` },
    payload: { name },
  });

/** Lets so many requests end, each when it has begun. */
async function release(requests: number): Promise<void> {
  for (let left = requests; left > 0; left -= 1) {
    while (hanging.length === 0) await setImmediate();
    hanging.shift()?.();
  }
}

test('a company whose requests all hang leaves places to another, and has its own again', async () => {
  const hostile = Array.from({ length: 40 }, (_, n) => ask('hostile', `h${n}`));
  await expect.poll(() => began.length).toBe(12);
  const good = ask('good', 'good');
  await expect.poll(() => began).toContain('good');
  // None of the hostile ones has gone on meanwhile: it was served by the places that they may not have.
  expect(began).toHaveLength(13);
  await release(41);
  expect((await Promise.all([...hostile, good])).every(({ statusCode }) => statusCode === 200)).toBe(true);
});

test('a company whose requests the operator has limited has no more at once, and the others wait', async () => {
  began.length = 0;
  const limited = Array.from({ length: 5 }, (_, n) => ask('limited', `l${n}`));
  const good = ask('good', 'good');
  await expect.poll(() => began).toContain('good');
  expect(began).toEqual(['l0', 'l1', 'good']);
  await release(6);
  expect((await Promise.all([...limited, good])).every(({ statusCode }) => statusCode === 200)).toBe(true);
});

test('two companies whose requests all hang leave a third its own places', async () => {
  began.length = 0;
  const hostile = Array.from({ length: 40 }, (_, n) => ask(n % 2 === 0 ? 'hostile' : 'worse', `h${n}`));
  await expect.poll(() => began.length).toBe(12);
  const good = [ask('good', 'good 1'), ask('good', 'good 2')];
  await expect.poll(() => began.filter((name) => name.startsWith('good')).length).toBe(2);
  expect(began).toHaveLength(14);
  await release(42);
  expect((await Promise.all([...hostile, ...good])).every(({ statusCode }) => statusCode === 200)).toBe(true);
});

test('a company that asks for more than can wait is told to come back, in words', async () => {
  began.length = 0;
  const all = Array.from({ length: 12 + 1_000 + 3 }, (_, n) => ask('hostile', `h${n}`));
  await release(1_012);
  const answers = await Promise.all(all);
  const over = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(over.map(({ statusCode }) => statusCode)).toEqual([429, 429, 429]);
  expect(over[0]?.json().message).toContain('quá nhiều yêu cầu cùng lúc');
  expect(over[0]?.headers['retry-after']).toBe('2');
});

test('the bytes of a form are not taken of whoever may bring nothing', async () => {
  // A form that nobody can read: whoever read it would say so.
  const answer = await http.inject({
    method: 'POST',
    url: '/telephony/bring',
    headers: {
      authorization: `Bearer ${tokenOf('good')}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    payload: 'no form',
  });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
});

test('an upload that is broken off gives its place back at once, and one that never had its turn takes none', async () => {
  const address = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
  /** An upload of which only the beginning comes. */
  const begin = async (company: string): Promise<Socket> => {
    const socket = connect(Number(address.port), address.hostname);
    // A server that is closed may end with a reset what was not read.
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    const head = ['POST /telephony/take HTTP/1.1', 'host: x', `authorization: Bearer ${tokenOf(company)}`];
    const part =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\na,b';
    socket.write(
      [...head, 'content-type: multipart/form-data; boundary=b', 'content-length: 900000', '', part].join('\r\n'),
    );
    return socket;
  };
  const whole = (company: string) => {
    const body = new FormData();
    body.append('file', new Blob(['a,b\n'], { type: 'text/csv' }), 'a.csv');
    return fetch(new URL('/telephony/take', address), {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(company)}` },
      body,
    });
  };
  // More than a company's places: the rest waits, and some of them are broken off while they do.
  const sockets = await Promise.all(Array.from({ length: 8 }, () => begin('hostile')));
  let isServed = false;
  const next = whole('hostile').then(({ status }) => {
    isServed = true;
    return status;
  });
  expect((await whole('good')).status).toBe(200);
  expect(isServed).toBe(false);
  for (const socket of sockets) socket.destroy();
  expect(await next).toBe(200);
  expect((await whole('hostile')).status).toBe(200);
});
