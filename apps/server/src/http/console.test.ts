import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
  secureHeaders(app);
  await serveConsole(app, folder);
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

test('pages of other systems may load the one script that is for them, and nothing else', async () => {
  const policyOf = async (url: string) => (await app.inject(url)).headers['cross-origin-resource-policy'];
  expect(await policyOf('/click-to-call.js')).toBe('cross-origin');
  expect(await policyOf('/assets/app-1a2b3c.js')).toBe('same-origin');
});
