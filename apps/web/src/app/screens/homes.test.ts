import { expect, test } from 'vitest';

import { homeOf, homes } from './homes.ts';
import { screens } from './screens.ts';

test('where one may begin are screens, each with the right that it needs there', () => {
  const accessOf = (home: string) => screens.find(({ path }) => path === home)?.access;
  expect(homes.map(({ path }) => accessOf(path))).toEqual(homes.map(({ needs }) => needs));
});

test.each([
  [{ name: 'super-admin', permissions: [] }, '/dashboard'],
  [{ name: 'Quản lý', permissions: ['call-history.view', 'dashboard.view'] }, '/dashboard'],
  [{ name: 'Nhân viên', permissions: ['call-history.view'] }, '/my-day'],
])('%j begins at the first that the role may see', (role, home) => {
  expect(homeOf(role)).toBe(home);
});

test('who may see none of them begins at the first, which leads on', () => {
  expect(homeOf({ name: 'Kho', permissions: [] })).toBe('/dashboard');
});
