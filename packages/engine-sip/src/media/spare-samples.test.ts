import { afterEach, beforeEach, expect, it } from 'vitest';
import { dropSamples, giveSamples, takeSamples } from './spare-samples.ts';

beforeEach(dropSamples);
afterEach(dropSamples);

it('what was given back is had next, silent, and by one alone', () => {
  const first = takeSamples(160).fill(7);
  giveSamples(first);
  const again = takeSamples(160);
  expect(again).toBe(first);
  expect(again.every((sample) => sample === 0)).toBe(true);
  expect(takeSamples(160)).not.toBe(first);
});

it('of another length there is none, and who rests keeps none', () => {
  const first = takeSamples(160);
  giveSamples(first);
  expect(takeSamples(320)).toHaveLength(320);
  dropSamples();
  expect(takeSamples(160)).not.toBe(first);
});

it('so many wait at most', () => {
  const all = Array.from({ length: 100 }, () => takeSamples(160));
  for (const samples of all) giveSamples(samples);
  const taken = Array.from({ length: 100 }, () => takeSamples(160));
  expect(taken.filter((samples) => all.includes(samples))).toHaveLength(64);
  expect(new Set(taken).size).toBe(100);
});
