import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { serveConsole } from './console.ts';
import { secureHeaders } from './security-headers.ts';

let folder: string;
const app = fastify();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<meta property="csp-nonce" nonce="__CSP_NONCE__"><div id="root"></div>');
  await writeFile(join(folder, 'assets', 'app-1a2b3c.js'), 'start()');
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'click-to-call.js'), 'call()');
  await writeFile(join(folder, 'alo-phone.js'), 'phone()');
  await writeFile(join(folder, 'alo-phone.js.br'), brotliCompressSync('phone()'));
  secureHeaders(app);
  await serveConsole(app, folder, async (page) => page === 'https://crm.example.vn');
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('every screen is the console’s page, with a nonce of its own', async () => {
  const nonces = new Set<string>();
  for (const url of ['/', '/login', '/time-groups/edit/1/2?tab=a', '/etelecom/list-hotline', '/khong-co-man-hinh']) {
    const { statusCode, headers, body } = await app.inject({ url, headers: { accept: 'text/html' } });
    const nonce = /nonce="([\w+/=]+)"/.exec(body)?.[1] ?? '';
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
});

test.each(['*/*', 'application/json', undefined])(
  'a program that takes %s is told as JSON what is not there, also where browsers have screens',
  async (accept) => {
    for (const url of ['/api/acme/khong-co', '/etelecom/hotline/list', '/identity/x', '/admin/x', '/telephony/x']) {
      const { statusCode, headers } = await app.inject({ url, ...(accept !== undefined && { headers: { accept } }) });
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8']);
    }
  },
);

test('the page comes as short as the browser takes it', async () => {
  const asked = async (accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await app.inject({ url: '/login', headers });
    expect(answer.headers.vary).toContain('accept-encoding');
    return { encoding: answer.headers['content-encoding'], bytes: answer.rawPayload };
  };
  const readBy = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const answer = await asked(accepted);
    expect([accepted, answer.encoding]).toEqual([accepted, encoding]);
    expect(readBy[encoding](answer.bytes).toString()).toContain('<div id="root"></div>');
  }
  for (const accepted of [undefined, 'identity', 'br;q=0.0']) {
    const { encoding, bytes } = await asked(accepted);
    expect([accepted, encoding, bytes.toString().includes('<div id="root"></div>')]).toEqual([
      accepted,
      undefined,
      true,
    ]);
  }
});

test('hashed files are kept for ever, others are asked for again', async () => {
  const script = await app.inject('/assets/app-1a2b3c.js');
  expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

test('what a program asks for and is not there is no page', async () => {
  for (const url of [
    '/assets/gone.js',
    '/api/demo/none',
    '/identity/none',
    '/live',
    '/metrics',
    '/prompts/x',
    '/old.css',
    '/index.html.bak',
  ]) {
    expect((await app.inject(url)).statusCode).toBe(404);
  }
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
});

test('pages of other systems may load the scripts that are for them, however small they come, and nothing else', async () => {
  const policyOf = async (url: string, encoding = 'identity') =>
    (await app.inject({ url, headers: { 'accept-encoding': encoding } })).headers['cross-origin-resource-policy'];
  for (const script of ['/click-to-call.js', '/alo-phone.js']) {
    expect([script, await policyOf(script), await policyOf(script, 'br')]).toEqual([
      script,
      'cross-origin',
      'cross-origin',
    ]);
  }
  expect(await policyOf('/assets/app-1a2b3c.js')).toBe('same-origin');
});

describe('the phone inside of another page', () => {
  const asked = async (url: string, referer?: string) => {
    const headers = { accept: 'text/html', ...(referer !== undefined && { referer }) };
    const { headers: answered } = await app.inject({ url, headers });
    const ancestors = /frame-ancestors ([^;]*)/.exec(String(answered['content-security-policy']))?.[1];
    return { ancestors, frames: answered['x-frame-options'], vary: answered.vary };
  };

  test('is shown in that page alone, where a company lists it', async () => {
    const shown = { ancestors: 'https://crm.example.vn', frames: undefined, vary: 'accept-encoding, referer' };
    expect(await asked('/embedded-phone', 'https://crm.example.vn/khach/12?a=b')).toEqual(shown);
  });

  test.each([
    ['/embedded-phone', undefined],
    ['/embedded-phone', 'https://other.example.vn/'],
    ['/embedded-phone', 'https://crm.example.vn.other.vn/'],
    ['/embedded-phone', "https://x' *;script-src *"],
    ['/embedded-phone', 'about:blank'],
    ['/dashboard', 'https://crm.example.vn/'],
    ['/embedded-phone/x', 'https://crm.example.vn/'],
  ])('%s is shown in no other, here %s', async (url, referer) => {
    expect(await asked(url, referer)).toMatchObject({ ancestors: "'none'", frames: 'SAMEORIGIN' });
  });
});
