import { expect, test } from 'vitest';

import { beginLook, holdLook, lookOf, takeLookOver } from './look.ts';
import { readSession, type Session } from './storage.ts';
import { beginSession, endSession, sessionOfTab } from './tab-session.ts';
import { createTestBrowser } from './test-browser.ts';

const admin: Session = { token: 'admin', tenantCode: 'demo', user: { name: 'super-admin', permissions: [] } };
const look: Session = { token: 'look', tenantCode: 'demo', user: { name: 'Nhân viên', permissions: ['teams.view'] } };

function lookingTab() {
  const browser = createTestBrowser();
  const tab = browser.openTab();
  beginSession(tab.stores, admin);
  beginLook(tab.stores, look, { own: admin, path: '/accounts' });
  const seen: string[] = [];
  const from = lookOf(tab.stores);
  if (!from) throw new Error('the tab does not look');
  const held = holdLook({
    stores: tab.stores,
    look: from,
    page: tab.page,
    onOver: () => seen.push('over'),
    goTo: (path) => seen.push(path),
  });
  return { browser, tab, seen, held };
}

test('only this tab looks: the browser stays its person’s, and a new tab is theirs', () => {
  const { browser, tab } = lookingTab();
  expect(sessionOfTab(tab.stores)).toEqual(look);
  expect(readSession(browser.shared)).toEqual(admin);
  const other = browser.openTab();
  expect(sessionOfTab(other.stores)).toEqual(admin);
  expect(lookOf(other.stores)).toBeUndefined();
});

test('leaving tells the server, and the tab is its own person’s again, where they were', async () => {
  const { tab, seen, held } = lookingTab();
  held.signOut(async () => undefined);
  await expect.poll(() => seen).toEqual(['over', '/accounts']);
  expect(sessionOfTab(tab.stores)).toEqual(admin);
  expect(takeLookOver(tab.stores.tab)).toBe(false);
});

test('a look that runs out leads back as well, and says so once', () => {
  const { tab, seen, held } = lookingTab();
  held.expire();
  held.expire();
  expect(seen).toEqual(['over', '/accounts']);
  expect(sessionOfTab(tab.stores)).toEqual(admin);
  expect([takeLookOver(tab.stores.tab), takeLookOver(tab.stores.tab)]).toEqual([true, false]);
});

test('whose session ends in another tab looks no longer', () => {
  const { browser, tab, seen } = lookingTab();
  const other = browser.openTab();
  sessionOfTab(other.stores);
  endSession(other.stores, admin, 'signed-out');
  browser.settle();
  expect(seen).toEqual(['over', '/']);
  expect(sessionOfTab(tab.stores)).toBeUndefined();
});

test('what is left of a look in a tab that somebody signed in to anew is none', () => {
  const { tab } = lookingTab();
  beginSession(tab.stores, { ...admin, token: 'other' });
  expect(lookOf(tab.stores)).toBeUndefined();
});
