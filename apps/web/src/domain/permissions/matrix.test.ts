import { permissions } from '@alo/contract';
import { expect, test } from 'vitest';

import { allScreens, differenceOf, groupsOf, matrixColumnsOf, permissionsOf, screensShown, withAll } from './matrix.ts';

test('every permission has its place in the matrix, once', () => {
  const columns = matrixColumnsOf(allScreens);
  const cells = allScreens.flatMap((screen) => columns.flatMap(({ at }) => at(screen) ?? []));
  expect(cells).toHaveLength(permissions.length);
  expect(new Set(cells)).toEqual(new Set(permissions));
});

test('every screen stands in one group, and a group without any that is shown is none', () => {
  const those = groupsOf(allScreens).flatMap(({ screens }) => screens);
  expect(those.toSorted()).toEqual(allScreens.toSorted());
  expect(groupsOf(['teams', 'queue']).map(({ title, screens }) => [title, ...screens])).toEqual([
    ['Tổ chức', 'teams'],
    ['Luồng gọi', 'queue'],
  ]);
});

test('to listen in on calls is a column of its own, and is not ticked with the recordings', () => {
  const columns = matrixColumnsOf(allScreens);
  const labelsOf = (screen: 'monitor' | 'call-history') =>
    columns.flatMap(({ label, at }) => (at(screen)?.endsWith('.listen') ? [label] : []));
  expect([labelsOf('monitor'), labelsOf('call-history')]).toEqual([['Nghe cuộc gọi đang diễn ra'], ['Nghe ghi âm']]);
  expect(new Set(columns.map(({ label }) => label)).size).toBe(columns.length);
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
  const set = withAll(['teams.view', 'dashboard.view'], permissionsOf('teams'), true);
  expect(set).toEqual(permissions.filter((name) => name === 'dashboard.view' || name.startsWith('teams.')));
  expect(withAll(set, permissionsOf('teams'), false)).toEqual(['dashboard.view']);
});
