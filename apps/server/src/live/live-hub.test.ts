import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';

import { callerOf } from '../../testing/caller.ts';
import { liveHub, socketsOfSession } from './live-hub.ts';

const signedIn = (company: string, sessionId: string) => ({ ...callerOf(company), sessionId });

test('a sign-in has so many sockets and no more, and one that closes makes room', () => {
  const hub = liveHub();
  const one = signedIn('hostile', 'one');
  const sockets = Array.from({ length: socketsOfSession }, () => {
    expect(hub.hasRoomFor(one)).toBe(true);
    const socket = new EventEmitter();
    hub.connect(socket as unknown as WebSocket, new PassThrough(), one);
    return socket;
  });
  expect([hub.hasRoomFor(one), hub.hasRoomFor(signedIn('hostile', 'two'))]).toEqual([false, true]);
  expect(hub.hasRoomFor(signedIn('good', 'one'))).toBe(true);
  sockets[0]?.emit('close');
  expect(hub.hasRoomFor(one)).toBe(true);
});
