import { expect, test } from 'vitest';

import { isQuiet } from './rules.ts';

test('quiet hours pass midnight, belong to the day that they begin on, and follow the company’s clock', () => {
  const quiet = { from: '22:00', to: '07:00', weekdays: [1] };
  // 2026-11-23 is a Monday; the clock there is seven hours ahead.
  const at = (utc: string) => isQuiet({ rules: {}, quiet }, Date.parse(`2026-11-${utc}:00Z`), 'Asia/Ho_Chi_Minh');
  expect(['23T14:59', '23T15:00', '23T23:59', '24T00:00', '24T15:00'].map(at)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('whoever has chosen no hours is never left alone', () => {
  expect(isQuiet({ rules: {}, quiet: null }, 0, 'UTC')).toBe(false);
});
