import { expect, test } from 'vitest';

import { type HeldSession, holdSession } from './hold-session.ts';
import { readSession, type Session } from './storage.ts';
import { beginSession, sessionOfTab, takeExpiredNotice } from './tab-session.ts';
import { createTestBrowser, type TestTab } from './test-browser.ts';

const sessionOf = (token: string): Session => ({ token, tenantCode: 'demo', user: { name: token, permissions: [] } });
const lan = sessionOf('lan');
const minh = sessionOf('minh');

/** A page in a tab, as the console starts it: somebody signs in, or who is signed in goes on. */
function open(tab: TestTab, signsIn?: Session) {
  const { stores } = tab;
  if (signsIn) beginSession(stores, signsIn);
  const session = sessionOfTab(stores);
  const seen: string[] = [];
  const held: HeldSession | undefined =
    session &&
    holdSession({
      stores,
      session,
      page: tab.page,
      onOver: () => seen.push('over'),
      toLogin: () => seen.push('login'),
      reload: () => seen.push('reload'),
    });
  return {
    seen,
    stores,
    session,
    tab,
    expire: () => held?.expire(),
    signOut: (tellServer: () => Promise<unknown> = () => Promise.resolve()) => held?.signOut(tellServer),
  };
}

function twoPeople() {
  const browser = createTestBrowser();
  const lans = open(browser.openTab(), lan);
  const minhs = open(browser.openTab(), minh);
  browser.settle();
  return { browser, lans, minhs };
}

test('two people in two tabs: each stays who they are, and a new tab is who signed in last', () => {
  const { browser, lans, minhs } = twoPeople();
  expect([lans, minhs].map(({ stores }) => sessionOfTab(stores)?.token)).toEqual(['lan', 'minh']);
  expect(open(browser.openTab()).session?.token).toBe('minh');
});

test('a new tab stays who it took from local storage, whoever signs in elsewhere', () => {
  const browser = createTestBrowser();
  open(browser.openTab(), lan);
  const second = open(browser.openTab());
  open(browser.openTab(), minh);
  browser.settle();
  expect(sessionOfTab(second.stores)).toEqual(lan);
});

test('a session that runs out goes from its tab alone; the other person’s is put back', () => {
  const { browser, lans, minhs } = twoPeople();
  browser.shared.setItem('columns:teams', '[]');
  lans.expire();
  browser.settle();
  expect(lans.seen).toEqual(['over', 'login']);
  expect(minhs.seen).toEqual([]);
  expect(readSession(browser.shared)).toEqual(minh);
  expect(browser.shared.getItem('columns:teams')).toBeNull();
  expect(sessionOfTab(minhs.stores)).toEqual(minh);
});

test('it is put back too where local storage held the session that ran out', () => {
  const { browser, lans, minhs } = twoPeople();
  minhs.expire();
  browser.settle();
  expect(lans.seen).toEqual([]);
  expect(readSession(browser.shared)).toEqual(lan);
});

test('what ends leaves another person’s session in local storage, also when that person’s tab does not hear of it', () => {
  const { browser, lans } = twoPeople();
  lans.expire();
  expect(readSession(browser.shared)).toEqual(minh);
  const again = open(lans.tab, lan);
  beginSession(browser.openTab().stores, minh);
  again.signOut();
  expect(readSession(browser.shared)).toEqual(minh);
});

test('a tab whose session has ended takes nobody else’s, also after a reload, and says why once', () => {
  const { browser, lans } = twoPeople();
  lans.expire();
  browser.settle();
  expect([sessionOfTab(lans.stores), sessionOfTab(lans.stores)]).toEqual([undefined, undefined]);
  expect([takeExpiredNotice(lans.stores.tab), takeExpiredNotice(lans.stores.tab)]).toEqual([true, false]);
  expect(sessionOfTab(lans.stores)).toBeUndefined();
  beginSession(lans.stores, minh);
  expect(sessionOfTab(lans.stores)).toEqual(minh);
});

test('who has signed in again is not told that a session ran out before', () => {
  const { lans } = twoPeople();
  lans.expire();
  beginSession(lans.stores, lan);
  expect(takeExpiredNotice(lans.stores.tab)).toBe(false);
});

test('signing out ends the session in all of its tabs, without a word of expiry, and leaves the other person and the device alone', async () => {
  const { browser, lans, minhs } = twoPeople();
  const copy = open(lans.tab.duplicate());
  browser.shared.setItem('columns:teams', '[]');
  let told = 0;
  lans.signOut(() => Promise.reject(new Error(`offline ${++told}`)));
  browser.settle();
  await Promise.resolve();
  await Promise.resolve();
  expect([lans.seen, copy.seen, minhs.seen]).toEqual([['over', 'login'], ['over', 'login'], []]);
  expect(told).toBe(1);
  expect([lans, copy].map(({ stores }) => sessionOfTab(stores))).toEqual([undefined, undefined]);
  expect(takeExpiredNotice(copy.stores.tab)).toBe(false);
  expect(readSession(browser.shared)).toEqual(minh);
  expect(browser.shared.getItem('columns:teams')).toBe('[]');
});

test('when the last one signs out nobody is signed in', () => {
  const { browser, lans, minhs } = twoPeople();
  minhs.signOut();
  browser.settle();
  expect(readSession(browser.shared)).toEqual(lan);
  lans.signOut();
  browser.settle();
  expect(readSession(browser.shared)).toBeUndefined();
  expect(open(browser.openTab()).session).toBeUndefined();
});

test('a session that runs out in one of its tabs does so in the others, once', () => {
  const { browser, lans } = twoPeople();
  const copy = open(lans.tab.duplicate());
  copy.expire();
  browser.settle();
  lans.expire();
  lans.signOut();
  browser.settle();
  expect([lans.seen, copy.seen]).toEqual([
    ['over', 'login'],
    ['over', 'login'],
  ]);
  expect(takeExpiredNotice(lans.stores.tab)).toBe(true);
});

test('the mixture that two tabs may leave is not kept', () => {
  const { browser, minhs } = twoPeople();
  const third = browser.openTab();
  third.stores.browser.setItem('ma_dn', 'other-company');
  browser.settle();
  expect(readSession(browser.shared)).toEqual(minh);
  expect(minhs.seen).toEqual([]);
});

test('without one of the three keys in local storage nobody is signed in, whatever the tab remembers', () => {
  const browser = createTestBrowser();
  const { stores } = open(browser.openTab(), lan);
  browser.shared.removeItem('user');
  expect(sessionOfTab(stores)).toBeUndefined();
  beginSession(open(browser.openTab()).stores, minh);
  expect(sessionOfTab(stores)).toBeUndefined();
});

test('a page that comes back to a tab which is somebody else’s by now starts anew', () => {
  const { lans } = twoPeople();
  lans.tab.comeBack();
  expect(lans.seen).toEqual([]);
  beginSession(lans.stores, minh);
  lans.tab.comeBack();
  expect(lans.seen).toEqual(['reload']);
});
