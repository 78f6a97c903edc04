import type { kpis, RowOf } from '@alo/contract';
import { expect, test } from 'vitest';

import { byPerson } from './by-person.ts';

type Target = RowOf<typeof kpis>;
const target = (id: string, parts: Partial<Target>): Target => ({
  id,
  version: 1,
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  kind: 'person',
  account_id: null,
  team_id: null,
  department_id: null,
  month: '2026-11',
  measure: 'answered',
  target: 200,
  note: '',
  name: '',
  team_name: null,
  department_name: null,
  reached: 0,
  percent: 0,
  passed: 30,
  days: 30,
  ...parts,
});

test('a person has one row however many targets, with the state that asks for something first', () => {
  const lan = { account_id: 'lan', name: 'Lan', team_name: 'Tư vấn', department_name: 'Kinh doanh' };
  const { holders, measures } = byPerson([
    target('1', { ...lan, measure: 'talk', target: 400, reached: 850 }),
    target('2', { ...lan, measure: 'answered', reached: 383 }),
    target('3', { ...lan, measure: 'answer-rate', target: 85, reached: 66.7 }),
    target('4', {
      kind: 'department',
      department_id: 'sales',
      name: 'Kinh doanh',
      department_name: 'Kinh doanh',
      reached: 825,
    }),
  ]);
  expect(holders.map(({ id, place, state }) => [id, place, state])).toEqual([
    ['lan', 'Tư vấn', 'failed'],
    ['sales', '', 'reached'],
  ]);
  expect(holders[0]?.targets.talk?.id).toBe('1');
  expect(holders[1]?.targets.talk).toBeUndefined();
  // As everywhere, whatever order they come in; those that nobody has are left out.
  expect(measures).toEqual(['answered', 'talk', 'answer-rate']);
});
