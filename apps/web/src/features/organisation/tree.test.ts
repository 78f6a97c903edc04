import { expect, test } from 'vitest';

import { flat, moveTo, type Node, peopleIn, targetsOf, treeOf } from './tree.ts';

const tree = treeOf({
  branches: [
    { id: 'hn', name: 'Hà Nội' },
    { id: 'dn', name: 'Đà Nẵng' },
  ],
  departments: [
    { id: 'kd', name: 'Kinh doanh', branch_id: 'hn' },
    { id: 'kt', name: 'Kỹ thuật', branch_id: null },
  ],
  teams: [{ id: 'tv', name: 'Tư vấn', department_id: 'kd' }],
  people: [
    { id: 'lan', name: 'Lan', department_id: 'kd', team_id: 'tv' },
    { id: 'hoa', name: 'Hoa', department_id: 'kd', team_id: null },
    { id: 'anh', name: 'Anh', department_id: null, team_id: null },
  ],
});
const all = flat(tree, () => true);
const at = (name: string): Node => {
  const found = all.find(({ node }) => node.name === name)?.node;
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};

test('everybody and everything stands once, what belongs nowhere too', () => {
  expect(all.map(({ node, depth }) => `${depth} ${node.name}`)).toEqual([
    '1 Đà Nẵng',
    '1 Hà Nội',
    '2 Kinh doanh',
    '3 Tư vấn',
    '4 Lan',
    '3 Hoa',
    '1 Chưa thuộc chi nhánh nào',
    '2 Kỹ thuật',
    '1 Chưa thuộc phòng ban nào',
    '2 Anh',
  ]);
  expect([peopleIn(at('Hà Nội')), peopleIn(at('Đà Nẵng'))]).toEqual([2, 0]);
});

test('what is closed hides what is below it', () => {
  expect(flat(tree, ({ level }) => level === 'branch').map(({ node }) => node.name)).not.toContain('Tư vấn');
});

test('each goes only where it can be, and the move says what changes', () => {
  expect(moveTo(at('Lan'), at('Kỹ thuật'))).toEqual({ department_id: 'kt', team_id: null });
  expect(moveTo(at('Anh'), at('Tư vấn'))).toEqual({ team_id: 'tv' });
  expect(moveTo(at('Lan'), at('Chưa thuộc phòng ban nào'))).toEqual({ department_id: null, team_id: null });
  expect(moveTo(at('Tư vấn'), at('Kỹ thuật'))).toEqual({ department_id: 'kt' });
  expect(moveTo(at('Kinh doanh'), at('Chưa thuộc chi nhánh nào'))).toEqual({ branch_id: null });
  for (const [node, target] of [
    ['Lan', 'Hà Nội'],
    ['Tư vấn', 'Hà Nội'],
    ['Tư vấn', 'Chưa thuộc phòng ban nào'],
    ['Kinh doanh', 'Kỹ thuật'],
    ['Hà Nội', 'Đà Nẵng'],
    ['Chưa thuộc chi nhánh nào', 'Hà Nội'],
  ] as const) {
    expect([node, target, moveTo(at(node), at(target))]).toEqual([node, target, undefined]);
  }
  expect(targetsOf(tree, at('Lan')).map(({ name }) => name)).toEqual([
    'Kinh doanh',
    'Kỹ thuật',
    'Chưa thuộc phòng ban nào',
  ]);
});
