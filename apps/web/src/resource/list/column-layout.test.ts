import { expect, test } from 'vitest';

import { fitting } from './column-layout.ts';

const columns = ['name', 'code', 'note'].map((id) => ({ id, label: id, cell: () => null }));

test('columns are shown in the order that was chosen, the name first; those that are no more are left out', () => {
  expect(fitting(['note', 'code'], columns)).toEqual(['name', 'note', 'code']);
  expect(fitting(['code', 'name', 'code', 'gone'], columns)).toEqual(['name', 'code']);
  expect(fitting([], columns)).toEqual(['name']);
});
