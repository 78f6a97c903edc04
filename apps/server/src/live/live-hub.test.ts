import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';

import type { Caller } from '../kernel/caller.ts';
import { liveHub, socketsOfSession } from './live-hub.ts';

const callerOf = (tenantId: string, sessionId: string): Caller => ({
  tenantId,
  tenantCode: tenantId,
  timeZone: 'Asia/Ho_Chi_Minh',
  accountId: 'person',
  sessionId,
  name: '',
  extension: null,
  teamId: null,
  departmentId: null,
  branchId: null,
  licences: [],
  mustSetUp: false,
  operates: false,
  role: { name: 'agent', permissions: [], scope: 'all' },
});

test('a sign-in has so many sockets and no more, and one that closes makes room', () => {
  const hub = liveHub();
  const one = callerOf('hostile', 'one');
  const sockets = Array.from({ length: socketsOfSession }, () => {
    expect(hub.hasRoomFor(one)).toBe(true);
    const socket = new EventEmitter();
    hub.connect(socket as unknown as WebSocket, new PassThrough(), one);
    return socket;
  });
  expect([hub.hasRoomFor(one), hub.hasRoomFor(callerOf('hostile', 'two'))]).toEqual([false, true]);
  expect(hub.hasRoomFor(callerOf('good', 'one'))).toBe(true);
  sockets[0]?.emit('close');
  expect(hub.hasRoomFor(one)).toBe(true);
});
