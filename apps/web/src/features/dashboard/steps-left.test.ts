import { expect, test } from 'vitest';

import { stepsLeft } from './steps-left.ts';

const none = { call: false, people: false, customers: false, number: false, hours: false, greeting: false, way: false };

test('a new company has seven steps, fewer with each that is done, and a company that works has none', () => {
  expect(stepsLeft(none)).toBe(7);
  expect(stepsLeft({ ...none, call: true, people: true })).toBe(5);
  expect(stepsLeft({ ...none, call: true, people: true, number: true, way: true })).toBe(0);
});
