import fc from 'fast-check';
import { expect, test } from 'vitest';

import { numberIn } from './number-in.ts';
import { parsePhone } from './parse.ts';

test.each([
  ['Anh gọi em số 0901 234 567 nhé', '0901234567'],
  ['sđt: 0901.234.567, nhà số 12 ngõ 345', '0901234567'],
  ['Chị Hoa (+84 90 123 4567) hẹn 15 giờ', '0901234567'],
  ['Ngày 22/11/2026 gọi lại 0901234567', '0901234567'],
  ['2026-11-22 0901 234 567', '0901234567'],
  ['Đơn 12345678 giá 1.500.000đ, gọi 84901234567', '0901234567'],
  ['ĐT bàn (028) 7300-1234 máy lẻ 12', '02873001234'],
  ['Hotline 1900 1234 hoặc 0901234567', '0901234567'],
  ['Tổng đài 1800 1091 (miễn phí)', '18001091'],
  ['Call +1 415 555 0100 please', '0014155550100'],
  ['số cũ 0168 123 4567', '0381234567'],
  ['tel:+84901234567', '0901234567'],
  ['tel:0901234567;ext=12', '0901234567'],
  ['callto://0901234567', '0901234567'],
  ['ＳĐＴ　０９０１　２３４　５６７', '0901234567'],
  ['\u202a+84 901 234 567\u202c', '0901234567'],
  ['0901–234–567', '0901234567'],
  ['0901234567 / 0912345678', '0901234567'],
])('in “%s” stands %s', (text, national) => expect(numberIn(text)?.national).toBe(national));

test.each([
  ['nhà số 113 đường 115'],
  ['mã KH0901234567A'],
  ['số bị che 090****567'],
  ['ngày 22/11/2026 lúc 15:30'],
  ['chị Lan'],
  [''],
])('in “%s” stands none', (text) => expect(numberIn(text)).toBeNull());

test('a number by itself is what it is read as, and no text makes it throw', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[ a-zđ0-9+().-]{0,60}$/));
  fc.assert(
    fc.property(texts, (text) => {
      const alone = parsePhone(text);
      const found = numberIn(text);
      const expected = alone.ok ? alone.phone : found;
      expect(found).toEqual(expected);
      // What was found is a number by itself.
      expect(found === null || parsePhone(found.national)).toEqual(found === null || { ok: true, phone: found });
    }),
    { numRuns: 2_000 },
  );
});

test('a mobile number is found in any sentence of words, however it is grouped', () => {
  const sentence = fc.array(fc.constantFrom('gọi', 'cho', 'chị', 'Hoa', 'số', 'nhé', 'lúc', ','), { maxLength: 6 });
  const spelt = fc.tuple(
    fc.constantFrom('3', '7', '8', '9'),
    fc.stringMatching(/^[0-9]{7}$/),
    fc.constantFrom('0', '+84', '84', '0084', '+84 (0)', '０'),
    fc.constantFrom('', ' ', '.', '-', '–'),
  );
  fc.assert(
    fc.property(sentence, spelt, sentence, (before, [first, rest, prefix, mark], after) => {
      const digits = `${first}8${rest}`;
      fc.pre(parsePhone(`0${digits}`).ok);
      const written = `${prefix}${digits.slice(0, 3)}${mark}${digits.slice(3, 6)}${mark}${digits.slice(6)}`;
      expect(numberIn([...before, written, ...after].join(' '))?.national).toBe(`0${digits}`);
    }),
    { numRuns: 1_000 },
  );
});
