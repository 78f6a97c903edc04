import { expect, test } from 'vitest';

import { networkOf, siteOf } from './network.ts';

test('addresses of one network are one party, also where IPv4 arrives as IPv6', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.0/24');
  expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:0:1::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

test('of IPv6 one party may have a whole /48', () => {
  expect(siteOf(networkOf('203.0.113.7'))).toBe('203.0.113.0/24');
  expect(siteOf(networkOf('2001:db8:7:1::5'))).toBe('2001:db8:7::/48');
  expect(siteOf(networkOf('2001:db8:7:ffff::5'))).toBe('2001:db8:7::/48');
});

test('a request whose sender has left before it was read comes from nowhere', () => {
  expect(networkOf(undefined)).toBe('');
});
