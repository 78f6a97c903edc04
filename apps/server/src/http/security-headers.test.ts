import { afterAll, beforeAll, expect, test } from 'vitest';

import { openLog } from './log.ts';
import { buildHttp } from './server.ts';

let http: Awaited<ReturnType<typeof buildHttp>>;

beforeAll(async () => {
  http = await buildHttp({
    log: openLog('silent'),
    routes: [],
    authenticate: () => Promise.reject(new Error('nobody is asked who they are')),
    health: { db: { ping: async () => {} }, engineStatus: () => 'up', isDraining: () => false, diskWords: () => '' },
    consoleFolder: '/nonexistent',
    overloadDelayMs: 0,
    trustedProxies: ['192.0.2.1'],
  });
});

afterAll(() => http.close());

const asked = async (url: string, from: string, headers: Record<string, string> = {}) =>
  (await http.inject({ url, remoteAddress: from, headers })).headers;
const byTls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

test('who came by TLS is to come by TLS from then on; without it, or by a stranger’s word, nothing is said of it', async () => {
  for (const url of ['/healthz', '/docs/json', '/khong-co']) {
    expect((await asked(url, '192.0.2.1', byTls))['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect((await asked(url, '192.0.2.1'))['strict-transport-security']).toBeUndefined();
    expect((await asked(url, '198.51.100.7', byTls))['strict-transport-security']).toBeUndefined();
  }
});

test('every answer says what it is, whom it may be shown in, and to nobody else’s page', async () => {
  for (const url of ['/healthz', '/config.json', '/docs/json', '/khong-co', '/%']) {
    const headers = await asked(url, '198.51.100.7', { origin: 'https://evil.example' });
    const said = ['x-content-type-options', 'referrer-policy', 'x-frame-options', 'cross-origin-opener-policy'];
    expect([url, ...said.map((name) => headers[name])]).toEqual([
      url,
      'nosniff',
      'same-origin',
      'SAMEORIGIN',
      'same-origin',
    ]);
    expect(headers['permissions-policy']).toContain('microphone=(self)');
    expect(headers['content-type']).toMatch(/charset=utf-8/i);
    expect(String(headers['content-security-policy'])).toMatch(
      /object-src 'none'; ?base-uri 'none';.*frame-ancestors 'none'/,
    );
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('TRACE and methods that nobody has are not answered with what was sent', async () => {
  for (const method of ['TRACE', 'OPTIONS'] as const) {
    const answer = await http.inject({ method, url: '/healthz', headers: { authorization: 'Bearer geheim' } });
    expect([method, answer.statusCode >= 400, answer.body.includes('geheim')]).toEqual([method, true, false]);
  }
});
