import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RtpPorts, type RtpSockets } from './rtp-socket.ts';

// Of those that the system never chooses by itself.
const first = 27_100;
const nobody = { onRtp: () => {}, onRtcp: () => {} };

async function isFree(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  const bound = once(socket, 'listening').then(
    () => true,
    () => false,
  );
  socket.bind(port, '127.0.0.1');
  const free = await bound;
  socket.close();
  return free;
}

const portOf = ({ port }: RtpSockets): number => port;

it('the next pairs are bound before they are wanted, what comes there before is heard by nobody, and all end', async () => {
  const ports = new RtpPorts('127.0.0.1', { first, last: first + 5 });
  const taken = [ports.open('127.0.0.1', nobody)];
  expect(taken.map(portOf)).toEqual([first]);
  await expect.poll(() => isFree(first + 4)).toBe(false);

  const stranger = createSocket('udp4');
  const heard: string[] = [];
  const says = (text: string) => new Promise((done) => stranger.send(text, first + 2, '127.0.0.1', done));
  await says('early');
  // A turn of the event loop, in which it comes, between two.
  await turn();
  await turn();
  const hearing = Promise.withResolvers<void>();
  const onRtp = (bytes: Buffer) => {
    heard.push(String(bytes));
    hearing.resolve();
  };
  taken.push(ports.open('127.0.0.1', { ...nobody, onRtp }));
  await says('late');
  await hearing.promise;
  expect(heard).toEqual(['late']);

  taken.push(ports.open('127.0.0.1', nobody));
  expect(taken.map(portOf)).toEqual([first, first + 2, first + 4]);
  expect(() => ports.open('127.0.0.1', nobody)).toThrow('no free RTP port');

  for (const { rtp, rtcp } of taken.splice(0)) for (const socket of [rtp, rtcp]) socket.close();
  const last = ports.open('127.0.0.1', nobody);
  for (const socket of [last.rtp, last.rtcp]) socket.close();
  await expect.poll(() => isFree(first + 2)).toBe(false);
  ports.close();
  for (let port = first; port <= first + 5; port++) await expect.poll(() => isFree(port)).toBe(true);
  stranger.close();
});
