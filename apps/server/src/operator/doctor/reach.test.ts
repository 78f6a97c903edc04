import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkReach } from './reach.ts';

/** A STUN server that sees everybody at 203.0.113.9. */
async function stunServer(): Promise<string> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  socket.on('message', (request, from) => {
    const mapped = Buffer.from([0, 1, 0, 8, 0, 1, 0x12, 0x34, 203, 0, 113, 9]);
    const header = Buffer.from([1, 1, 0, mapped.length]);
    socket.send(Buffer.concat([header, request.subarray(4, 20), mapped]), from.port, from.address);
  });
  return `127.0.0.1:${socket.address().port}`;
}

async function found(variables: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return (await checkReach(readConfig(variables))).map(({ state, about, words }) => `${state} ${about}: ${words}`);
}

test('who is reached by nobody else is told how others get in', async () => {
  expect(await found({})).toEqual([
    expect.stringMatching(/^good Địa chỉ: Chỉ máy này .*ALO_HOST=0\.0\.0\.0/),
    expect.stringMatching(/^good Cổng tiếng nói: .*ALO_RTP_PORTS/),
  ]);
});

test('a machine in a private network is told that the world does not hear it, and is not once it says where it is', async () => {
  expect((await found({ ALO_HOST: '172.31.7.20' }))[0]).toMatch(/^warning .*172\.31\.7\.20.*ALO_PUBLIC_ADDRESS/);
  expect((await found({ ALO_HOST: '172.31.7.20', ALO_PUBLIC_ADDRESS: '203.0.113.9' }))[0]).toMatch(
    /^good .*203\.0\.113\.9/,
  );
  expect((await found({ ALO_HOST: '203.0.113.9' }))[0]).toMatch(/^good/);
});

test('what the world sees is compared with what the operator says', async () => {
  const reached = { ALO_HOST: '172.31.7.20', ALO_STUN_SERVER: await stunServer() };
  expect((await found(reached))[0]).toMatch(/^good .*203\.0\.113\.9/);
  expect((await found({ ...reached, ALO_PUBLIC_ADDRESS: '203.0.113.9' }))[0]).toMatch(/^good/);
  expect((await found({ ...reached, ALO_PUBLIC_ADDRESS: '198.51.100.7' }))[0]).toMatch(
    /^bad .*203\.0\.113\.9, không phải 198\.51\.100\.7/,
  );
});

test('what to open in a firewall is said, and where that is little', async () => {
  const ports = async (range: string) => (await found({ ALO_RTP_PORTS: range, ALO_ICE_PORT: '9999' }))[1];
  expect(await ports('10000-10999')).toMatch(
    /^good .*10000–10999 \(500 .*UDP và TCP 9999 \(trình duyệt; nơi chặn UDP thì qua TCP\)/,
  );
  expect(await ports('10000-10019')).toMatch(/^warning .*10 máy/);
  const several = { ALO_RTP_PORTS: '10000-10999', ALO_ICE_PORT: '9999', ALO_MEDIA_WORKERS: '3' };
  expect((await found(several))[1]).toMatch(/^good .*UDP và TCP 9999–10002 /);
});
