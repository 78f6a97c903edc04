import { MachineEar, type PickedUp } from '@alo/line-sound';
import { beep, chance, noisy, ringBack, silence, voice } from '@alo/line-sound/testing';
import { someOf } from '@alo/testing/in-depth';
import { expect, test } from 'vitest';

function joined(...parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What is known, and after how many seconds. */
function heard(samples: Int16Array): (PickedUp & { readonly after: number }) | undefined {
  const ear = new MachineEar();
  for (let at = 0; at < samples.length; at += 160) {
    const verdict = ear.push(samples.subarray(at, at + 160));
    if (verdict !== undefined) return { ...verdict, after: at / 8_000 };
  }
  return undefined;
}

test('a long greeting and a beep are a machine, and say why', () => {
  const line = noisy(joined(silence(0.5), voice(1, 9), silence(0.6), beep(1_000, 0.6), silence(3)), 25, 1);
  const verdict = heard(line);
  expect(verdict).toMatchObject({ by: 'machine' });
  expect(verdict?.words).toMatch(/^lời chào \d+(,\d)? giây không dừng, rồi tiếng bíp$/);
  // Within the beep.
  expect(verdict?.after).toBeLessThan(10.8);
});

test('machines are known with beeps of every pitch, in noise', () => {
  const machines = Array.from({ length: 24 }, (_, seed) => {
    const next = chance(1_000 + seed);
    const greeting = voice(2_000 + seed, 8 + 8 * next());
    const tone = beep(500 + 1_300 * next(), 0.4 + 0.5 * next(), 3_000 + 6_000 * next());
    return heard(noisy(joined(silence(next()), greeting, silence(next()), tone, silence(1)), 20 + 20 * next(), seed));
  });
  const known = machines.filter((one) => one?.by === 'machine').length;
  expect(known / machines.length).toBeGreaterThan(0.9);
});

/** As people pick up: a word or two, in quiet and in the street, with keys, other tones and people behind them. */
function person(seed: number): Int16Array {
  const next = chance(seed);
  const words = Array.from({ length: 1 + Math.floor(3 * next()) }, (_, word) =>
    joined(voice(seed * 7 + word, 0.25 + 1.4 * next()), silence(0.15 + 0.6 * next())),
  );
  const others: readonly (() => Int16Array)[] = [
    () => silence(4),
    () => joined(silence(1), voice(seed + 5, 6)),
    () => joined(silence(2 * next()), beep(600 + 900 * next(), 0.3 + next()), silence(3)),
    () => joined(silence(0.8), ringBack(5)),
    () => voice(seed + 9, 2.5),
    () => joined(voice(seed + 11, 12), silence(2)),
    () => joined(silence(2.5), voice(seed + 12, 5), beep(900, 0.5), silence(1)),
  ];
  const behind = others[Math.floor(next() * others.length)] ?? (() => silence(3));
  return noisy(joined(silence(next()), ...words, behind()), 8 + 30 * next(), seed);
}

test('of a thousand people who pick up none is taken for a machine', { timeout: 3_600_000 }, () => {
  const seeds = someOf(
    60,
    Array.from({ length: 1_000 }, (_, seed) => seed),
  );
  const machines = seeds.filter((seed) => heard(person(seed))?.by === 'machine');
  expect(machines).toEqual([]);
});

test('whoever says a word and waits is a person within two seconds of it', () => {
  const verdict = heard(noisy(joined(silence(0.4), voice(3, 0.5), silence(4)), 30, 3));
  expect(verdict).toMatchObject({ by: 'person' });
  expect(verdict?.after).toBeLessThan(3.2);
});

test('nobody who says nothing is a machine', () => {
  expect(heard(noisy(joined(voice(1, 0.02), silence(45)), 10, 4))?.by).not.toBe('machine');
});
