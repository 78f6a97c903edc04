import type { TenantId, TrunkId } from '@alo/call-core';
import { expect, test } from 'vitest';
import { Lines } from './lines.ts';
import { trunkObjectId } from './pjsip-objects.ts';

// Names of these tests.
const [one, two] = ['one' as TenantId, 'two' as TenantId];
const trunk = 'carrier' as TrunkId;
const carrier = (numbers: readonly string[], more: object = {}) => ({
  trunk,
  host: '192.0.2.7',
  port: null,
  transport: 'udp' as const,
  addresses: [],
  numbers,
  ...more,
});

test('of two companies at one carrier the number tells whose call it is, whichever of them Asterisk names', () => {
  const lines = new Lines();
  lines.set(one, [carrier(['02871000101'])]);
  lines.set(two, [carrier(['02871000202'])]);
  for (const endpoint of [trunkObjectId(one, trunk), trunkObjectId(two, trunk)]) {
    expect(lines.find(endpoint, '02871000101')).toMatchObject({ tenant: one });
    expect(lines.find(endpoint, '+842871000202')).toMatchObject({ tenant: two, number: '02871000202' });
    expect(lines.find(endpoint, '02871000303')).toBeUndefined();
  }
});

test('a number of another carrier is none of this one, and what a carrier puts before ours is taken away', () => {
  const lines = new Lines();
  lines.set(one, [carrier(['02871000101'], { numberPrefix: '99' })]);
  lines.set(two, [carrier(['02871000202'], { host: '198.51.100.9' })]);
  expect(lines.find(trunkObjectId(one, trunk), '9902871000101')).toMatchObject({ tenant: one, number: '02871000101' });
  expect(lines.find(trunkObjectId(one, trunk), '02871000202')).toBeUndefined();
  lines.set(one, []);
  expect(lines.find(trunkObjectId(one, trunk), '02871000101')).toBeUndefined();
});
