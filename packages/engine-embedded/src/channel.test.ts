import { Socket } from 'node:net';
import { expect, test } from 'vitest';

import { EngineChannel, type Handlers, serveParent } from './channel.ts';

const upgrade = { url: '/sip', headers: {}, head: '' };

/** A child that does nothing but take sockets. */
function takesSockets() {
  const taken: Socket[] = [];
  const unasked = async () => {
    throw new Error('nobody asks this');
  };
  const handlers = { start: unasked, snapshot: unasked } as unknown as Handlers;
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
