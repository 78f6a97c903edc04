import fc from 'fast-check';
import { expect, test } from 'vitest';

import { badOf, type Level, levelOf, soundsPoor, steadied, steadyGood } from './level.ts';

const letters = { g: 'good', f: 'fair', p: 'poor' } as const;
const levels = (text: string): Level[] => text.split('').map((letter) => letters[letter as keyof typeof letters]);

/** What is shown after each measurement. */
function shown(text: string): string {
  let steady = steadyGood;
  return levels(text)
    .map((level) => {
      steady = steadied(steady, level);
      return steady.level[0];
    })
    .join('');
}

test('a level is worse after two measurements in a row, better after three', () => {
  expect(shown('gppggg')).toBe('ggpppg');
  expect(shown('gpgpgp')).toBe('gggggg');
  expect(shown('ppgpggpgg')).toBe('gpppppppp');
});

test('it goes as far as all of them are', () => {
  expect(shown('fp')).toBe('gf');
  expect(shown('pf')).toBe('gf');
  expect(shown('ppfgg')).toBe('gpppf');
  // From fair on another way begins anew.
  expect(shown('ffgp')).toBe('gfff');
});

test('measurements that go up and down change nothing, and what all of them say is shown', () => {
  const level = fc.constantFrom<Level>('good', 'fair', 'poor');
  fc.assert(
    fc.property(fc.array(level), level, (some, other) => {
      const before = some.reduce(steadied, steadyGood);
      const upAndDown = [before.level, other, before.level, other].reduce(steadied, before);
      expect(upAndDown.level).toBe(before.level);
      expect(Array.from({ length: 6 }, () => other).reduce(steadied, before).level).toBe(other);
    }),
  );
});

test('of a bad sound it is told what is wrong, on the way that is worse', () => {
  const measured = { lossPercent: 1, farLossPercent: 6.4, jitterMs: 4, roundTripMs: 60 };
  expect(badOf('fair', measured)).toEqual({ level: 'fair', wrong: 'loss', figure: 6 });
  expect(badOf('poor', { ...measured, farLossPercent: null, roundTripMs: 900 })).toEqual({
    level: 'poor',
    wrong: 'delay',
    figure: 900,
  });
  expect(badOf('good', measured)).toBeNull();
});

test('a call is poor by all of it, or by ten seconds of which nothing could be understood', () => {
  expect([4.1, 3.8, 3.59].map(levelOf)).toEqual(['good', 'fair', 'poor']);
  expect([soundsPoor(3.5, null), soundsPoor(4.2, 2.5), soundsPoor(4.2, 2.7), soundsPoor(4.2, null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
