import { expect, test } from 'vitest';

import { standingAt, withStanding } from './places-in-rows.ts';

const row = {
  name: 'Chính',
  keys: [
    { keys: '1', to: { type: 'queue' } },
    { keys: '2', to: { type: 'ivr' } },
  ],
};

test('what stands in a row is found by its path, inside lists too', () => {
  expect(standingAt(row, 'keys.1.to')).toEqual({ type: 'ivr' });
  expect(standingAt(row, 'name')).toBe('Chính');
  expect(standingAt(row, 'keys.7.to')).toBeUndefined();
});

test('something else is put there, and everything else stays', () => {
  const changed = withStanding(row, 'keys.1.to', { type: 'msg' });
  expect(changed).toEqual({ ...row, keys: [row.keys[0], { keys: '2', to: { type: 'msg' } }] });
  expect(row.keys[1]?.to).toEqual({ type: 'ivr' });
  expect(withStanding(row, 'name', 'Mới')).toEqual({ ...row, name: 'Mới' });
});
