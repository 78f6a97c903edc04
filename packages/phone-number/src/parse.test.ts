import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePhone } from './parse.ts';
import { fixedDigits, mobileDigits, prefixesOf2018, spellings } from './testing/spellings.ts';

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
    ['０９０１２３４５６７', '+84901234567 mobile'],
    ['＋８４　９０１　２３４　５６７', '+84901234567 mobile'],
    ['\u202a+84 901 234 567\u202c', '+84901234567 mobile'],
    ['\u200b0901234567\ufeff', '+84901234567 mobile'],
    ['0901–234—567', '+84901234567 mobile'],
    ['0901\u2011234\u2011567', '+84901234567 mobile'],
    ["'0901 234 567", '+84901234567 mobile'],
    ['0672 123 456', '+84672123456 special'],
    ['1991234', '+841991234 special'],
    ['6912345', '+846912345 special'],
    ['69123456', '+8469123456 special'],
    ['113', '113 emergency'],
    ['114', '114 emergency'],
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
    ['098****321', 'masked'],
    ['0987654xxx', 'masked'],
    ['９.８７６５４Ｅ＋０８', 'scientific'],
    ['9.87654E8', 'scientific'],
    ['0901234567 hoặc 0912345678', 'not-digits'],
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

test('every spelling of a number is the same number, and comes back from either of its forms', () => {
  fc.assert(
    fc.property(fc.oneof(mobileDigits, fixedDigits), fc.constantFrom(...spellings), (digits, spell) => {
      const read = parsePhone(spell(digits));
      expect(read.ok && [read.phone.canonical, read.phone.national]).toEqual([`+84${digits}`, `0${digits}`]);
    }),
    { numRuns: 3_000 },
  );
});

test('two different numbers are never taken for the same one, however either is written', () => {
  const one = fc.tuple(fc.oneof(mobileDigits, fixedDigits), fc.constantFrom(...spellings));
  fc.assert(
    fc.property(one, one, ([a, spellA], [b, spellB]) => {
      fc.pre(a !== b);
      expect(read(spellA(a))).not.toBe(read(spellB(b)));
    }),
    { numRuns: 2_000 },
  );
});

test('mobiles of eleven digits are renumbered prefix by prefix, and their last seven digits stay', () => {
  fc.assert(
    fc.property(fc.constantFrom(...prefixesOf2018), fc.stringMatching(/^[0-9]{7}$/), ([was, is], rest) => {
      for (const spell of [`0${was}${rest}`, `+84${was}${rest}`, `84${was}${rest}`, `0${was}.${rest}`]) {
        expect(read(spell)).toBe(`+84${is}${rest} mobile`);
      }
    }),
  );
});

test('what is masked or spoilt is never read as a number', () => {
  fc.assert(
    fc.property(mobileDigits, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 }), (digits, from, count) => {
      const national = `0${digits}`;
      const masked = national.slice(0, from) + '*'.repeat(Math.min(count, 10 - from)) + national.slice(from + count);
      expect(parsePhone(masked)).toEqual({ ok: false, problem: 'masked' });
      const spoilt = `${digits[0]}.${digits.slice(1, 6)}E+08`;
      expect(parsePhone(spoilt)).toEqual({ ok: false, problem: 'scientific' });
    }),
  );
});
