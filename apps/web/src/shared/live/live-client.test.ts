import type { LiveTopic } from '@alo/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createOrder, openLive } from './live-client.ts';

/** A browser's socket, whose server is the test. */
class Socket extends EventTarget {
  static made: Socket[] = [];
  readonly readyState = 0;
  readonly sent: string[] = [];
  constructor() {
    super();
    Socket.made.push(this);
  }
  send = (text: string) => void this.sent.push(text);
  close = () => undefined;
  opens = () => this.dispatchEvent(new Event('open'));
  breaks = () => this.dispatchEvent(new Event('error'));
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
