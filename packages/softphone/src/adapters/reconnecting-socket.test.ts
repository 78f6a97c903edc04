import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { fullJitter } from './backoff.ts';
import { ReconnectingSocket } from './reconnecting-socket.ts';

/** The browser's WebSocket as far as it is used here: the border of this package. */
class ScriptedWebSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static made: ScriptedWebSocket[] = [];
  static get last(): ScriptedWebSocket {
    const last = ScriptedWebSocket.made.at(-1);
    if (last === undefined) throw new Error('no socket was opened');
    return last;
  }
  readyState = 0;
  binaryType = '';
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    ScriptedWebSocket.made.push(this);
  }
  send(data: string) {
    this.sent.push(data);
  }
  close() {
    this.readyState = 3;
  }
  opens() {
    this.readyState = 1;
    this.onopen?.();
  }
  breaks() {
    this.readyState = 3;
    this.onclose?.({ code: 1006, reason: '' });
  }
}

function open() {
  const seen: string[] = [];
  const socket = new ReconnectingSocket(
    'wss://pbx.example:4443/sip',
    fullJitter(() => 1),
    {
      onConnecting: () => seen.push('connecting'),
      onLost: () => seen.push('lost'),
    },
  );
  socket.onconnect = () => seen.push('up');
  socket.ondisconnect = () => seen.push('down');
  socket.connect();
  return { socket, seen };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', ScriptedWebSocket);
  ScriptedWebSocket.made = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('names itself to SIP by where it leads', () => {
  const { socket } = open();
  expect(socket).toMatchObject({ sip_uri: 'sip:pbx.example:4443;transport=ws', via_transport: 'WSS' });
});

it('comes back after each loss, waiting longer until the registrar took it', () => {
  const { socket, seen } = open();
  ScriptedWebSocket.last.opens();
  ScriptedWebSocket.last.breaks();
  expect(seen).toEqual(['connecting', 'up', 'lost', 'down']);
  vi.advanceTimersByTime(200);
  expect(ScriptedWebSocket.made).toHaveLength(2);

  // Opened and thrown out again, as by a server that is not ready: no hammering.
  ScriptedWebSocket.last.opens();
  ScriptedWebSocket.last.breaks();
  vi.advanceTimersByTime(399);
  expect(ScriptedWebSocket.made).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(ScriptedWebSocket.made).toHaveLength(3);

  ScriptedWebSocket.last.opens();
  socket.settled();
  ScriptedWebSocket.last.breaks();
  vi.advanceTimersByTime(200);
  expect(ScriptedWebSocket.made).toHaveLength(4);
});

it('does not wait when the network is said to be back', () => {
  const { socket } = open();
  for (let n = 0; n < 8; n += 1) {
    ScriptedWebSocket.last.breaks();
    vi.advanceTimersByTime(30_000);
  }
  ScriptedWebSocket.last.breaks();
  const before = ScriptedWebSocket.made.length;
  socket.wake();
  expect(ScriptedWebSocket.made).toHaveLength(before + 1);
  socket.wake();
  expect(ScriptedWebSocket.made).toHaveLength(before + 1);
});

it('gives up an attempt that leads nowhere', () => {
  const { seen } = open();
  vi.advanceTimersByTime(10_000);
  expect(seen).toEqual(['connecting', 'lost', 'down']);
  vi.advanceTimersByTime(200);
  expect(ScriptedWebSocket.made).toHaveLength(2);
});

it('finds out that the path is dead when a server that used to answer pings does not', () => {
  const { seen } = open();
  const first = ScriptedWebSocket.last;
  first.opens();
  vi.advanceTimersByTime(20_000);
  expect(first.sent).toEqual(['\r\n\r\n']);
  first.onmessage?.({ data: '\r\n' });
  vi.advanceTimersByTime(27_999);
  expect(seen).not.toContain('lost');
  vi.advanceTimersByTime(1);
  expect(seen).toContain('lost');
});

it('does not hold a server to pings that it never answered', () => {
  const { seen } = open();
  ScriptedWebSocket.last.opens();
  vi.advanceTimersByTime(600_000);
  expect(seen).toEqual(['connecting', 'up']);
});

it('stays closed once it is disconnected', () => {
  const { socket, seen } = open();
  ScriptedWebSocket.last.opens();
  socket.disconnect();
  vi.advanceTimersByTime(600_000);
  socket.wake();
  expect(ScriptedWebSocket.made).toHaveLength(1);
  expect(ScriptedWebSocket.last.readyState).toBe(3);
  expect(seen).toEqual(['connecting', 'up']);
});

it('closes while it waits to try again', () => {
  const { socket } = open();
  ScriptedWebSocket.last.breaks();
  socket.disconnect();
  vi.advanceTimersByTime(600_000);
  expect(ScriptedWebSocket.made).toHaveLength(1);
});
