import { expect, test } from 'vitest';
import { z } from 'zod';

import { besides, fieldError, firstOfEach, problemsIn, renewed, within } from './problems.ts';

const queue = z.object({
  name: z.string().min(1, 'trống').min(2, 'ngắn'),
  members: z.array(z.object({ penalty: z.number('Phải là số') })),
  keys: z.array(z.string()).min(1, 'Ít nhất một phím'),
  colour: z.union([z.literal(''), z.string().regex(/^#/, 'Màu sai')]),
});
const { error } = queue.safeParse({ name: '', members: [{ penalty: 1 }, { penalty: 'x' }], keys: [], colour: 'đỏ' });

test('a mistake is told by its path, the first of each, with what stands inside lists', () => {
  expect(problemsIn(error)).toMatchObject({
    name: 'trống',
    'members.1.penalty': 'Phải là số',
    keys: 'Ít nhất một phím',
  });
  expect(problemsIn(undefined)).toEqual({});
});

test('where a value may be of several kinds, what is wrong for the nearest one is told', () => {
  const either = z.object({
    at: z.union([z.object({ day: z.string('Ngày'), time: z.string('Giờ') }), z.string('Lúc')]),
  });
  expect(problemsIn(either.safeParse({ at: {} }).error)['at']).toBe('Lúc');
});

test('a field is given what is its own, and a row of it what is the row’s', () => {
  const members = within(problemsIn(error), 'members');
  expect(members).toEqual({ '1.penalty': 'Phải là số' });
  expect(within(members, 1)).toEqual({ penalty: 'Phải là số' });
  expect(within(members, 10)).toEqual({});
});

test('what can show one message only shows its own, or else the first inside', () => {
  expect(fieldError({ '1.penalty': 'Phải là số', '': 'Quá nhiều' })).toBe('Quá nhiều');
  expect(fieldError({ '1.penalty': 'Phải là số' })).toBe('Phải là số');
  expect(fieldError({})).toBeUndefined();
});

test('a field has its own message, or else the first inside it, and each inside is still found by its path', () => {
  const quiet = { 'quiet.from': 'giờ sai', 'quiet.to': 'đến khi nào' };
  expect(firstOfEach(quiet)).toEqual({ ...quiet, quiet: 'giờ sai' });
  expect(firstOfEach({ ...quiet, quiet: 'trống' })).toEqual({ ...quiet, quiet: 'trống' });
  expect(firstOfEach({})).toEqual({});
});

test('a field that was changed is looked at again, the others keep what was told of them', () => {
  const known = { name: 'đã có', 'members.1.penalty': 'Phải là số', note: 'dài' };
  expect(renewed(known, { name: 'ngắn', keys: 'trống' }, ['name', 'members'])).toEqual({ name: 'ngắn', note: 'dài' });
});

test('what belongs to no field that is shown is found', () => {
  expect(besides({ '': 'hết chỗ', 'members.1.penalty': 'Phải là số', member: 'nghỉ' }, ['members'])).toEqual({
    '': 'hết chỗ',
    member: 'nghỉ',
  });
});
