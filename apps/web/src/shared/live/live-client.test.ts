import { expect, test } from 'vitest';

import { createOrder } from './live-client.ts';

test('a number that was left out is a gap, in its own topic only', () => {
  const order = createOrder();
  expect(order.follows({ topic: 'calls', seq: 7 })).toBe(true);
  expect(order.follows({ topic: 'calls', seq: 8 })).toBe(true);
  expect(order.follows({ topic: 'presence', seq: 1 })).toBe(true);
  expect(order.follows({ topic: 'calls', seq: 10 })).toBe(false);
  expect(order.follows({ topic: 'presence', seq: 2 })).toBe(true);
  expect(order.follows({ topic: 'calls', seq: 11 })).toBe(true);
});

test('after a new subscription the first number is taken as it comes', () => {
  const order = createOrder();
  order.follows({ topic: 'calls', seq: 7 });
  order.reset();
  expect(order.follows({ topic: 'calls', seq: 1 })).toBe(true);
});
