import { isIPv6 } from 'node:net';
import { expect, test } from 'vitest';
import { hostOf, LocalAddresses } from './local-address.ts';

test('a peer on this machine is shown the loopback address, and IPv6 its own', () => {
  const addresses = new LocalAddresses('0.0.0.0', ['198.51.100.9']);
  expect(addresses.towards('127.0.0.1')).toBe('127.0.0.1');
  expect(addresses.towards('::1')).toBe('::1');
});

test('the world is shown the public address, where there is one', () => {
  expect(new LocalAddresses('0.0.0.0', ['198.51.100.9']).towards('203.0.113.5')).toBe('198.51.100.9');
});

test('the public address is shown to peers of its family only', () => {
  const addresses = new LocalAddresses('::', ['198.51.100.9']);
  expect(addresses.towards('203.0.113.5')).toBe('198.51.100.9');
  expect(isIPv6(addresses.towards('2001:db8::5'))).toBe(true);
});

test('the public address is that of the peer’s family, and a learned one gives way to one that the operator says', () => {
  const said = ['198.51.100.9', '2001:db8::9'];
  const both = new LocalAddresses('::', said);
  expect([both.towards('203.0.113.5'), both.towards('2001:db8:1::5')]).toEqual(said);
  both.seenAt('198.51.100.10', said);
  expect(both.towards('203.0.113.5')).toBe('198.51.100.9');
  const learning = new LocalAddresses('0.0.0.0', []);
  learning.seenAt('198.51.100.10', []);
  learning.seenAt('198.51.100.11', []);
  expect([learning.towards('203.0.113.5'), learning.public]).toEqual(['198.51.100.11', ['198.51.100.11']]);
});

test('who is in a private network beside us is not sent round by the NAT', () => {
  const bound = new LocalAddresses('172.31.7.20', ['198.51.100.9']);
  expect(bound.towards('10.8.0.5')).toBe('172.31.7.20');
  expect(bound.towards('203.0.113.5')).toBe('198.51.100.9');
  // A container behind a machine of the office: the office’s phones reach the machine.
  expect(new LocalAddresses('172.17.0.2', ['10.0.0.5']).towards('10.0.0.77')).toBe('10.0.0.5');
});

test('bound to one interface, that is what is shown', () => {
  expect(new LocalAddresses('192.0.2.7', []).towards('203.0.113.5')).toBe('192.0.2.7');
});

test('bound to all, an address of this machine is shown, never the wildcard', () => {
  expect(new LocalAddresses('0.0.0.0', []).towards('203.0.113.5')).toMatch(/^(?!0\.0\.0\.0)\d+\.\d+\.\d+\.\d+$/);
});

test('IPv6 stands in brackets in a URI', () => {
  expect([hostOf('2001:db8::1'), hostOf('192.0.2.7')]).toEqual(['[2001:db8::1]', '192.0.2.7']);
});
