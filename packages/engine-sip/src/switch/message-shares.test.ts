import type { TenantId } from '@alo/call-core';
import { expect, test } from 'vitest';
import { MessageShares } from './message-shares.ts';

// Names of this test; in the product they come from the database.
const flooding = 'flooding' as TenantId;
const modest = 'modest' as TenantId;

/** How many of so many messages are read that come within a second. */
const read = (shares: MessageShares, tenant: TenantId, messages: number) =>
  Array.from({ length: messages }, () => shares.takes(tenant, 0)).filter(Boolean).length;

test('while there is much to do, a tenant that floods is read up to a floor, and another one is read', () => {
  const shares = new MessageShares(() => true);
  expect(read(shares, modest, 200)).toBe(200);
  expect(read(shares, flooding, 5_000)).toBe(1_000);
  expect(read(shares, modest, 200)).toBe(200);
  expect(shares.takes(flooding, 3_000)).toBe(true);
});

test('who is alone is read, and everybody is while there is little to do', () => {
  expect(read(new MessageShares(() => true), flooding, 5_000)).toBe(5_000);
  const calm = new MessageShares(() => false);
  expect([read(calm, modest, 1), read(calm, flooding, 5_000)]).toEqual([1, 5_000]);
});
