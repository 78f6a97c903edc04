import { expect, test } from 'vitest';
import { RecentAddresses } from './recent-addresses.ts';

test('of more addresses than there is room for, those that were noted last are known', () => {
  const addresses = new RecentAddresses(10);
  for (let nth = 0; nth < 100; nth += 1) addresses.note(`192.0.2.${nth}`);
  expect([95, 96, 97, 98, 99].every((nth) => addresses.has(`192.0.2.${nth}`))).toBe(true);
  expect(addresses.has('192.0.2.0')).toBe(false);
});
