import { udpFlow } from '@alo/sip';
import { expect, onTestFinished, test } from 'vitest';
import { UdpSockets } from './udp.ts';

test('bytes for an address that cannot be sent to are dropped', async () => {
  const problems: string[] = [];
  const sockets = await UdpSockets.open('127.0.0.1', 0, {
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
