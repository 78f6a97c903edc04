import type { TenantId, TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { expect, test } from 'vitest';
import type { SipSockets } from '../sockets/sockets.ts';
import { Carriers } from './carriers.ts';
import type { Names, Service } from './names.ts';
import { SipDirectory } from './sip-directory.ts';

const sockets: Pick<SipSockets, 'reaches'> = { reaches: () => true };

// A name of these tests; anywhere else they come from the database.
const tenant = (name: string) => name as TenantId;

/** What the servers of a trunk are where all names lead to these addresses. */
function serversWith(
  addresses: readonly string[],
  trunk: Partial<TrunkProvision> = {},
  services: readonly Service[] = [],
) {
  const names: Names = { addresses: async () => addresses, services: async () => services, pointers: async () => [] };
  // The look-up of servers asks the sockets for nothing else.
  const bots = { address: '127.0.0.1', port: 5060 };
  const carriers = new Carriers(sockets as SipSockets, new SipDirectory(), bots, names);
  return carriers.servers(tenant('one'), {
    trunk: 'carrier' as TrunkId, // A name of this test.
    host: 'sip.carrier.vn',
    port: 5060,
    transport: 'udp',
    addresses: [],
    numbers: [],
    ...trunk,
  });
}
const found = async (...of: Parameters<typeof serversWith>) => (await serversWith(...of)).map(({ address }) => address);

test('a name leads to what is of the internet alone, unless the operator let the carrier be inside', async () => {
  const mixed = ['10.0.0.7', '113.160.0.7', '127.0.0.1', '::1', '::ffff:10.0.0.7'];
  expect(await found(mixed)).toEqual(['113.160.0.7']);
  expect(await found(mixed, { inside: ['10.0.0.0/8'] })).toEqual(['10.0.0.7', '113.160.0.7']);
  await expect(found(['169.254.169.254'])).rejects.toThrow('where a carrier can be');
  await expect(found(['127.0.0.1'], { host: '127.1' })).rejects.toThrow('where a carrier can be');
});

test('services of a name lead to no port that SIP is not on', async () => {
  const service = (port: number): Service => ({ name: 'x.vn', port, priority: 1, weight: 0 });
  const services = [service(25), service(5070)];
  const ports = (await serversWith(['113.160.0.7'], { port: null }, services)).map(({ port }) => port);
  expect(ports).toEqual([5070]);
});

test('an address that the trunk has itself was looked at when it was written', async () => {
  expect(await found([], { host: '127.0.0.1', backups: ['10.0.0.7:5060'] })).toEqual(['127.0.0.1', '10.0.0.7']);
});

test('a name of one’s own, or an address, leads to no carrier that another tenant was led to before', async () => {
  const leads = new Map([
    ['sip.good.vn', '113.160.0.7'],
    ['sip.bad.vn', '113.160.0.9'],
  ]);
  const names: Names = {
    addresses: async (name) => [leads.get(name) ?? ''],
    services: async () => [],
    pointers: async () => [],
  };
  const directory = new SipDirectory();
  const carriers = new Carriers(sockets as SipSockets, directory, { address: '127.0.0.1', port: 5060 }, names);
  const provision = (name: string, since: number, more: Partial<TrunkProvision> = {}) => {
    const host = `sip.${name}.vn`;
    const trunk: TrunkProvision = {
      trunk: `${name}-trunk` as TrunkId, // A name of this test.
      host,
      port: 5060,
      transport: 'udp',
      addresses: [],
      numbers: [],
      since,
      ...more,
    };
    directory.set({
      tenant: tenant(name),
      revision: since,
      domain: `${name}.example`,
      extensions: [],
      trunks: [trunk],
    });
    return carriers.servers(tenant(name), trunk);
  };
  await provision('good', 1);
  expect(await provision('bad', 2)).toMatchObject([{ address: '113.160.0.9' }]);
  // It is looked at each time: the name leads elsewhere now.
  leads.set('sip.bad.vn', '113.160.0.7');
  await expect(provision('bad', 3)).rejects.toThrow('where a carrier can be');
  await expect(provision('bad', 4, { host: '113.160.0.7' })).rejects.toThrow('where a carrier can be');
  // Whoever had it first goes on, and so does whom the operator has let.
  expect(await provision('good', 1)).toMatchObject([{ address: '113.160.0.7' }]);
  expect(await provision('bad', 5, { inside: ['0.0.0.0/0'] })).toMatchObject([{ address: '113.160.0.7' }]);
});

test('where a share of the operator’s carrier leads, no other trunk of the tenant does, by whatever name', async () => {
  const leads = new Map([
    ['sip.shared.vn', '113.160.0.7'],
    ['sip.alias.vn', '113.160.0.7'],
  ]);
  const names: Names = {
    addresses: async (name) => [leads.get(name) ?? ''],
    services: async () => [],
    pointers: async () => [],
  };
  const directory = new SipDirectory();
  const carriers = new Carriers(sockets as SipSockets, directory, { address: '127.0.0.1', port: 5060 }, names);
  const leading = (host: string, more: Partial<TrunkProvision> = {}): TrunkProvision => ({
    trunk: host as TrunkId, // A name of this test.
    host,
    port: 5060,
    transport: 'udp',
    addresses: [],
    numbers: [],
    ...more,
  });
  const shared = leading('sip.shared.vn', { share: 'one', inside: ['0.0.0.0/0'] });
  const again = leading('113.160.0.7', { share: 'one' });
  const alias = leading('sip.alias.vn');
  const us = tenant('us');
  directory.set({ tenant: us, revision: 1, domain: 'us.example', extensions: [], trunks: [shared, again, alias] });
  expect(await carriers.servers(us, shared)).toMatchObject([{ address: '113.160.0.7' }]);
  await expect(carriers.servers(us, alias)).rejects.toThrow('where a carrier can be');
  expect(await carriers.servers(us, again)).toMatchObject([{ address: '113.160.0.7' }]);
  leads.set('sip.alias.vn', '113.160.0.9');
  expect(await carriers.servers(us, alias)).toMatchObject([{ address: '113.160.0.9' }]);
});
