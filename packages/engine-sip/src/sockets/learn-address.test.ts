import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { learnAddress } from './learn-address.ts';
import { LocalAddresses } from './local-address.ts';

test('where the world sees us is known before anything is said, and asked again each minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let last = 9;
  const server = createSocket('udp4');
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  server.on('message', (request, from) => {
    const mapped = Buffer.from([0, 1, 0, 8, 0, 1, 0x12, 0x34, 203, 0, 113, last]);
    const header = Buffer.from([1, 1, 0, mapped.length]);
    server.send(Buffer.concat([header, request.subarray(4, 20), mapped]), from.port, from.address);
  });
  const addresses = new LocalAddresses('0.0.0.0', []);
  const stunServer = { host: '127.0.0.1', port: server.address().port };
  const learning = await learnAddress(addresses, { stunServer, publicAddresses: [] }, () => {});
  expect(addresses.towards('198.51.100.7')).toBe('203.0.113.9');
  last = 10;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => addresses.towards('198.51.100.7')).toBe('203.0.113.10');
  learning.close();
});

test('who names no server asks nobody', async () => {
  const addresses = new LocalAddresses('192.0.2.7', []);
  const learning = await learnAddress(addresses, { stunServer: null, publicAddresses: [] }, () => {});
  expect(addresses.public).toEqual([]);
  learning.close();
});
