import { expect, test } from 'vitest';

import { firstOf, screenAt, screens } from './screens.ts';

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

test('each entry of the menu has an icon of its own, by which the folded menu is read', () => {
  const icons = screens.filter(({ access }) => access !== 'operator').map(({ icon, path }) => ({ icon, path }));
  const repeated = icons.filter(({ icon, path }) => icons.some((other) => other.icon === icon && other.path !== path));
  expect(repeated.map(({ path }) => path)).toEqual([]);
});

test('somebody begins at the first screen that they may see, and nowhere where they may see none', () => {
  const first = (...rights: string[]) =>
    firstOf(screens, (access) => access === 'general' || (typeof access === 'string' && rights.includes(access)))?.path;
  expect(first('queue.view', 'customer.view')).toBe('/customer');
  expect(first('queue.view')).toBe('/queue');
  expect(first()).toBeUndefined();
});
