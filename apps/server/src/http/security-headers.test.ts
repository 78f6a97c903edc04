import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openLog } from './log.ts';
import { networkOf } from './network.ts';
import { buildHttp } from './server.ts';

let http: Awaited<ReturnType<typeof buildHttp>>;
let onRequest: (request: { readonly ip: string }) => void = () => undefined;

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
  http.addHook('onRequest', async (request) => onRequest(request));
});

afterAll(() => http.close());

/** The beginning of what the server answers to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const socket = connect(address.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  const said = await text(socket);
  return said.split('\r\n')[0] ?? '';
}

test.each([
  ['both lengths', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde'],
  ['a length that is none', 'Content-Length: +4\r\n\r\nabcd'],
  ['a chunk without a size', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n'],
  ['a coding of two', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a bare line feed', 'X-A: b\nContent-Length: 0\r\n\r\n'],
  ['a blank before the colon', 'Content-Length : 0\r\n\r\n'],
])('a request whose end two servers could see in two places is refused: %s', async (_what, rest) => {
  expect(await answerTo(`POST /login HTTP/1.1\r\nHost: alo.vn\r\nConnection: close\r\n${rest}`)).toMatch(
    /^HTTP\/1\.1 400/,
  );
});

test('who asks is whom the last trusted proxy names, and a stranger names nobody', async () => {
  const from = async (remoteAddress: string, forwarded: string) => {
    let ip = '';
    const seen = (request: { readonly ip: string }) => {
      ip = request.ip;
    };
    onRequest = seen;
    await http.inject({ url: '/healthz', remoteAddress, headers: { 'x-forwarded-for': forwarded } });
    return networkOf(ip);
  };
  expect(await from('192.0.2.1', '198.51.100.7, 203.0.113.9')).toBe('203.0.113.0/24');
  expect(await from('198.51.100.7', '203.0.113.9')).toBe('198.51.100.0/24');
});

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
