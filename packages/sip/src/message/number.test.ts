import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNameAddr } from './name-addr.ts';
import { numberInHeader, numberOf } from './number.ts';
import { escapeUser, parseUri } from './uri.ts';

describe('a number is read from whichever way a carrier writes it', () => {
  test.each([
    ['sip:+842839998888;npdi;rn=+84901000000@10.0.0.1', '+842839998888'],
    ['sip:+842839998888;tgrp=g1;trunk-context=ims.vn@10.0.0.1', '+842839998888'],
    ['sip:02839998888;phone-context=+84@10.0.0.1;user=phone', '+842839998888'],
    ['sip:2839998888;phone-context=+84@10.0.0.1', '+842839998888'],
    ['sip:842839998888;phone-context=+84@10.0.0.1', '842839998888'],
    ['sip:113;phone-context=+84@10.0.0.1', '113'],
    ['sip:02839998888;phone-context=ims.vn@10.0.0.1', '02839998888'],
    ['sip:+84901112223;cpc=ordinary:secret@10.0.0.1', '+84901112223'],
    ['sip:%2B84901112223;noa=national;srvattri=national@ims.vn', '+84901112223'],
    ['sip:+84-90-111.22(23)@ims.vn', '+84901112223'],
    ['sip:+84%2090%20111%202223@ims.vn', '+84901112223'],
    ['tel:+84-90-111-2223;isub=12', '+84901112223'],
    ['tel:0901112223;phone-context=+84', '+84901112223'],
    ['tel:7042;phone-context=example.com', '7042'],
    ['sips:*72@ims.vn', '*72'],
    ['sip:101-m4f2k@demo.alo.local', '101-m4f2k'],
    ['sip:lan.nguyen@demo.alo.local', 'lan.nguyen'],
    ['sip:10.0.0.1', ''],
    ['mailto:a@b.vn', ''],
  ])('%s → %s', (written, number) => {
    const uri = parseUri(written);
    expect(uri && numberOf(uri).number).toBe(number);
  });
});

test('what is said of the number is told beside it, names in lower case and the first of each', () => {
  const uri = parseUri('sip:+842839998888;NPDI;rn=%2B84901000000;rn=1;tgrp=g1@10.0.0.1;transport=udp');
  expect(uri && [...numberOf(uri).params]).toEqual([
    ['npdi', ''],
    ['rn', '+84901000000'],
    ['tgrp', 'g1'],
  ]);
});

test.each([
  ['"Nguyễn Lan" <sip:+84901112223;cpc=ordinary@ims.vn>;party=calling', '+84901112223'],
  ['<tel:+84901112223>', '+84901112223'],
  ['sip:0901112223@ims.vn;tag=1', '0901112223'],
  ['<sip:0901112223;isub=1@ims.vn;user=phone?Replaces=1>;reason=unconditional;counter=1', '0901112223'],
  ['<sip:0901112223@ims.vn>;index=1.1', '0901112223'],
])('the header %s names %s', (value, number) => {
  expect(numberInHeader(value)?.number).toBe(number);
});

test('a header that holds no address names nobody', () => {
  for (const value of ['', '*', '<sip:a', 'Lan']) expect(numberInHeader(value)).toBeUndefined();
});

const digits = fc.stringMatching(/^\+?[0-9]{1,15}$/);
const name = fc.stringMatching(/^[a-z][a-z-]{0,12}$/).filter((text) => text !== 'phone-context');
const word = fc.stringMatching(/^[A-Za-z0-9.+-]{0,12}$/);

test('whatever is said of a number, by SIP or tel, the number is the same and so is what is said', () => {
  fc.assert(
    fc.property(digits, fc.uniqueArray(fc.tuple(name, word), { selector: ([one]) => one }), (number, said) => {
      const params = said.map(([one, value]) => (value === '' ? `;${one}` : `;${one}=${value}`)).join('');
      for (const written of [`sip:${number}${params}@ims.vn;user=phone`, `tel:${number}${params}`]) {
        const uri = parseUri(written);
        expect(uri && numberOf(uri)).toEqual({ number, params: new Map(said) });
        expect(numberInHeader(`<${written}>;tag=1`)).toEqual({ number, params: new Map(said) });
      }
    }),
  );
});

test('no name that we write is read as a number with parameters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const value = formatNameAddr({ display: '', uri: `sip:${escapeUser(text)}@ims.vn`, params: new Map() });
      const read = numberInHeader(value);
      expect(read?.params.size).toBe(0);
      expect(/^\+?[-0-9*#.() ]+$/.test(text) || read?.number === text.toWellFormed()).toBe(true);
    }),
  );
});

test('any text is read or is none, and a long one is as quick as its length', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void numberInHeader(text)));
  const long = 200_000;
  for (const [start, repeated] of [
    ['sip:', ';'],
    ['sip:1', '-.('],
    ['tel:', '(-'],
    ['sip:0;phone-context=+', '8'],
    ['sip:', '%2'],
    ['<sip:1;a=', ';a='],
  ]) {
    const text = `${start}${repeated?.repeat(long)}@ims.vn`;
    expect(() => numberInHeader(text)).not.toThrow();
  }
});
