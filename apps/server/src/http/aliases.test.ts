import { expect, test } from 'vitest';

import { meantAddress } from './aliases.ts';

test.each([
  ['GET', '/api/demo/branches?page=2', '/api/demo/branchs?page=2'],
  ['POST', '/api/demo/branches/delete', '/api/demo/branchs/delete'],
  ['GET', '/api/demo/call-history', '/api/demo/histories-call'],
  ['GET', '/api/demo/call-history/1', '/api/demo/histories-call/1'],
  ['GET', '/api/demo/customers?search=an', '/api/demo/get-data-filter?search=an'],
])('%s %s means %s', (method, given, meant) => {
  expect(meantAddress(method, given)).toBe(meant);
});

test.each([
  ['POST', '/api/demo/customers/delete'],
  ['GET', '/api/demo/customers/export'],
  ['GET', '/api/demo/branchesx'],
  ['GET', '/call-history'],
  ['GET', '/api/branches'],
])('%s %s is what it says', (method, url) => {
  expect(meantAddress(method, url)).toBe(url);
});
