import { preferences } from '@alo/contract';
import { beforeEach, expect, test } from 'vitest';

import { keepPreferencesHere, preferencesHere } from './preferences-here.ts';
import { markEnded } from './tab-session.ts';
import { memoryStorage } from './test-browser.ts';

let tab: Storage;
let browser: Storage;

beforeEach(() => {
  [tab, browser] = [memoryStorage(), memoryStorage()];
});

const dark = preferences.parse({ scheme: 'dark', columns: { '/teams': ['name'] } });
const folded = preferences.parse({ menu: 'folded' });

test('a page begins as its tab was, and a new tab as the last one in this browser', () => {
  expect(preferencesHere([tab, browser])).toBeUndefined();
  keepPreferencesHere(dark, [tab, browser]);
  const next = memoryStorage();
  expect(preferencesHere([next, browser])).toEqual(dark);
  keepPreferencesHere(folded, [next, browser]);
  expect(preferencesHere([tab, browser])).toEqual(dark);
  expect([tab, browser].map((storage) => storage.getItem('dark_mode'))).toEqual(['dark', 'auto']);
});

test('a tab that is nobody’s any more has nothing of whose it was', () => {
  keepPreferencesHere(dark, [tab, browser]);
  markEnded(tab, 'signed-out');
  keepPreferencesHere(folded, [browser]);
  expect(preferencesHere([tab, browser])).toEqual(folded);
  expect(tab.getItem('dark_mode')).toBeNull();
});

test('what somebody else wrote there is nothing', () => {
  for (const strange of ['{', '[1]', '{"scheme":"huge"}']) {
    browser.setItem('preferences', strange);
    expect(preferencesHere([tab, browser])).toBeUndefined();
  }
});
