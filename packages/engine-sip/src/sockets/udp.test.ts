import { createSocket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { udpFlow } from '@alo/sip';
import { expect, onTestFinished, test } from 'vitest';
import { mostInATurn } from './backlog.ts';
import { UdpSockets } from './udp.ts';

test('bytes for an address that cannot be sent to are dropped', async () => {
  const problems: string[] = [];
  const sockets = await UdpSockets.open('127.0.0.1', 0, {
    isPhonePage: () => false,
    onOpened() {},
    onBytes() {},
    onClosed() {},
    onProblem: (_transport, error) => problems.push(error.message),
  });
  onTestFinished(() => sockets.close());
  for (const [address, port] of [
    ['127.0.0.1', 0],
    ['::1', 5060],
    ['255.255.255.255', 5060],
    ['nobody.invalid', 5060],
  ] as const) {
    sockets.send(udpFlow(address, port), Buffer.from('x'));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(problems).toEqual([]);
});

/** Sockets that are read, each datagram by `read`, and who sends to them, so many at once. */
async function spokenTo(read: () => void) {
  const sockets = await UdpSockets.open('127.0.0.1', 0, {
    isPhonePage: () => false,
    onOpened() {},
    onBytes: read,
    onClosed() {},
    onProblem() {},
  });
  const sender = createSocket('udp4');
  onTestFinished(() => {
    sender.close();
    sockets.close();
  });
  const send = (count: number) => {
    for (let i = 0; i < count; i++) sender.send('x', sockets.port, '127.0.0.1');
  };
  return { sockets, send };
}

test('whoever reads more slowly than senders send is behind, and no longer when all is read', async () => {
  const toRead = 60;
  let read = 0;
  const { sockets, send } = await spokenTo(() => {
    read += 1;
    for (const until = performance.now() + 10; performance.now() < until; );
  });

  send(toRead);
  await expect.poll(() => read).toBe(toRead);
  expect(sockets.isBehind).toBe(false);

  // As fast as they are read: all that a turn may take is there again after it.
  let isOver = false;
  const flood = () => {
    if (isOver) return;
    send(mostInATurn);
    setImmediate(flood);
  };
  send(2 * mostInATurn);
  flood();
  await expect.poll(() => sockets.isBehind).toBe(true);
  isOver = true;
  await expect.poll(() => sockets.isBehind).toBe(false);
});

test('phones that all speak at once, and then hardly, are no backlog', async () => {
  let read = 0;
  const { sockets, send } = await spokenTo(() => {
    read += 1;
  });
  for (const burst of [1, 2]) {
    // All that a turn takes, and nothing behind it that would be a turn of its own worth looking at.
    send(mostInATurn);
    await expect.poll(() => read).toBe(burst * mostInATurn);
    await sleep(300);
    expect(sockets.isBehind).toBe(false);
  }
});
