import { expect, test } from 'vitest';

import { valueAt, withValues } from './paths.ts';

test('a part of a field is read and put in by its name, and its other parts stay', () => {
  const values = { name: 'Lan', own: { hang: 'Vàng', diem: 3 } };
  expect([valueAt(values, 'own.hang'), valueAt(values, 'own.khac'), valueAt(values, 'name')]).toEqual([
    'Vàng',
    undefined,
    'Lan',
  ]);
  expect(
    withValues(values, [
      ['own.hang', 'Bạc'],
      ['name', 'Hoa'],
    ]),
  ).toEqual({ name: 'Hoa', own: { hang: 'Bạc', diem: 3 } });
  expect([withValues({}, [['own.hang', 1]]), values.own.hang]).toEqual([{ own: { hang: 1 } }, 'Vàng']);
});
