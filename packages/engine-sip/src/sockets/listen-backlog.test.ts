import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { TcpSockets } from './tcp.ts';

const nothing = (): void => {};

test.runIf(process.platform === 'linux')(
  'a crowd that connects at once is let in, though nobody has been looked at yet: 511 is what Node.js would queue',
  async () => {
    const events = {
      isPhonePage: () => false,
      onOpened: nothing,
      onBytes: nothing,
      onClosed: nothing,
      onProblem: nothing,
    };
    const sockets = await TcpSockets.open('127.0.0.1', 0, events, 1_000);
    onTestFinished(() => sockets.close());
    const phones = Array.from({ length: 700 }, () => connect(sockets.port, '127.0.0.1'));
    // They knock in the next tick, and those whom the system let in know before we come to answer the door.
    const entered = phones.map((phone) => once(phone, 'connect'));
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(waitingAt(sockets.port)).toBe(700);
    await Promise.all(entered);
    for (const phone of phones) phone.destroy();
    await setImmediate();
  },
);

/**
 * Connections to a port of 127.0.0.1 that the system has made (proc_net_tcp: state 01 is established). The list comes in pieces, and while
 * other programs connect and leave, one may be told twice or not at all: it is read several times, before anything else happens here.
 */
function waitingAt(port: number): number {
  const own = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const callers = [1, 2, 3].flatMap(() => {
    const lines = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/ +/));
    return lines.flatMap(([, local, caller, state]) => (local === own && state === '01' ? [caller] : []));
  });
  return new Set(callers).size;
}
