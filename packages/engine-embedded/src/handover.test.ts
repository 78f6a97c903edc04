import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { arrivals, handOver, type Pipe, passOn } from './handover.ts';

const upgrade = { url: '/sip', headers: {}, head: '' };

/** A pipe to a process of which only the taking of sockets counts. */
function pipeTo(receive: (message: unknown, socket: Socket | undefined) => void): Pipe {
  return {
    connected: true,
    send(message, socket, _options, told) {
      receive(structuredClone(message), socket);
      told(null);
      return true;
    },
  };
}

test('a socket is answered only when the sender has let go of it: until then it would swallow what the client says', () => {
  const taken: Socket[] = [];
  const receive = arrivals((_upgrade, socket) => void taken.push(socket));
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
  const taken: Socket[] = [];
  const receive = arrivals((_upgrade, socket) => void taken.push(socket));
  const socket = new Socket();
  receive({ kind: 'socket', upgrade }, undefined);
  receive({ kind: 'socket', upgrade }, socket);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([socket]);
});

test('the sender says that it has let go behind the handle, also through a process in between', () => {
  const sent: string[] = [];
  const end = pipeTo((message, socket) =>
    sent.push(`${JSON.stringify(message)} ${socket === undefined ? '' : 'handle'}`),
  );
  const between = pipeTo((message, socket) => passOn(end, message, socket));
  handOver(between, upgrade, new Socket());
  expect(sent).toEqual([
    '{"kind":"socket","upgrade":{"url":"/sip","headers":{},"head":""}} handle',
    '{"kind":"socket-released"} ',
  ]);
});

test('where there is no engine, a process in between closes the socket, so that the phone tries again', () => {
  const socket = new Socket();
  passOn(null, { kind: 'socket', upgrade }, socket);
  expect(socket.destroyed).toBe(true);
});
