import fc from 'fast-check';
import { expect, test } from 'vitest';

import { linesPace } from './lines.ts';

test('as many are called as there are lines, and it is said', () => {
  expect(linesPace({ lines: 5, underWay: 2, lastHour: 900, perHour: null })).toEqual({
    dial: 3,
    words: 'đang gọi 5 trên 5 đường',
  });
  expect(linesPace({ lines: 5, underWay: 7, lastHour: 0, perHour: null }).dial).toBe(0);
});

test('an hour has no more calls than it may, and that is why', () => {
  expect(linesPace({ lines: 5, underWay: 1, lastHour: 98, perHour: 100 })).toEqual({
    dial: 2,
    words: 'đang gọi 3 trên 5 đường: một giờ qua đã gọi 100, nhiều nhất 100',
  });
  expect(linesPace({ lines: 5, underWay: 0, lastHour: 100, perHour: 100 })).toEqual({
    dial: 0,
    words: 'chưa gọi thêm: một giờ qua đã gọi 100, nhiều nhất 100',
  });
});

test('never more than lines and hour let', () => {
  const n = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(n, n, n, fc.option(n), (lines, underWay, lastHour, perHour) => {
      const { dial } = linesPace({ lines, underWay, lastHour, perHour });
      expect(dial).toBeGreaterThanOrEqual(0);
      expect(underWay + dial).toBeLessThanOrEqual(Math.max(lines, underWay));
      expect(lastHour + dial).toBeLessThanOrEqual(Math.max(perHour ?? Number.POSITIVE_INFINITY, lastHour));
    }),
  );
});
