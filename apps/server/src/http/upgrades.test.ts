import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuseUpgrade } from '@alo/net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';

import { handleUpgrades } from './upgrades.ts';

test('a page of elsewhere is refused before anything looks at its request, and a refused peer that stays costs no socket', async () => {
  const app = fastify({ logger: false });
  onTestFinished(() => app.close());
  const taken: string[] = [];
  const take = (request: IncomingMessage, socket: Duplex) => {
    taken.push(request.headers.origin ?? '');
    refuseUpgrade(socket, 401);
  };
  const ofConsole = { path: '/sip', consoleUrl: () => 'https://console.alo.vn' };
  handleUpgrades(app, { '/live': take, '/sip': take }, ofConsole);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const ask = async (path: string, origin: string) => {
    // Half open: this peer never closes its side.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    // Behind the answer the server may end it with a reset.
    socket.on('error', () => socket.destroy());
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: alo.vn\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const [bytes] = await once(socket, 'data');
    return String(bytes).split(' ')[1];
  };
  expect(await ask('/live', 'https://evil.example')).toBe('403');
  expect(taken).toEqual([]);
  expect(await ask('/live', 'http://alo.vn')).toBe('401');
  // Phones come to whichever machine has their company; nothing else does.
  expect(await ask('/sip', 'https://console.alo.vn')).toBe('401');
  expect(await ask('/sip', 'https://console.alo.vn.evil.example')).toBe('403');
  expect(await ask('/live', 'https://console.alo.vn')).toBe('403');
  expect(await ask('/nothing', 'http://alo.vn')).toBe('404');
  await expect.poll(() => new Promise((done) => app.server.getConnections((_error, count) => done(count)))).toBe(0);
});
