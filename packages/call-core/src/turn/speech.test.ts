import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AudioSource } from '../board/vocabulary.ts';
import { type PromptWord, promptFile, promptFiles, promptWords } from './prompts.ts';
import { numberWords, sayDigits, sayMinutes, sayMoney, sayPosition } from './speech.ts';

const read = (value: number) =>
  numberWords(value)
    .map((word) => promptWords[word])
    .join(' ');

function words(sources: readonly AudioSource[]): string {
  const known = Object.entries(promptWords);
  return sources
    .map(
      (source) => known.find(([word]) => source.kind === 'file' && source.file === promptFile(word as PromptWord))?.[1],
    )
    .join(' ');
}

test('numbers are read as people read them', () => {
  const readings: readonly (readonly [number, string])[] = [
    [0, 'không'],
    [4, 'bốn'],
    [10, 'mười'],
    [11, 'mười một'],
    [14, 'mười bốn'],
    [15, 'mười lăm'],
    [20, 'hai mươi'],
    [21, 'hai mươi mốt'],
    [24, 'hai mươi tư'],
    [25, 'hai mươi lăm'],
    [55, 'năm mươi lăm'],
    [100, 'một trăm'],
    [101, 'một trăm lẻ một'],
    [104, 'một trăm lẻ bốn'],
    [105, 'một trăm lẻ năm'],
    [110, 'một trăm mười'],
    [115, 'một trăm mười lăm'],
    [121, 'một trăm hai mươi mốt'],
    [1000, 'một nghìn'],
    [1005, 'một nghìn không trăm lẻ năm'],
    [1015, 'một nghìn không trăm mười lăm'],
    [2026, 'hai nghìn không trăm hai mươi sáu'],
    [10_500, 'mười nghìn năm trăm'],
    [1_000_004, 'một triệu không trăm lẻ bốn'],
    [1_250_000, 'một triệu hai trăm năm mươi nghìn'],
    [3_000_000_000, 'ba tỷ'],
    [21_000_305_000, 'hai mươi mốt tỷ ba trăm lẻ năm nghìn'],
  ];
  expect(readings.map(([value]) => read(value))).toEqual(readings.map(([, reading]) => reading));
});

test('two numbers are never read alike, and nothing is said that is not there', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (one, other) => {
      const [first, second] = [numberWords(one), numberWords(other)];
      expect(first.join(' ') === second.join(' ')).toBe(one === other);
      for (const word of first) expect(promptFiles).toContain(promptFile(word));
    }),
  );
  const small = Array.from({ length: 3000 }, (_, value) => read(value));
  expect(new Set(small).size).toBe(3000);
});

test('places, times, money and digits', () => {
  expect(words(sayPosition(1))).toBe('vị trí thứ nhất');
  expect(words(sayPosition(4))).toBe('vị trí thứ tư');
  expect(words(sayPosition(24))).toBe('vị trí thứ hai mươi tư');
  expect(words(sayMinutes(1))).toBe('một phút');
  expect(words(sayMinutes(61 * 60_000))).toBe('một giờ một phút');
  expect(words(sayMinutes(2 * 3_600_000))).toBe('hai giờ');
  expect(words(sayMoney(150_000))).toBe('một trăm năm mươi nghìn đồng');
  expect(words(sayDigits('09-05'))).toBe('không chín không năm');
});
