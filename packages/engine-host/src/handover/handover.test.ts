import { Socket } from 'node:net';
import { http } from '@alo/net';
import { expect, test } from 'vitest';
import { arrivals, handOverSocket, type Pipe, passOn, upgradeOf } from './handover.ts';

const upgrade = { url: '/sip', headers: {}, head: '', from: { address: '10.0.0.7', port: 4711 } };

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

test('a socket is answered only when the sender has let go of it, as the next message says: until then it would swallow what the client says', () => {
  const taken: Socket[] = [];
  const receive = arrivals((_upgrade, socket) => void taken.push(socket));
  const [first, second] = [new Socket(), new Socket()];
  receive({ kind: 'socket', upgrade }, first);
  receive('of something else', undefined);
  expect(taken).toEqual([]);
  receive({ kind: 'socket', upgrade }, second);
  expect(taken).toEqual([first]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([first, second]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([first, second]);
});

test('a client that hung up on the way costs nobody else a turn', () => {
  const taken: Socket[] = [];
  const receive = arrivals((_upgrade, socket) => void taken.push(socket));
  const socket = new Socket();
  receive({ kind: 'socket', upgrade }, undefined);
  receive({ kind: 'socket', upgrade }, socket);
  expect(taken).toEqual([]);
  receive({ kind: 'socket-released' }, undefined);
  expect(taken).toEqual([socket]);
});

test('the sender says that it has let go behind the handle, also through a process in between', async () => {
  const sent: string[] = [];
  const end = pipeTo((message, socket) =>
    sent.push(`${JSON.stringify(message)} ${socket === undefined ? '' : 'handle'}`),
  );
  const between = pipeTo((message, socket) => passOn(end, message, socket));
  handOverSocket(between, upgrade, new Socket());
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toEqual([
    '{"kind":"socket","upgrade":{"url":"/sip","headers":{},"head":"","from":{"address":"10.0.0.7","port":4711}}} handle',
    '{"kind":"socket-released"} ',
  ]);
});

test('where there is no engine, a process in between closes the socket, so that the phone tries again', () => {
  const socket = new Socket();
  passOn(null, { kind: 'socket', upgrade }, socket);
  expect(socket.destroyed).toBe(true);
});

test('a process in between passes on sockets, and nothing else that it is told', async () => {
  const sent: unknown[] = [];
  const end = pipeTo((message) => sent.push(message));
  const released = { kind: 'socket-released' };
  for (const message of [{ kind: 'pong' }, { socket: 1 }, 'socket', null, released]) passOn(end, message, undefined);
  await expect.poll(() => sent).toEqual([released]);
});

test('with a socket goes what the handshake needs, and whose it is: a cookie stays with the web server', () => {
  const handshake = {
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
    'sec-websocket-protocol': 'sip',
  };
  const headers = { host: 'pbx.vn', cookie: 'session=secret', origin: 'https://pbx.vn', ...handshake };
  const request = Object.assign(new http.IncomingMessage(new Socket()), { url: '/sip', headers });
  expect(upgradeOf(request, Buffer.from('early'), '203.0.113.7')).toEqual({
    url: '/sip',
    headers: handshake,
    head: 'ZWFybHk=',
    from: { address: '203.0.113.7', port: 0 },
  });
});

test('of a crowd each waits until the one before is out, in its order, and a receiver that goes is no end of it', async () => {
  const under: { readonly message: unknown; readonly out: (error: Error | null) => void }[] = [];
  let connected = true;
  const pipe: Pipe = {
    get connected() {
      return connected;
    },
    send: (message, _socket, _options, told) => under.push({ message, out: told }) > 0,
  };
  const sockets = [new Socket(), new Socket(), new Socket()];
  for (const [index, socket] of sockets.entries()) handOverSocket(pipe, { ...upgrade, url: `/${index}` }, socket);
  const turn = async (): Promise<unknown> => {
    await expect.poll(() => under.length).toBe(1);
    const [next] = under.splice(0);
    next?.out(null);
    return next?.message;
  };
  const sent = (index: number) => ({ kind: 'socket', upgrade: { ...upgrade, url: `/${index}` } });
  // Each says that the one before is let go of; only behind the last one must it be said.
  expect([await turn(), await turn(), await turn(), await turn()]).toEqual([
    sent(0),
    sent(1),
    sent(2),
    { kind: 'socket-released' },
  ]);
  const late = [new Socket(), new Socket()];
  for (const [index, socket] of late.entries()) handOverSocket(pipe, { ...upgrade, url: `/${index}` }, socket);
  await expect.poll(() => under.length).toBe(1);
  connected = false;
  under[0]?.out(new Error('the channel is closed'));
  await expect.poll(() => [...sockets, ...late].every(({ destroyed }) => destroyed)).toBe(true);
  expect(under.length).toBe(1);
});
