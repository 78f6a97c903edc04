import { createHotline } from '@alo/contract';
import { expect, test } from 'vitest';

import { freeName, hotlineParts, placeBefore } from './hotline-parts.ts';

const asked = (given: object) =>
  createHotline.body.safeParse({
    number: '02871000101',
    name: 'Chăm sóc',
    trunk_id: crypto.randomUUID(),
    ...given,
  });
const queue = { type: 'queue', value: crypto.randomUUID() };

test('a hotline that leads to what there is needs no more than its number and its rule', () => {
  const { data } = asked({ destination: queue });
  expect(data && hotlineParts(data)).toEqual({ team: undefined, hours: undefined, condition: undefined });
});

test('new people and new hours are made with it, and called after it', () => {
  const { data } = asked({ goes: 'queue', member_ids: [crypto.randomUUID()], hours: 'new', outside: queue });
  expect(data && hotlineParts(data)).toMatchObject({
    team: { kind: 'queue', name: 'Chăm sóc' },
    hours: { name: 'Giờ làm việc Chăm sóc', details: [{ from_time: '08:00', weekdays: [1, 2, 3, 4, 5] }] },
    condition: { name: 'Giờ của Chăm sóc' },
  });
});

test.each([
  [{}, ['destination']],
  [{ goes: 'group' }, ['member_ids']],
  [{ destination: queue, hours: 'existing' }, ['time_group_id', 'outside']],
  [{ destination: queue, hours: 'new', from_time: '8h', outside: queue }, ['from_time']],
])('of %j what is missing is said beside its field', (given, fields) => {
  expect(asked(given).error?.issues.map(({ path }) => path.join('.'))).toEqual(fields);
});

test('a name that is taken, however it is written, is told apart', () => {
  expect(freeName('Giờ của Bán hàng', new Set(['giờ của bán hàng', 'Giờ của Bán hàng (2)']))).toBe(
    'Giờ của Bán hàng (3)',
  );
});

test('its rule stands before one that leads every call, and where rules usually stand without one', () => {
  expect([placeBefore([]), placeBefore([100, 40]), placeBefore([0]), placeBefore([500])]).toEqual([100, 39, 0, 100]);
});
