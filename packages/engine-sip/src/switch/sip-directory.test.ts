import type { TenantId, TrunkId } from '@alo/call-core';
import type { TenantProvision } from '@alo/engine';
import { describe, expect, test } from 'vitest';
import { SipDirectory } from './sip-directory.ts';

// Ids of these tests; anywhere else they come from the database.
const tenant = (name: string) => name as TenantId;
const trunk = (name: string) => name as TrunkId;

const provision = (name: string, over: Partial<TenantProvision> = {}): TenantProvision => ({
  tenant: tenant(name),
  revision: 1,
  domain: `${name}.example`,
  extensions: [{ extension: '101', secrets: [{ id: 's', ha1Md5: 'm', ha1Sha256: 's' }] }],
  trunks: [
    {
      trunk: trunk(`${name}-trunk`),
      host: '203.0.113.1',
      port: 5060,
      transport: 'udp',
      addresses: ['203.0.113.0/29', '2001:db8::/32', 'nonsense', '198.51.100.7'],
      numbers: [`1900${name}`],
    },
  ],
  ...over,
});

describe('directory', () => {
  test('a carrier that brings calls of two tenants is told apart by the number', () => {
    const directory = new SipDirectory();
    directory.set(provision('a'));
    directory.set(provision('b'));
    expect(directory.trunkCall('203.0.113.6', '1900b')).toEqual({ tenant: 'b', trunk: 'b-trunk', number: '1900b' });
    expect(directory.trunkCall('2001:db8::9', '1900a')).toEqual({ tenant: 'a', trunk: 'a-trunk', number: '1900a' });
    expect(directory.trunkCall('198.51.100.7', '1900a')).toEqual({ tenant: 'a', trunk: 'a-trunk', number: '1900a' });
  });

  test.each([
    '02871000101',
    '+842871000101',
    '842871000101',
    '2871000101',
    '00842871000101',
    '8402871000101',
    '028.7100.0101',
    '9902871000101',
    '99842871000101',
    '+99842871000101',
  ])('a number of ours is found when the carrier writes %s', (written) => {
    const directory = new SipDirectory();
    const [one] = provision('a').trunks;
    if (one === undefined) throw new Error('no trunk');
    directory.set(provision('a', { trunks: [{ ...one, numbers: ['02871000101'], numberPrefix: '99' }] }));
    expect(directory.trunkCall('198.51.100.7', written)).toEqual({
      tenant: 'a',
      trunk: 'a-trunk',
      number: '02871000101',
    });
    expect(directory.trunkCall('198.51.100.7', '99901234567')).toBeUndefined();
  });

  test('a name that a carrier has for our number is that number, and is gone with the trunk', () => {
    const directory = new SipDirectory();
    const [one] = provision('a').trunks;
    if (one === undefined) throw new Error('no trunk');
    directory.set(provision('a', { trunks: [{ ...one, forms: { 'ALO-pilot': '1900a' } }] }));
    expect(directory.trunkCall('198.51.100.7', 'alo-pilot')?.number).toBe('1900a');
    directory.change(tenant('a'), 2, [{ type: 'trunk-gone', trunk: one.trunk }]);
    expect(directory.trunkCall('198.51.100.7', 'alo-pilot')).toBeUndefined();
  });

  test('a stranger who dials our number, and a carrier who dials one that is not ours, are no trunk calls', () => {
    const directory = new SipDirectory();
    directory.set(provision('a'));
    expect(directory.trunkCall('203.0.113.8', '1900a')).toBeUndefined();
    expect(directory.trunkCall('203.0.113.6', '101')).toBeUndefined();
    expect(directory.isTrunk('203.0.113.6')).toBe(true);
    expect(directory.isTrunk('203.0.113.8')).toBe(false);
  });

  test('a phone set up by address belongs to the first tenant there is, whoever comes later', () => {
    const directory = new SipDirectory();
    expect(directory.tenantOf('192.0.2.1')).toBeUndefined();
    expect(directory.realmOf('192.0.2.1')).toBe('192.0.2.1');
    directory.set(provision('c'));
    directory.set(provision('b'));
    for (const later of ['d', 'e']) {
      expect(directory.tenantOf('192.0.2.1')).toBe('b');
      expect(directory.realmOf('192.0.2.1')).toBe('b.example');
      directory.set(provision(later));
    }
    expect(directory.tenantOf('E.Example')).toBe('e');
    directory.forget(tenant('b'));
    expect(directory.tenantOf('192.0.2.1')).toBe('c');
  });

  test('a carrier’s addresses are its own: no other one’s, no network as wide as strangers', () => {
    const directory = new SipDirectory();
    const [one] = provision('a').trunks;
    if (one === undefined) throw new Error('no trunk');
    directory.set(provision('a'));
    const wide = { ...one, trunk: trunk('b-trunk'), host: '198.51.100.9', addresses: ['0.0.0.0/0', '::/0'] };
    directory.set(provision('b', { trunks: [{ ...wide, numbers: ['1900b'] }] }));
    expect(['192.0.2.77', '2001:db9::1', '198.51.100.9', '203.0.113.6'].map((from) => directory.isTrunk(from))).toEqual(
      [false, false, true, true],
    );
    const ofA = { tenant: tenant('a'), trunk: trunk('a-trunk') };
    expect(['203.0.113.6', '198.51.100.9'].map((from) => directory.isOfTrunk(ofA, from))).toEqual([true, false]);
    // A trunk that brings no number is nobody's way around a limit.
    directory.set(provision('b', { revision: 2, trunks: [{ ...wide, numbers: [] }] }));
    expect(directory.isTrunk('198.51.100.9')).toBe(false);
  });

  test('a provision replaces the one before, and forgetting leaves nothing', () => {
    const directory = new SipDirectory();
    directory.set(provision('a'));
    directory.set(provision('a', { domain: 'new.example', extensions: [] }));
    directory.set(provision('b'));
    expect(directory.realmOf('a.example')).toBe('new.example'); // Nobody's any more: the first one's.
    expect(directory.user(tenant('a'), '101')).toBeUndefined();
    directory.forget(tenant('a'));
    expect(directory.tenantOf('new.example')).toBe('b'); // The only one left.
    expect(directory.trunkCall('203.0.113.6', '1900a')).toBeUndefined();
  });
});
