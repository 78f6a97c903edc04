import type { TenantId, TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { expect, test } from 'vitest';
import { CarrierPlaces } from './carrier-places.ts';

// Names of this test.
const [good, bad] = ['good', 'bad'] as TenantId[] as [TenantId, TenantId];
const trunk = (name: string, more: Partial<TrunkProvision> = {}): TrunkProvision => ({
  trunk: `${name}-trunk` as TrunkId,
  host: `sip.${name}.vn`,
  port: 5060,
  transport: 'udp',
  addresses: [],
  numbers: [],
  ...more,
});

/** Where names lead, until they lead elsewhere. */
function placesWith(leads: Record<string, string>) {
  const clock = { now: 0 };
  const lookUp = async (name: string) => {
    const address = leads[name];
    if (address === undefined) throw new Error(`nobody knows ${name}`);
    return [address];
  };
  return { places: new CarrierPlaces(lookUp, () => clock.now), clock };
}

test('a name of one’s own leads to no carrier that another tenant was led to before, whenever it is looked at', async () => {
  const leads: Record<string, string> = { 'sip.good.vn': '113.160.0.7', 'sip.bad.vn': '113.160.0.9' };
  const { places, clock } = placesWith(leads);
  const [its, theirs] = [trunk('good', { since: 1 }), trunk('bad', { since: 2 })];
  await places.set(bad, [theirs]);
  await places.set(good, [its]);
  expect(await places.mayCall(bad, theirs)).toBe(true);
  leads['sip.bad.vn'] = '113.160.0.7';
  clock.now += 61_000;
  expect(await places.mayCall(bad, theirs)).toBe(false);
  expect(await places.mayCall(good, its)).toBe(true);
  await places.set(bad, [trunk('bad', { since: 2, host: '113.160.0.7' })]);
  expect(places.isOwn(bad, theirs.trunk)).toBe(false);
  await places.set(good, []);
  expect(places.isOwn(bad, theirs.trunk)).toBe(true);
});

test.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1'])(
  'a name that leads inside, to %s, is no carrier’s unless the operator says so',
  async (address) => {
    const { places } = placesWith({ 'sip.bad.vn': address });
    await places.set(bad, [trunk('bad')]);
    expect(places.isOwn(bad, trunk('bad').trunk)).toBe(false);
    await places.set(bad, [trunk('bad', { inside: ['0.0.0.0/0', '::/0'] })]);
    expect(places.isOwn(bad, trunk('bad').trunk)).toBe(true);
  },
);

test('where a share of the operator’s carrier leads no other trunk of the tenant does', async () => {
  const { places } = placesWith({ 'sip.duoc-giao.vn': '113.160.0.7', 'sip.bad.vn': '113.160.0.7' });
  const given = trunk('given', { host: 'sip.duoc-giao.vn', share: 'one' });
  await places.set(bad, [given, trunk('bad')]);
  expect([places.isOwn(bad, given.trunk), places.isOwn(bad, trunk('bad').trunk)]).toEqual([true, false]);
});

test('a name that nobody knows for a moment leads to where it led', async () => {
  const leads: Record<string, string> = { 'sip.bad.vn': '10.0.0.7' };
  const { places, clock } = placesWith(leads);
  await places.set(bad, [trunk('bad')]);
  delete leads['sip.bad.vn'];
  clock.now += 61_000;
  expect(await places.mayCall(bad, trunk('bad'))).toBe(false);
});
