import { expect, test } from 'vitest';

import { callResult } from './call-result.ts';

test.each([
  ['busy', 'busy', 'Máy bận'],
  ['busy', 'rejected', 'Bị từ chối'],
  ['failed', 'not-found', 'Số không tồn tại'],
  ['failed', 'unreachable', 'Không liên lạc được'],
  ['failed', 'interrupted', 'Bị gián đoạn'],
  ['failed', 'failed', 'Không kết nối được'],
  ['missed', 'rejected', 'Nhỡ'],
  ['answered', 'normal', 'Gặp'],
] as const)('a call that is %s by %s came out as the window said: %s', (status, cause, words) => {
  expect(callResult({ status, cause })).toBe(words);
});
