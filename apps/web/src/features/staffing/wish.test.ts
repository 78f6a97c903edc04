import { expect, test } from 'vitest';

import { asItWas, bodyOf, isAsItWas, wishWords } from './wish.ts';

const strategies = { linear: 'Theo thứ tự' };

test('what is tried is said as a person would say it', () => {
  expect(wishWords({ ...asItWas, count: 2 }, strategies)).toBe('Thêm 2 người từ 09:00 đến 11:00');
  expect(wishWords({ ...asItWas, count: -1, to: '12:30', calls: 120, talk: 90 }, strategies)).toBe(
    'Bớt 1 người từ 09:00 đến 12:30, thêm 20 % cuộc gọi, nói ngắn hơn 10 %',
  );
  expect(wishWords({ ...asItWas, strategy: 'linear', ringSeconds: 12 }, strategies)).toBe(
    'Chia cuộc gọi kiểu “Theo thứ tự”, mỗi máy đổ chuông 12 giây',
  );
  expect([asItWas, { ...asItWas, from: '07:00' }, { ...asItWas, calls: 110 }].map(isAsItWas)).toEqual([
    true,
    true,
    false,
  ]);
});

test('people come from one time to a later one, and hours that are none are not asked for', () => {
  expect(bodyOf('2026-11-23', 'q', { ...asItWas, count: 2 })).toMatchObject({
    day: '2026-11-23',
    people: [{ queue_id: 'q', count: 2, from: 540, to: 660 }],
  });
  expect(bodyOf('2026-11-23', 'q', asItWas)?.people).toEqual([]);
  expect(bodyOf('2026-11-23', 'q', { ...asItWas, count: 2, to: '08:00' })).toBeNull();
  expect(bodyOf('2026-11-23', 'q', { ...asItWas, count: 2, to: '' })).toBeNull();
});
