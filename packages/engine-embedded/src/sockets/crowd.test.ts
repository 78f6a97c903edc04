import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { TcpSockets } from './tcp.ts';

const nothing = (): void => {};

test.runIf(process.platform === 'linux')(
  'a crowd that connects at once is let in, though nobody has been looked at yet: 511 is what Node.js would queue',
  async () => {
    const events = { onOpened: nothing, onBytes: nothing, onClosed: nothing, onProblem: nothing };
    const sockets = await TcpSockets.open('127.0.0.1', 0, events, 1_000);
    onTestFinished(() => sockets.close());
    const phones = Array.from({ length: 700 }, () => connect(sockets.port, '127.0.0.1'));
    // They knock in the next tick, and those whom the system let in know before we come to answer the door.
    const entered = phones.map((phone) => once(phone, 'connect'));
    await Promise.resolve();
    expect(await waitingAt(sockets.port)).toBe(700);
    await Promise.all(entered);
    for (const phone of phones) phone.destroy();
    await setImmediate();
  },
);

/** Connections to a port of 127.0.0.1 that the system has made (proc_net_tcp: state 01 is established); another address may have one like it. */
async function waitingAt(port: number): Promise<number> {
  const own = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').map((line) => line.trim().split(/ +/));
  return lines.filter(([, local, , state]) => local === own && state === '01').length;
}
