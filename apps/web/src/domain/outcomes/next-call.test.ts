import { expect, test } from 'vitest';

import { momentOf } from './next-call.ts';

// Half past eleven at night, there.
const now = Date.parse('2026-11-22T16:30:00Z');
const open = { now, day: null, time: '' };

test('tomorrow is tomorrow where the company is', () => {
  expect(momentOf('morning', open)).toBe('2026-11-23T02:00:00.000Z');
  expect(momentOf('afternoon', open)).toBe('2026-11-23T07:00:00.000Z');
  expect(momentOf('soon', open)).toBe('2026-11-22T16:45:00.000Z');
  expect(momentOf('hour', open)).toBe('2026-11-22T17:30:00.000Z');
});

test('another day needs its time', () => {
  expect(momentOf('other', { now, day: '2026-12-01', time: '08:30' })).toBe('2026-12-01T01:30:00.000Z');
  expect(momentOf('other', { now, day: '2026-12-01', time: '' })).toBeNull();
  expect(momentOf('other', open)).toBeNull();
  expect(momentOf(null, open)).toBeNull();
});
