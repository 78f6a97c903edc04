import { expect, test } from 'vitest';

import { callWantedBy, telHandlerUrl, withoutWantedCall } from './wanted-call.ts';

test('the address says whom to call, once', () => {
  expect(callWantedBy('?call=0901234567')).toBe('0901234567');
  const handled = new URL(telHandlerUrl('https://alo.vn').replace('%s', encodeURIComponent('tel:+84901234567')));
  expect(callWantedBy(handled.search)).toBe('tel:+84901234567');
  expect(callWantedBy('?call=%20')).toBeNull();
  expect(callWantedBy('?page=2')).toBeNull();
  expect(withoutWantedCall('https://alo.vn/dashboard?call=1&page=2')).toBe('https://alo.vn/dashboard?page=2');
});
