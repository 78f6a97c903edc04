import { expect, test } from 'vitest';
import { isOwnPage } from './own-page.ts';

test.each([
  [{ host: 'alo.vn' }, true],
  [{ host: 'alo.vn', origin: 'https://alo.vn' }, true],
  [{ host: 'ALO.vn:443', origin: 'https://alo.vn' }, true],
  [{ host: 'localhost:8080', origin: 'http://localhost:8080' }, true],
  [{ host: '[::1]:8080', origin: 'http://[::1]:8080' }, true],
  [{ host: '10.0.0.7:8080', 'x-forwarded-host': 'alo.vn', origin: 'https://alo.vn' }, true],
  [{ host: 'localhost:8080', origin: 'http://localhost:3000' }, false],
  [{ host: 'alo.vn', origin: 'https://alo.vn.evil.example' }, false],
  [{ host: 'alo.vn', origin: 'https://evil.example' }, false],
  [{ host: 'alo.vn', origin: 'null' }, false],
  [{ host: 'alo.vn', origin: '' }, false],
  [{ host: '', origin: 'file://' }, false],
  [{ origin: 'https://alo.vn' }, false],
])('an upgrade with %j is by a page of ours: %s', (headers, expected) => {
  expect(isOwnPage({ headers })).toBe(expected);
});
