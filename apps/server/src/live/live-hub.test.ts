import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';

import { callerOf } from '../../testing/caller.ts';
import { liveHub, socketsOfSession } from './live-hub.ts';

const signedIn = (company: string, sessionId: string) => ({ ...callerOf(company), sessionId });

test('a company has the sockets that the operator lets it have, over all its sign-ins', () => {
  const hub = liveHub();
  const limited = (sessionId: string) => ({ ...signedIn('hostile', sessionId), most: { sockets: 2 } });
  for (const session of ['one', 'two']) {
    expect(hub.hasRoomFor(limited(session))).toBe('yes');
    hub.connect(new EventEmitter() as unknown as WebSocket, new PassThrough(), limited(session));
  }
  expect([hub.hasRoomFor(limited('three')), hub.countOf('hostile')]).toEqual(['company has all', 2]);
  expect(hub.hasRoomFor(signedIn('good', 'one'))).toBe('yes');
});

test('a sign-in has so many sockets and no more, and one that closes makes room', () => {
  const hub = liveHub();
  const one = signedIn('hostile', 'one');
  const sockets = Array.from({ length: socketsOfSession }, () => {
    expect(hub.hasRoomFor(one)).toBe('yes');
    const socket = new EventEmitter();
    hub.connect(socket as unknown as WebSocket, new PassThrough(), one);
    return socket;
  });
  expect([hub.hasRoomFor(one), hub.hasRoomFor(signedIn('hostile', 'two'))]).toEqual(['no', 'yes']);
  expect(hub.hasRoomFor(signedIn('good', 'one'))).toBe('yes');
  sockets[0]?.emit('close');
  expect(hub.hasRoomFor(one)).toBe('yes');
});
