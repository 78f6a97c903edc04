import { expect, test } from 'vitest';

import { screenAt } from './screens.ts';

test('an address belongs to a screen, the forms of a list to the list', () => {
  const at = (address: string) => screenAt(address)?.label;
  expect(at('/departments')).toBe('Phòng ban');
  expect(at('/department/add')).toBe('Phòng ban');
  expect(at('/department/edit/0190b6a0')).toBe('Phòng ban');
  expect(at('/time-groups/edit/0190b6a0/all')).toBe('Nhóm thời gian');
  expect(at('/survey/campaign/start/0190b6a0')).toBe('Chiến dịch khảo sát');
  expect(at('/user-setting/thong-bao')).toBe('Cài đặt cá nhân');
  expect(at('/nowhere')).toBeUndefined();
});
