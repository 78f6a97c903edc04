import { Writable } from 'node:stream';
import { tellConsoleMistake } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, testApp } from '../../../testing/app.ts';
import { send } from '../../../testing/endpoints.ts';
import { openLog } from '../../http/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { consoleMistakes } from './console-mistakes.ts';

const mistake = {
  kind: 'render',
  message: 'no name for 0901 234 567',
  stack: 'Error: no name\n    at draw (console-a1.js:12:4071)',
  page: '/customer',
  build: '1.0.0',
  request_id: '',
} as const;
const by = { tenantId: 't', accountId: 'lan', network: '10.0.0.1', requestId: 'r-1' };

test('a mistake is a line of the log without numbers of people, and is counted by its kind', () => {
  const lines: string[] = [];
  const log = openLog('warn', new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }));
  const mistakes = consoleMistakes({ log });
  mistakes.take(mistake, by);
  mistakes.take({ ...mistake, kind: 'answer' }, by);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    account: 'lan',
    request: 'r-1',
    kind: 'render',
    message: 'no name for ***',
    stack: mistake.stack,
    build: '1.0.0',
  });
  expect(mistakes.counts()).toEqual({ render: 1, script: 0, answer: 1 });
});

test('twenty a minute are taken from a person and a hundred from a network', () => {
  let now = 0;
  const mistakes = consoleMistakes({ log: { warn: () => undefined }, now: () => now });
  const takenOf = (tries: number, who: (nth: number) => string) => {
    const refused: unknown[] = [];
    for (let nth = 0; nth < tries; nth += 1) {
      try {
        mistakes.take(mistake, { ...by, accountId: who(nth) });
      } catch (error) {
        refused.push(error);
      }
    }
    expect(refused).toEqual(refused.map(() => Problem.tooManyRequests(60)));
    return tries - refused.length;
  };
  expect(takenOf(30, () => 'lan')).toBe(20);
  expect(takenOf(100, (nth) => `person ${nth}`)).toBe(80);
  now = 60_000;
  expect(takenOf(1, () => 'lan')).toBe(1);
});

const token = 'metrics-token-of-this-test';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ metricsToken: token });
});
afterAll(() => app.close());

test('whoever is signed in may tell one, as long as it is short, and the installation counts it', async () => {
  const demo = await app.tenant('demo');
  const lan = await demo.person('lan');
  const tell = (body: object, session?: string) =>
    send(app, tellConsoleMistake, 'demo', { body, ...(session !== undefined && { token: session }) });
  expect((await tell(mistake)).statusCode).toBe(401);
  expect((await tell(mistake, lan.token)).statusCode).toBe(200);
  expect((await tell({ ...mistake, message: 'x'.repeat(501) }, lan.token)).statusCode).toBe(422);
  const { body } = await app.http.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  expect(body).toContain('alo_console_mistakes{kind="render"} 1');
});
