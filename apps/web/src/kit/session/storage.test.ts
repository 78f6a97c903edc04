import { beforeEach, expect, test } from 'vitest';

import { dropSession, readSession, writeSession } from './storage.ts';
import { memoryStorage } from './test-browser.ts';

const session = { token: 't', tenantCode: 'demo', user: { name: 'Nhân viên', permissions: ['dashboard.view'] } };
let storage: Storage;

beforeEach(() => {
  storage = memoryStorage();
  writeSession(storage, session);
});

test('a person is signed in when token, user and ma_dn are all there', () => {
  expect(readSession(storage)).toEqual(session);
  expect(storage.getItem('ma_dn')).toBe('demo');
});

test.each(['token', 'user', 'ma_dn'])('without %s nobody is signed in', (key) => {
  storage.removeItem(key);
  expect(readSession(storage)).toBeUndefined();
});

test('what cannot be read is no session, and does not throw', () => {
  storage.setItem('user', '{');
  expect(readSession(storage)).toBeUndefined();
  storage.setItem('user', '{"name":1}');
  expect(readSession(storage)).toBeUndefined();
});

test('signing out keeps what belongs to the device', () => {
  storage.setItem('dark_mode', 'dark');
  dropSession(storage);
  expect(readSession(storage)).toBeUndefined();
  expect(storage.getItem('dark_mode')).toBe('dark');
});
