import { type KpiParts, kpiParts } from '@alo/contract';
import { expect, test } from 'vitest';

import { type KpiPerson, summedUp } from './summed-up.ts';

const none = Object.fromEntries(kpiParts.map((part) => [part, 0])) as KpiParts; // all of them
const person = (
  id: string,
  teamId: string | null,
  departmentId: string | null,
  parts: Partial<KpiParts>,
): KpiPerson => ({
  id,
  name: id,
  active: true,
  teamId,
  departmentId,
  parts: { ...none, ...parts },
});
const company = {
  departments: [{ id: 'sales', name: 'Kinh doanh' }],
  teams: [{ id: 'team', name: 'Tư vấn', departmentId: 'sales' }],
  people: [
    person('lan', 'team', 'sales', { answered: 30, inbound: 9, missed: 1 }),
    person('hoa', 'team', 'sales', { answered: 20, inbound: 0, missed: 10 }),
    person('minh', null, 'sales', { answered: 10 }),
    person('van', null, null, { answered: 5 }),
  ],
};
const half = { passed: 15, days: 30 };
const shown = (...[measure, month, of]: Parameters<typeof summedUp>) =>
  Object.fromEntries(
    summedUp(measure, month, of).map(({ id, people, target, reached, percent, state, aimed, met }) => [
      id,
      [people, target, reached, percent, state, `${met}/${aimed}`],
    ]),
  );

test('a place should reach what its people should, and is compared with those who have a target', () => {
  const targets = new Map([
    ['lan', 30],
    ['minh', 40],
  ]);
  expect(shown('answered', half, { ...company, targets })).toEqual({
    sales: [3, 70, 60, 57.1, 'on-course', '1/2'],
    team: [2, 30, 50, 100, 'reached', '1/1'],
    lan: [1, 30, 30, 100, 'reached', '1/1'],
    hoa: [1, null, 20, null, null, '0/0'],
    minh: [1, 40, 10, 25, 'behind', '0/1'],
    nowhere: [1, null, 5, null, null, '0/0'],
    van: [1, null, 5, null, null, '0/0'],
  });
});

test('a target of its own goes before the sum, in the place and above it', () => {
  const targets = new Map([
    ['team', 100],
    ['lan', 30],
  ]);
  const its = shown('answered', half, { ...company, targets });
  expect([its['team'], its['sales']]).toEqual([
    [2, 100, 50, 50, 'on-course', '1/1'],
    [3, 100, 60, 50, 'on-course', '1/1'],
  ]);
});

test('a rate of several is made of all their calls, and its targets are not added', () => {
  const targets = new Map([
    ['lan', 80],
    ['hoa', 80],
  ]);
  const its = shown('answer-rate', half, { ...company, targets });
  expect([its['team'], its['lan'], its['minh']]).toEqual([
    [2, null, 45, null, null, '0/2'],
    [1, 80, 90, 112.5, 'on-course', '0/1'],
    [1, null, null, null, null, '0/0'],
  ]);
});
