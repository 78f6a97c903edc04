import { permissions } from '@alo/contract';
import { expect, test } from 'vitest';

import { actionsOf, allScreens, differenceOf, permissionOf, screensShown, withAll } from './matrix.ts';

test('every permission has its place in the matrix, once', () => {
  const cells = allScreens.flatMap((screen) => actionsOf(screen).map(([action]) => permissionOf(screen, action)));
  expect(cells).toHaveLength(permissions.length);
  expect(new Set(cells)).toEqual(new Set(permissions));
});

test('a row is found by its name and by what can be done there, with or without accents', () => {
  const shown = (search: string) =>
    screensShown({ but: [], search, own: new Set(), other: undefined, onlyDifferent: false });
  expect(shown('phong ban')).toEqual(['history-by-department-team', 'kpi-by-department', 'departments']);
  expect(shown('nhắc riêng')).toEqual(['monitor']);
  expect(shown('')).toEqual(allScreens);
});

test('what differs from another role is more or less, and the rest can be left out', () => {
  const [own, other] = [new Set(['teams.view', 'roles.view']), new Set(['teams.view', 'branchs.view'])];
  expect(differenceOf('teams.view', own, other)).toBeUndefined();
  expect(differenceOf('roles.view', own, other)).toBe('more');
  expect(differenceOf('branchs.view', own, other)).toBe('less');
  expect(screensShown({ but: [], search: '', own, other, onlyDifferent: true })).toEqual(['branchs', 'roles']);
});

test('rows and columns are set and taken out whole, each permission once', () => {
  const row = actionsOf('teams').flatMap(([action]) => permissionOf('teams', action) ?? []);
  const set = withAll(['teams.view', 'dashboard.view'], row, true);
  expect(set).toEqual(permissions.filter((name) => name === 'dashboard.view' || name.startsWith('teams.')));
  expect(withAll(set, row, false)).toEqual(['dashboard.view']);
});
