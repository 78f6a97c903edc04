import type { TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { expect, test } from 'vitest';
import type { SipSockets } from '../sockets/sockets.ts';
import { Carriers } from './carriers.ts';
import type { Names, Service } from './names.ts';

const sockets: Pick<SipSockets, 'reaches'> = { reaches: () => true };

/** What the servers of a trunk are where all names lead to these addresses. */
function serversWith(
  addresses: readonly string[],
  trunk: Partial<TrunkProvision> = {},
  services: readonly Service[] = [],
) {
  const names: Names = { addresses: async () => addresses, services: async () => services, pointers: async () => [] };
  // The look-up of servers asks the sockets for nothing else.
  const carriers = new Carriers(sockets as SipSockets, { address: '127.0.0.1', port: 5060 }, names);
  return carriers.servers({
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
