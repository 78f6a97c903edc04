import { expect, test } from 'vitest';

import { flat, mayGo, moveTo, type PlaceNode, peopleIn, personIn, targetsOf, treeOf } from './tree.ts';

const tree = treeOf({
  branches: [
    { id: 'dn', name: 'Đà Nẵng' },
    { id: 'hn', name: 'Hà Nội' },
  ],
  departments: [
    { id: 'kd', name: 'Kinh doanh', branch_id: 'hn', people: 1 },
    { id: 'kt', name: 'Kỹ thuật', branch_id: null, people: 0 },
  ],
  teams: [{ id: 'tv', name: 'Tư vấn', department_id: 'kd', people: 3 }],
  people: 2,
});
const all = flat(tree, () => true);
const at = (name: string): PlaceNode => {
  const found = all.find(({ node }) => node.name === name)?.node;
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
};
const lan = personIn(at('Tư vấn'), { id: 'lan', name: 'Lan' });
const anh = personIn(at('Chưa thuộc phòng ban nào'), { id: 'anh', name: 'Anh' });

test('every place stands once, what belongs nowhere too, with how many people are below it', () => {
  expect(all.map(({ node, depth }) => `${depth} ${node.name} ${peopleIn(node)}`)).toEqual([
    '1 Đà Nẵng 0',
    '1 Hà Nội 4',
    '2 Kinh doanh 4',
    '3 Tư vấn 3',
    '1 Chưa thuộc chi nhánh nào 0',
    '2 Kỹ thuật 0',
    '1 Chưa thuộc phòng ban nào 2',
  ]);
});

test('who may not see branches sees the departments', () => {
  const departments = [{ id: 'kd', name: 'Kinh doanh', branch_id: 'hn', people: 1 }];
  const unseen = treeOf({ branches: [], departments, teams: [], people: 0 });
  expect(unseen.map(({ name }) => name)).toEqual(['Kinh doanh']);
});

test('what is closed hides what is below it', () => {
  expect(flat(tree, ({ level }) => level === 'branch').map(({ node }) => node.name)).not.toContain('Tư vấn');
});

test('each goes only where it can be, and the move says what changes', () => {
  expect(moveTo(lan, at('Kỹ thuật'))).toEqual({ department_id: 'kt', team_id: null });
  expect(moveTo(anh, at('Tư vấn'))).toEqual({ team_id: 'tv' });
  expect(moveTo(lan, at('Chưa thuộc phòng ban nào'))).toEqual({ department_id: null, team_id: null });
  expect(moveTo(at('Tư vấn'), at('Kỹ thuật'))).toEqual({ department_id: 'kt' });
  expect(moveTo(at('Kinh doanh'), at('Đà Nẵng'))).toEqual({ branch_id: 'dn' });
  for (const [node, target] of [
    [lan, at('Hà Nội')],
    [at('Tư vấn'), at('Hà Nội')],
    [at('Tư vấn'), at('Chưa thuộc phòng ban nào')],
    [at('Kinh doanh'), at('Kỹ thuật')],
    [at('Hà Nội'), at('Đà Nẵng')],
    [at('Chưa thuộc chi nhánh nào'), at('Hà Nội')],
  ] as const) {
    expect([node.name, target.name, moveTo(node, target)]).toEqual([node.name, target.name, undefined]);
  }
  expect([mayGo(lan, at('Tư vấn')), mayGo(anh, at('Tư vấn'))]).toEqual([false, true]);
  expect(targetsOf(tree, lan).map(({ name }) => name)).toEqual(['Kinh doanh', 'Kỹ thuật', 'Chưa thuộc phòng ban nào']);
});
