import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallId, LegId, TenantId } from '@alo/call-core';
import { expect, onTestFinished, test } from 'vitest';
import { type AddressedCommand, parseToServer, protocol, type ToServer } from './channel.ts';
import { readFrames, writeFrame } from './frames.ts';
import { holdCalls } from './hold-calls.ts';
import { ServerLink, type ServerLinkEvents } from './server-link.ts';

const [tenant, call, leg] = ['tenant' as TenantId, 'call' as CallId, 'leg' as LegId];
const token = 'word';

/** An engine's end of a link of which only the words are there, and a first server that has connected to it. */
async function linked({ graceMs = 60_000, ...heard }: { graceMs?: number } & Partial<ServerLinkEvents> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-link-'));
  const unused = () => Promise.reject(new Error('nobody asks for this here'));
  const address = { socketPath: join(folder, 'engine.sock'), token };
  const link = new ServerLink(
    { address, code: 'code', graceMs },
    {
      handlers: {
        start: unused,
        open: unused,
        drain: unused,
        provision: unused,
        change: unused,
        forget: unused,
        letGo: unused,
        snapshot: unused,
        close: unused,
        startBot: unused,
        stopBot: unused,
      },
      perform: () => {},
      onOutdated: () => {},
      onForsaken: () => {},
      onAttached: () => {},
      onTaken: () => {},
      ...heard,
    },
  );
  await link.listen();
  const server = createConnection(address.socketPath);
  onTestFinished(async () => {
    server.destroy();
    link.close();
    await rm(folder, { recursive: true });
  });
  await once(server, 'connect');
  return { link, server, address };
}

test('a server that keeps the word back that it took something is not late for that, and one that does not may be', async () => {
  const lags: number[] = [];
  const { link, server } = await linked({ onTaken: (lagMs) => lags.push(lagMs) });
  const heard: ToServer[] = [];
  readFrames(server, (frame) => void heard.push(parseToServer(frame)));
  const told = () => heard.flatMap((word) => (word.kind === 'event' ? word.seq : []));
  writeFrame(server, { kind: 'hello', protocol, token, server: 'server', code: 'code' });
  writeFrame(server, { kind: 'listen', after: 0 });
  link.emit(tenant, { type: 'ringing', call, leg, at: 0 });
  link.emit(tenant, { type: 'ringing', call, leg, at: 0 });
  await expect.poll(told).toEqual([1, 2]);
  writeFrame(server, { kind: 'taken', seq: 1, keptMs: 3_600_000 });
  writeFrame(server, { kind: 'taken', seq: 2, keptMs: 0 });
  await expect.poll(() => lags.length).toBe(2);
  expect(lags[0]).toBe(0);
  expect(lags[1]).toBeGreaterThan(0);
});

test('a server of our code is taken at its word, and one of other code is held to the vocabulary', async () => {
  const performed: AddressedCommand[] = [];
  const { server, address } = await linked({ perform: (order) => void performed.push(order) });
  const said = { kind: 'perform', tenant, call, command: { type: 'invented' } };
  writeFrame(server, { kind: 'hello', protocol, token, server: 'server', code: 'code' });
  writeFrame(server, said);
  await expect.poll(() => performed).toEqual([said]);
  const other = createConnection(address.socketPath);
  onTestFinished(() => void other.destroy());
  // Refused at the first frame, it may be closed before the second one is written.
  other.on('error', () => undefined);
  const closed = new Promise((resolve) => other.once('close', resolve));
  other.resume();
  writeFrame(other, { kind: 'hello', protocol, token, server: 'other', code: 'other' });
  writeFrame(other, said);
  await closed;
  expect(performed).toEqual([said]);
});

test('calls that are held for a server which starts go on longer than without any, and no longer than it holds them', async () => {
  const graceMs = 50;
  const came: string[] = [];
  const { server, address } = await linked({ graceMs, onForsaken: () => void came.push('forsaken') });
  server.resume();
  writeFrame(server, { kind: 'hello', protocol, token, server: 'server', code: 'code' });
  await once(server, 'data');
  const letGo = holdCalls(address);
  // The one before is let go of when this one has come.
  await once(server, 'close');
  await sleep(10 * graceMs);
  came.push('let go');
  letGo();
  await expect.poll(() => came).toEqual(['let go', 'forsaken']);
});

test('an engine belongs to the code of its first server, and is outdated when a server of other code comes', async () => {
  let outdated = 0;
  const { server, address } = await linked({ onOutdated: () => (outdated += 1) });
  const next = async (code: string) => {
    const socket = createConnection(address.socketPath);
    onTestFinished(() => void socket.destroy());
    writeFrame(socket, { kind: 'hello', protocol, token, server: code, code });
    await once(socket, 'data');
  };
  writeFrame(server, { kind: 'hello', protocol, token, server: 'newer', code: 'newer' });
  await once(server, 'data');
  await next('newer');
  expect(outdated).toBe(0);
  await next('newest');
  expect(outdated).toBe(1);
});

test('how its audio is an engine tells servers of its own code, who know the word, and no others', async () => {
  const { link, address, server } = await linked();
  const heard: Record<string, string[]> = { code: [], older: [] };
  const older = createConnection(address.socketPath);
  onTestFinished(() => void older.destroy());
  const greet = async (socket: Socket, code: string) => {
    readFrames(socket, (frame) => heard[code]?.push(parseToServer(frame).kind));
    writeFrame(socket, { kind: 'hello', protocol, token, server: code, code });
    await expect.poll(() => heard[code]).toContain('welcome');
    link.say({ kind: 'audio', processes: [{ legs: 2, load: 0.1 }] });
    link.say({ kind: 'log', level: 'info', message: 'behind it', fields: {} });
    await expect.poll(() => heard[code]).toContain('log');
  };
  await greet(server, 'code');
  await greet(older, 'older');
  expect(heard['code']).toContain('audio');
  expect(heard['older']).not.toContain('audio');
});
