import { afterAll, beforeAll, expect, test } from 'vitest';

import { leaseStore } from '../../src/telephony/lease/lease-store.ts';
import { nodeStore } from '../../src/telephony/placement/node-store.ts';
import { type TestApp, testApp } from '../../testing/app.ts';

const metricsToken = 'a-long-word-for-prometheus';
let app: TestApp;

beforeAll(async () => {
  app = await testApp({ metricsToken });
});
afterAll(() => app.close());

const page = (token?: string, of = app) =>
  of.http.inject({ url: '/metrics', ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }) });

test('whoever does not say the word finds no page of figures, and an installation without one has none', async () => {
  for (const token of [undefined, '', 'x', `${metricsToken}x`]) expect((await page(token)).statusCode).toBe(404);
  const without = await testApp();
  expect((await page(metricsToken, without)).statusCode).toBe(404);
  await without.close();
});

test('the page counts companies and sessions, and requests by the pattern of their address', async () => {
  const tenant = await app.tenant('do-dem');
  await tenant.admin.call('GET', '/job/01a20000-0000-7000-8000-000000000000');
  // A request is counted once its answer has gone, which whoever asked may see first.
  await expect
    .poll(async () => (await page(metricsToken)).payload)
    .toMatch(/^alo_http_request_seconds_count\{method="GET",route="\/api\/:ma_dn\/job\/:id",status="404"\} 1$/m);
  const { statusCode, payload, headers } = await page(metricsToken);
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)]);
  expect(payload).toMatch(/^alo_database_up 1$/m);
  expect(payload).toMatch(/^alo_tenants\{state="[^"]*"\} 1$/m);
  expect(payload).toMatch(/^alo_sessions\{state="[^"]*"\} [1-9]/m);
  expect(payload).not.toContain('alo_node_up');
  // Neither who asked nor what for.
  expect(payload).not.toContain('01a20000');
  expect(payload).not.toContain('do-dem');
});

test('each machine is counted, also one that is silent', async () => {
  const node = { sip: '', ws: '', capacity: 100 };
  await nodeStore(app.db).enter({ holder: 'a/n1', name: 'n1', ...node });
  await nodeStore(app.db).enter({ holder: 'a/n2', name: 'n2', ...node });
  await leaseStore(app.db).begin({ holder: 'a/n2', place: 'here' }, 600_000);
  const { payload } = await page(metricsToken);
  for (const line of ['alo_node_up{node="n1"} 0', 'alo_node_up{node="n2"} 1', 'alo_node_draining{node="n2"} 0'])
    expect(payload.split('\n')).toContain(line);
});
