import type { TenantId } from '@alo/call-core';
import { expect, test } from 'vitest';
import { hasCarrierRoom } from './carrier-room.ts';

// Names of this test.
const [one, two, three] = ['one', 'two', 'three'] as TenantId[] as [TenantId, TenantId, TenantId];
const part = (floor: number) => ({ id: 'viettel', channels: 6, floor });
const floors = new Map([
  [one, 2],
  [two, 2],
]);
const room = (tenant: TenantId, floor: number, used: readonly (readonly [TenantId, number])[]) =>
  hasCarrierRoom(part(floor), tenant, { used: new Map(used), floors });

test('who takes more than is guaranteed leaves the others what is guaranteed to them', () => {
  expect(room(one, 2, [[one, 3]])).toBe(true);
  expect(room(one, 2, [[one, 4]])).toBe(false);
  expect(room(two, 2, [[one, 4]])).toBe(true);
  expect(
    room(two, 2, [
      [one, 4],
      [two, 1],
    ]),
  ).toBe(true);
});

test('what the others use of theirs is kept no more, and nobody has a channel that there is not', () => {
  expect(
    room(one, 2, [
      [one, 3],
      [two, 2],
    ]),
  ).toBe(true);
  expect(
    room(one, 2, [
      [one, 4],
      [two, 2],
    ]),
  ).toBe(false);
  expect(room(three, 1, [[one, 6]])).toBe(false);
});
