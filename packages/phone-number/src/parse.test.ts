import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePhone } from './parse.ts';

const read = (written: string) => {
  const result = parsePhone(written);
  return result.ok ? `${result.phone.canonical} ${result.phone.kind}` : result.problem;
};

describe('a number is understood however it is written', () => {
  test.each([
    ['0901234567', '+84901234567 mobile'],
    ['0901.234.567', '+84901234567 mobile'],
    ['0901-234-567', '+84901234567 mobile'],
    [' (090) 123 4567 ', '+84901234567 mobile'],
    ['0901\u00a0234\u00a0567', '+84901234567 mobile'],
    ['+84901234567', '+84901234567 mobile'],
    ['0084901234567', '+84901234567 mobile'],
    ['84901234567', '+84901234567 mobile'],
    ['+84 (0)987 654 321', '+84987654321 mobile'],
    ['840987654321', '+84987654321 mobile'],
    ["'0987654321", '+84987654321 mobile'],
    ['84987654321', '+84987654321 mobile'],
    ['02473000097', '+842473000097 fixed'],
    ['842473000097', '+842473000097 fixed'],
    ['028 7100 0101', '+842871000101 fixed'],
    ['19001234', '+8419001234 shared-cost'],
    ['1800 1091', '+8418001091 toll-free'],
    ['1900545415', '+841900545415 shared-cost'],
    ['+84 1900 1234', '+8419001234 shared-cost'],
    ['8419001234', '+8419001234 shared-cost'],
    ['8418001091', '+8418001091 toll-free'],
    ['113', '113 emergency'],
    ['115', '115 emergency'],
    ['1022', '1022 short'],
    ['+1 415 555 0100', '+14155550100 international'],
    ['0014155550100', '+14155550100 international'],
  ])('%s', (written, expected) => {
    expect(read(written)).toBe(expected);
  });
});

describe('the length decides what a leading 84 means', () => {
  test.each([
    ['0845123456', '+84845123456 mobile'],
    ['845123456', '+84845123456 mobile'],
    ['84845123456', '+84845123456 mobile'],
  ])('%s', (written, expected) => {
    expect(read(written)).toBe(expected);
  });
});

describe('a 0 that a spreadsheet ate is put back', () => {
  test.each([
    ['987654321', '+84987654321 mobile'],
    ['2473000097', '+842473000097 fixed'],
    ['1681234567', '+84381234567 mobile'],
  ])('%s', (written, expected) => {
    expect(read(written)).toBe(expected);
  });
});

describe('mobile numbers of eleven digits get their prefix of 2018', () => {
  test.each([
    ['01681234567', '+84381234567 mobile'],
    ['01201234567', '+84701234567 mobile'],
    ['01231234567', '+84831234567 mobile'],
    ['01991234567', '+84591234567 mobile'],
    ['+841681234567', '+84381234567 mobile'],
  ])('%s', (written, expected) => {
    expect(read(written)).toBe(expected);
  });
});

describe('what cannot be dialled is refused with its reason', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['0987***321', 'masked'],
    ['9.87654E+08', 'scientific'],
    ['9,87654e8', 'scientific'],
    ['gọi sau', 'not-digits'],
    ['09012345', 'not-a-number'],
    ['090123456789', 'not-a-number'],
    ['0101234567', 'not-a-number'],
    ['01801234567', 'not-a-number'],
    ['+', 'not-digits'],
    ['+84', 'not-a-number'],
  ])('%s', (written, expected) => {
    expect(read(written)).toBe(expected);
  });
});

test('any text is answered without throwing, and reading a canonical or national form again changes nothing', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^\+?[0-9 .()-]{3,15}$/));
  fc.assert(
    fc.property(texts, (text) => {
      const first = parsePhone(text);
      if (!first.ok) return;
      expect(parsePhone(first.phone.canonical)).toEqual(first);
      expect(parsePhone(first.phone.national)).toEqual(first);
    }),
    { numRuns: 2000 },
  );
});
