import { expect, test } from 'vitest';

import { uuidv7 } from './uuid.ts';

test('a name has its time in front, is a UUIDv7 of the standard variant, and no two are alike', () => {
  const at = Date.UTC(2026, 10, 26, 5, 30, 12, 345);
  const names = Array.from({ length: 2000 }, () => uuidv7(at));
  for (const name of names)
    expect(name).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(names.map((name) => name.charAt(19)))).toEqual(new Set('89ab'));
  const [name = ''] = names;
  expect(Number.parseInt(name.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
  // A date of long ago has fewer digits.
  expect(uuidv7(1).startsWith('00000000-0001-7')).toBe(true);
});
