import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';

import { moment } from './moment.ts';

const byLibrary = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const two = (n: number) => String(n).padStart(2, '0');

test('moments are read as the library reads them, to the thousandth, in every year', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
  const offsets = fc.constantFrom('+00', '+07', '-05:30', '+00:19:32');
  fc.assert(
    fc.property(day, fc.nat(999_999), fc.nat(6), offsets, (at, millionths, places, offset) => {
      const year = String(at.getUTCFullYear()).padStart(4, '0');
      const part = places === 0 ? '' : `.${String(millionths).padStart(6, '0').slice(0, places)}`;
      const text = `${year}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${at.toISOString().slice(11, 19)}${part}${offset}`;
      const exact = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}.${part.slice(1, 4).padEnd(3, '0')}Z`);
      expect(moment(text)).toEqual(offset === '+00' ? new Date(exact) : byLibrary(text));
    }),
  );
});

test('what is no day of ours is left to the library', () => {
  expect(moment('infinity')).toBe(Number.POSITIVE_INFINITY);
  expect(moment('0044-03-15 12:00:00+00 BC')).toEqual(byLibrary('0044-03-15 12:00:00+00 BC'));
  expect(moment('12026-11-22 08:05:09+00')).toEqual(byLibrary('12026-11-22 08:05:09+00'));
});
