import { expect, test } from 'vitest';

import { memoryStorage } from '../session/test-browser.ts';
import { fitting, keepLayout, keptLayout } from './column-layout.ts';

const columns = ['name', 'code', 'note'].map((id) => ({ id, label: id, cell: () => null }));

test('columns are shown in the order that was chosen, the name first; those that are no more are left out', () => {
  expect(fitting(['note', 'code'], columns)).toEqual(['name', 'note', 'code']);
  expect(fitting(['code', 'name', 'code', 'gone'], columns)).toEqual(['name', 'code']);
  expect(fitting([], columns)).toEqual(['name']);
});

test('what was chosen is kept for its own list until it is taken back, and what somebody else wrote there is nothing', () => {
  const device = memoryStorage();
  keepLayout(device, '/teams', ['name', 'note']);
  expect([keptLayout(device, '/teams'), keptLayout(device, '/branchs')]).toEqual([['name', 'note'], undefined]);
  keepLayout(device, '/teams', undefined);
  expect(keptLayout(device, '/teams')).toBeUndefined();
  for (const strange of ['{', '{"a":1}', '[1]']) {
    device.setItem('layout:/teams', strange);
    expect(keptLayout(device, '/teams')).toBeUndefined();
  }
});
