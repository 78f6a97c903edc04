import { Socket } from 'node:net';
import type { TenantId } from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { expect, test, vi } from 'vitest';
import { EngineChannel, type Handlers, type Report, serveParent, type ToParent } from './channel.ts';

const refuse = (): Promise<never> => Promise.reject(new Error('not in this test'));

const handlers: Handlers = {
  start: refuse,
  provision: refuse,
  change: refuse,
  forget: async () => null,
  snapshot: async () => emptyEngine,
  ping: async () => null,
  close: refuse,
  startBot: refuse,
  stopBot: refuse,
};

/** Both ends with a pipe between them that copies as the real one does; `silent` loses everything. */
function pair({ silent = false } = {}) {
  const reports: Report[] = [];
  const performed: unknown[] = [];
  const orders = { perform: (order: unknown) => performed.push(order), socket: () => {} };
  const toParent = (message: ToParent): void => parent.receive(structuredClone(message));
  const child = serveParent(toParent, handlers, orders);
  const parent: EngineChannel = new EngineChannel(
    {
      send: (message) => {
        if (!silent) child(structuredClone(message), undefined);
      },
    },
    (report) => reports.push(report),
  );
  return { parent, child, toParent, reports, performed };
}

// A name of this test; anywhere else it comes from the database.
const tenant = 'tenant' as TenantId;

test('a request is answered with what its handler gives, and refused with the reason that it throws', async () => {
  const { parent } = pair();
  expect(await parent.request('snapshot', null)).toEqual(emptyEngine);
  await expect(parent.request('close', null)).rejects.toThrow('engine refused close: not in this test');
});

test('a child that is silent is not waited for', async () => {
  vi.useFakeTimers();
  const { parent } = pair({ silent: true });
  const answer = parent.request('ping', null, 1_000).catch(String);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answer).toContain('did not answer ping within 1000 ms');
  vi.useRealTimers();
});

test('when the child goes, everything pending is rejected, and so is what is asked later', async () => {
  const { parent } = pair({ silent: true });
  const pending = parent.request('ping', null).catch(String);
  parent.close();
  expect(await pending).toContain('engine went away');
  await expect(parent.request('ping', null)).rejects.toThrow('engine is gone');
});

test('what is no message of ours is not taken, from either side', () => {
  const { parent, child, toParent, reports, performed } = pair();
  expect(() => parent.receive({ kind: 'event', tenant, event: { type: 'invented' } })).toThrow('type');
  expect(() => child({ kind: 'perform', tenant, call: 'c', command: { type: 'explode' } }, undefined)).toThrow('type');
  toParent({ kind: 'event', tenant, event: { type: 'contacts', extension: '101', contacts: [], at: 1 } });
  expect(reports).toHaveLength(1);
  expect(performed).toEqual([]);
});

test('parameters that are not what the method takes are refused, and the next request is served', async () => {
  const { parent, child } = pair();
  child({ kind: 'request', id: 900, method: 'forget', params: 7 }, undefined);
  expect(await parent.request('forget', tenant)).toBeNull();
});

const upgrade = { url: '/sip', headers: {}, head: '' };

/** A child of which only the taking of sockets counts. */
function takesSockets() {
  const taken: Socket[] = [];
  const receive = serveParent(() => undefined, handlers, {
    perform: () => undefined,
    socket: (_upgrade, socket) => void taken.push(socket),
  });
  return { taken, receive };
}

test('a socket is answered only when the parent has let go of it: until then it would swallow what the client says', () => {
  const { taken, receive } = takesSockets();
  const [first, second] = [new Socket(), new Socket()];
  receive({ kind: 'socket', upgrade }, first);
  receive({ kind: 'socket', upgrade }, second);
  expect(taken).toEqual([]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([first]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([first, second]);
});

test('a client that hung up on the way costs nobody else a turn', () => {
  const { taken, receive } = takesSockets();
  const socket = new Socket();
  receive({ kind: 'socket', upgrade }, undefined);
  receive({ kind: 'socket', upgrade }, socket);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([socket]);
});

test('the parent says that it has let go behind the handle, which is when Node.js has closed its own', () => {
  const sent: string[] = [];
  const channel = new EngineChannel(
    { send: (message, handle) => void sent.push(`${JSON.stringify(message)} ${handle === undefined ? '' : 'handle'}`) },
    () => undefined,
  );
  channel.socket(upgrade, new Socket());
  expect(sent).toEqual([
    '{"kind":"socket","upgrade":{"url":"/sip","headers":{},"head":""}} handle',
    '{"kind":"socket-released"} ',
  ]);
});
