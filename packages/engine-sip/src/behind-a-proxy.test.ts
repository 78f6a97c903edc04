import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TenantId } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';
import { socketAnswer, TestPhone } from '@alo/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { digestSecret } from './testing/digest-secret.ts';

// Names of this test; anywhere else they come from the database.
const tenant = 'proxied' as TenantId;
const domain = 'proxied.example';

let engine: HostedEngine;
let web: Server;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-proxied-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createSipEngine({
    files,
    bindAddress: '127.0.0.1',
    sipPort: 0,
    wsPort: 0,
    trustedProxies: ['127.0.0.1'],
  });
  await engine.start();
  const extensions = ['101', '102'].map((extension) => ({
    extension,
    secrets: [digestSecret(extension, domain, 'x')],
  }));
  await engine.provision({ revision: 1, tenant, domain, extensions, trunks: [] });
  await engine.open();
  web = createServer();
  web.on('upgrade', (request, socket, head) => engine.acceptWebSocket(request, socket, head));
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
});

afterAll(async () => {
  web.close();
  await engine.close();
});

const doors = {
  'the web server, which hands over': () => (web.address() as AddressInfo).port,
  'the engine itself': () => engine.listening?.wsPort ?? 0,
};

/** A proxy in front of that port, for one client: it says where that is, below the first line of what it passes on. */
async function proxyFor(address: string, port: number): Promise<string> {
  const proxy = createTcpServer((client) => {
    const there = connect(port, '127.0.0.1');
    client.once('data', (bytes: Buffer) => {
      const end = bytes.indexOf('\r\n') + 2;
      there.write(bytes.subarray(0, end));
      there.write(`X-Forwarded-For: ${address}\r\n`);
      there.write(bytes.subarray(end));
      client.pipe(there);
    });
    there.pipe(client);
    for (const one of [client, there]) {
      one.on('error', () => one.destroy());
      one.on('close', () => {
        client.destroy();
        there.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void proxy.close());
  await once(proxy, 'listening');
  return `ws://127.0.0.1:${(proxy.address() as AddressInfo).port}/sip`;
}

/** What a phone of that extension is answered, from there. */
async function registers(url: string, user: string, password: string): Promise<number> {
  const phone = await TestPhone.rtp({ server: { transport: 'ws', url }, domain, user, password });
  onTestFinished(() => phone.close());
  return (await phone.register()).status;
}

test.each([
  ['the web server, which hands over', '101'],
  ['the engine itself', '102'],
] as const)('whoever guesses behind a proxy is alone in paying for it, by way of %s', async (door, user) => {
  const port = doors[door]();
  const guesser = await proxyFor('203.0.113.7', port);
  let guesses = 0;
  while ((await registers(guesser, user, `guess ${guesses}`)) !== 503) {
    guesses += 1;
    expect(guesses).toBeLessThan(20);
  }
  expect(await registers(guesser, user, 'x')).toBe(503);
  expect(await registers(await proxyFor('203.0.113.8', port), user, 'x')).toBe(200);
});

test('the port for a proxy takes sockets of the console’s own pages only, by the host that the proxy names', async () => {
  const status = (headers: Readonly<Record<string, string>>, protocols = ['sip']) =>
    socketAnswer(`ws://127.0.0.1:${doors['the engine itself']()}/sip`, protocols, { headers });
  expect(await status({ host: 'pbx.vn', origin: 'https://pbx.vn' })).toBe('open');
  expect(await status({ 'x-forwarded-host': 'pbx.vn', origin: 'https://pbx.vn' })).toBe('open');
  expect(await status({})).toBe('open');
  expect(await status({ host: 'pbx.vn', origin: 'https://evil.example' })).toBe(403);
  expect(await status({}, ['chat'])).toBe(400);
  const page = await fetch(`http://127.0.0.1:${doors['the engine itself']()}/sip`);
  expect(page.status).toBe(426);
});
