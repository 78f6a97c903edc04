import { expect, test } from 'vitest';

import { screens } from '../../screens/screens.ts';
import { menuOf, pinnedOf, withPin } from './house.ts';

const none = { chosen: {}, here: undefined };
const at = (path: string) => screens.find((screen) => screen.path === path);
const ofAgents = screens.filter(({ group }) => ['Tổng quan', 'Khách hàng', 'Cuộc gọi', 'Cài đặt'].includes(group));
const open = (menu: ReturnType<typeof menuOf>) => menu.filter((group) => group.open).map(({ group }) => group);

test('a long menu begins with the day’s work, a short one with all of it', () => {
  expect(open(menuOf(screens, none))).toEqual(['Tổng quan', 'Khách hàng', 'Cuộc gọi']);
  expect(open(menuOf(ofAgents, none))).toEqual(['Tổng quan', 'Khách hàng', 'Cuộc gọi', 'Cài đặt']);
});

test('the group where one is is open, and one that was folded or opened stays so', () => {
  expect(open(menuOf(screens, { chosen: {}, here: at('/queue') }))).toContain('Luồng gọi');
  const chosen = { 'Luồng gọi': false, 'Cuộc gọi': false, 'Báo cáo': true };
  expect(open(menuOf(screens, { chosen, here: at('/queue') }))).toEqual(['Tổng quan', 'Khách hàng', 'Báo cáo']);
});

test('another view of the same rows stands below them, and alone for whoever may not see those', () => {
  const entry = (allowed: typeof screens, path: string) =>
    menuOf(allowed, none)
      .flatMap(({ entries }) => entries)
      .find(({ screen }) => screen.path === path);
  expect(entry(screens, '/call-history')?.views.map(({ path }) => path)).toEqual([
    '/history-success-call',
    '/reports/fpt/call-history',
    '/etelecom/call-history',
  ]);
  expect(entry(screens, '/etelecom/list-hotline')).toBeUndefined();
  const alone = screens.filter(({ path }) => path === '/etelecom/list-hotline');
  expect(entry(alone, '/etelecom/list-hotline')).toBeDefined();
});

test('every screen is in the menu once', () => {
  const shown = menuOf(screens, none).flatMap(({ entries }) =>
    entries.flatMap(({ screen, views }) => [screen, ...views]),
  );
  expect(shown.map(({ path }) => path).toSorted()).toEqual(screens.map(({ path }) => path).toSorted());
});

test('screens are pinned in turn, taken away again, and not shown to whoever may not see them', () => {
  const pins = withPin(withPin([], '/queue'), '/customer');
  expect(pinnedOf(screens, pins).map(({ path }) => path)).toEqual(['/queue', '/customer']);
  expect(pinnedOf(ofAgents, pins).map(({ path }) => path)).toEqual(['/customer']);
  expect(withPin(pins, '/queue')).toEqual(['/customer']);
});
