import { expect, test } from 'vitest';

import { createOrder } from './live-client.ts';

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
