import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, LegId, TenantId } from '@alo/call-core';
import { expect, onTestFinished, test } from 'vitest';
import { parseToServer, protocol, type ToServer } from '../channel.ts';
import { readFrames, writeFrame } from './frames.ts';
import { ServerLink } from './server-link.ts';

const [tenant, call, leg] = ['tenant' as TenantId, 'call' as CallId, 'leg' as LegId];
const token = 'word';

test('a server that keeps the word back that it took something is not late for that, and one that does not say so may be', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-link-'));
  const lags: number[] = [];
  const unused = () => Promise.reject(new Error('nobody asks for this here'));
  const link = new ServerLink(
    { address: { socketPath: join(folder, 'engine.sock'), token }, code: 'code', graceMs: 60_000 },
    {
      handlers: {
        ...{ start: unused, open: unused, drain: unused, provision: unused, change: unused, forget: unused },
        ...{ snapshot: unused, close: unused, startBot: unused, stopBot: unused },
      },
      perform: () => {},
      onOutdated: () => {},
      onForsaken: () => {},
      onAttached: () => {},
      onTaken: (lagMs) => lags.push(lagMs),
    },
  );
  await link.listen();
  const server = createConnection(join(folder, 'engine.sock'));
  onTestFinished(async () => {
    server.destroy();
    link.close();
    await rm(folder, { recursive: true });
  });
  await once(server, 'connect');
  const heard: ToServer[] = [];
  readFrames(server, (frame) => void heard.push(parseToServer(frame)));
  const told = () => heard.flatMap((word) => (word.kind === 'event' ? word.seq : []));
  writeFrame(server, { kind: 'hello', protocol, token, server: 'server', code: 'code' });
  writeFrame(server, { kind: 'listen', after: 0 });
  link.emit(tenant, { type: 'ringing', call, leg, at: 0 });
  link.emit(tenant, { type: 'ringing', call, leg, at: 0 });
  await expect.poll(told).toEqual([1, 2]);
  writeFrame(server, { kind: 'taken', seq: 1, keptMs: 3_600_000 });
  writeFrame(server, { kind: 'taken', seq: 2 });
  await expect.poll(() => lags.length).toBe(2);
  expect(lags[0]).toBe(0);
  expect(lags[1]).toBeGreaterThan(0);
});
