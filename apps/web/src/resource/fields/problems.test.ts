import { expect, test } from 'vitest';

import { fieldError, flattened, within } from './problems.ts';

const tree = {
  name: { type: 'too_small', message: 'Thông tin không được để trống', ref: {} },
  members: [undefined, { penalty: { type: 'custom', message: 'Phải là số' } }],
  keys: { root: { message: 'Ít nhất một phím' } },
};

test('a tree of errors is told by paths, with what stands inside lists', () => {
  expect(flattened(tree)).toEqual({
    name: 'Thông tin không được để trống',
    'members.1.penalty': 'Phải là số',
    keys: 'Ít nhất một phím',
  });
});

test('a field is given what is its own, and a row of it what is the row’s', () => {
  const members = within(flattened(tree), 'members');
  expect(members).toEqual({ '1.penalty': 'Phải là số' });
  expect(within(members, 1)).toEqual({ penalty: 'Phải là số' });
  expect(within(members, 10)).toEqual({});
});

test('what can show one message only shows its own, or else the first inside', () => {
  expect(fieldError({ '1.penalty': 'Phải là số', '': 'Quá nhiều' })).toBe('Quá nhiều');
  expect(fieldError({ '1.penalty': 'Phải là số' })).toBe('Phải là số');
  expect(fieldError({})).toBeUndefined();
});
