import type { LiveEvent, LiveTopic } from '@alo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createOrder, openLive } from './live-client.ts';

/** A browser's socket, whose server is the test. */
class Socket extends EventTarget {
  static made: Socket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  constructor() {
    super();
    Socket.made.push(this);
  }
  send = (text: string) => void this.sent.push(text);
  close = () => undefined;
  opens = () => {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  };
  breaks = () => this.dispatchEvent(new Event('error'));
  tells = (event: object) => this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { href: 'https://alo.example/' });
  Socket.made = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what was read while the first connection was tried in vain is read again with the first that opens', async () => {
  const gaps: LiveTopic[] = [];
  const live = openLive({ address: '/live', topics: ['calls', 'me'], ticket: () => Promise.resolve('t') });
  live.onGap((topic) => gaps.push(topic));
  const socket = async (nth: number) => {
    for (let tries = 0; Socket.made.length < nth && tries < 100; tries += 1) await vi.advanceTimersByTimeAsync(1000);
    return Socket.made[nth - 1];
  };
  (await socket(1))?.breaks();
  expect(live.state()).toBe('down');
  (await socket(2))?.opens();
  expect([live.state(), gaps]).toEqual(['open', ['calls', 'me']]);
  live.close();
});

test('what is read beside a connection that opens at once is not read twice', async () => {
  const gaps: LiveTopic[] = [];
  const live = openLive({ address: '/live', topics: ['calls'], ticket: () => Promise.resolve('t') });
  live.onGap((topic) => gaps.push(topic));
  await vi.advanceTimersByTimeAsync(1000);
  Socket.made[0]?.opens();
  expect([live.state(), gaps]).toEqual(['open', []]);
  live.close();
});

test('a number that was left out is a gap, in its own topic only', () => {
  const order = createOrder();
  expect(order.follows({ topic: 'calls', seq: 1 })).toBe(true);
  expect(order.follows({ topic: 'calls', seq: 2 })).toBe(true);
  expect(order.follows({ topic: 'presence', seq: 1 })).toBe(true);
  expect(order.follows({ topic: 'calls', seq: 4 })).toBe(false);
  expect(order.follows({ topic: 'presence', seq: 2 })).toBe(true);
  expect(order.follows({ topic: 'calls', seq: 5 })).toBe(true);
});

test('what the server skipped before the first event of a subscription is a gap too', () => {
  const order = createOrder();
  expect(order.follows({ topic: 'resources', seq: 2 })).toBe(false);
  expect(order.follows({ topic: 'resources', seq: 3 })).toBe(true);
});

test('after a new subscription it is counted from the beginning', () => {
  const order = createOrder();
  order.follows({ topic: 'calls', seq: 1 });
  order.follows({ topic: 'calls', seq: 2 });
  order.reset();
  expect(order.follows({ topic: 'calls', seq: 1 })).toBe(true);
});

test('a topic that only some pages show is asked for by them and left with them; where something of it was missed it is asked for again', async () => {
  const gaps: LiveTopic[] = [];
  const live = openLive({ address: '/live', topics: ['calls'], ticket: () => Promise.resolve('t') });
  live.onGap((topic) => gaps.push(topic));
  await vi.advanceTimersByTimeAsync(1000);
  const [socket] = Socket.made;
  socket?.opens();
  const leave = live.subscribe('monitor');
  socket?.tells(board(1));
  socket?.tells(board(3));
  socket?.tells(board(4));
  leave();
  expect(socket?.sent.map((text) => JSON.parse(text))).toEqual([
    { type: 'subscribe', topics: ['calls'] },
    { type: 'subscribe', topics: ['monitor'] },
    { type: 'subscribe', topics: ['monitor'] },
    { type: 'unsubscribe', topics: ['monitor'] },
  ]);
  expect(gaps).toEqual(['monitor']);
  live.close();
});

const today = { answered: 0, in_time: 0, abandoned: 0, abandoned_soon: 0 };

const board = (seq: number) => ({
  topic: 'monitor',
  type: 'board',
  seq,
  data: { at: '2026-03-09T02:00:00.000Z', level_percent: 80, agents: [], calls: [], queues: [], today },
});

test('of an event that says more than the page knows the page hears, and asks for itself', async () => {
  const heard: LiveEvent[] = [];
  const live = openLive({ address: '/live', topics: ['me'], ticket: () => Promise.resolve('t') });
  live.listen((event) => heard.push(event));
  await vi.advanceTimersByTimeAsync(1000);
  const [socket] = Socket.made;
  socket?.opens();
  const about = { topic: 'me', type: 'my-calls-changed' };
  const now = { data: [], ringing: [], phone: 'idle' };
  socket?.tells({ ...about, seq: 1, data: { now } });
  socket?.tells({ ...about, seq: 2, data: { now: { ...now, phone: 'in-the-cloud' } } });
  socket?.tells({ ...about, seq: 3, data: {} });
  expect(heard.map(({ data }) => data)).toMatchObject([{ now }, {}, {}]);
  expect(heard.slice(1).map(({ data }) => 'now' in data && data.now !== undefined)).toEqual([false, false]);
  live.close();
});

test('what only a newer server tells is left aside and is no gap; what cannot be read of a known kind is one', async () => {
  const [gaps, heard]: [LiveTopic[], LiveEvent[]] = [[], []];
  const live = openLive({ address: '/live', topics: ['me', 'calls'], ticket: () => Promise.resolve('t') });
  live.onGap((topic) => gaps.push(topic));
  live.listen((event) => heard.push(event));
  await vi.advanceTimersByTimeAsync(1000);
  const [socket] = Socket.made;
  socket?.opens();
  socket?.tells({ topic: 'me', type: 'notified', seq: 1, data: {} });
  socket?.tells({ topic: 'me', type: 'lunch-is-ready', seq: 2, data: { dish: 'phở' } });
  socket?.tells({ topic: 'kitchen', type: 'lunch-is-ready', seq: 1 });
  socket?.tells({ topic: 'me', type: 'notified', seq: 3, data: {} });
  expect([heard.map(({ seq }) => seq), gaps]).toEqual([[1, 3], []]);
  // Between the two something was missed: that it was so is seen at the kind which nobody knows, too.
  socket?.tells({ topic: 'me', type: 'lunch-is-over', seq: 5 });
  expect(gaps).toEqual(['me']);
  socket?.tells({ topic: 'me', type: 'job-changed', seq: 6, data: 'of another shape' });
  socket?.tells({ topic: 'me', type: 'notified', seq: 7, data: {} });
  expect([heard.map(({ seq }) => seq), gaps]).toEqual([
    [1, 3, 7],
    ['me', 'me'],
  ]);
  live.close();
});
