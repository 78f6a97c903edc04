import fc from 'fast-check';

/** A number as somebody writes it, and which one it is by the plan: made from it, never read. */
export interface Spelling {
  readonly written: string;
  /** E.164. */
  readonly number: string;
  /** Whether nothing else could be meant; an area code of before 2017 may look like the beginning of a mobile. */
  readonly isCertain: boolean;
}

/** The national part of mobiles as the plan has them (libphonenumber 2026). */
export const mobileDigits: fc.Arbitrary<string> = fc.oneof(
  fc.stringMatching(/^3[0-9]{8}$/),
  fc.stringMatching(/^7[06-9][0-9]{7}$/),
  fc.stringMatching(/^8[1-8][0-9]{7}$/),
  fc.stringMatching(/^9[0-8][0-9]{7}$/),
  fc.stringMatching(/^5[2689]8[0-9]{6}$/),
);
export const fixedDigits: fc.Arbitrary<string> = fc.stringMatching(/^2[48][2-8][0-9]{7}$/);

/** The area apart, as landlines were written; a mobile with its first two digits apart may be one of before 2017. */
export const apart = (digits: string): string => `(0${digits.slice(0, 2)}) ${digits.slice(2, 5)}-${digits.slice(5)}`;

export const spellings: readonly ((digits: string) => string)[] = [
  (digits) => `0${digits}`,
  (digits) => `+84${digits}`,
  (digits) => `84${digits}`,
  (digits) => `0084${digits}`,
  (digits) => `+840${digits}`,
  (digits) => `+84 (0)${digits}`,
  (digits) => digits,
  (digits) => `'0${digits}`,
  (digits) => `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  apart,
  (digits) => `0${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`,
  (digits) => `0${digits}`.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
];

/** Prefixes of mobiles with eleven digits, and those that are in their place since 2018. */
export const prefixesOf2018: readonly (readonly [was: string, is: string])[] = [
  ['120', '70'],
  ['121', '79'],
  ['122', '77'],
  ['126', '76'],
  ['128', '78'],
  ['123', '83'],
  ['124', '84'],
  ['125', '85'],
  ['127', '81'],
  ['129', '82'],
  ['162', '32'],
  ['163', '33'],
  ['164', '34'],
  ['165', '35'],
  ['166', '36'],
  ['167', '37'],
  ['168', '38'],
  ['169', '39'],
  ['186', '56'],
  ['188', '58'],
  ['199', '59'],
];
const own = fc.stringMatching(/^[0-9]{7}$/);
export const oldMobile: fc.Arbitrary<Spelling> = fc
  .tuple(fc.constantFrom(...prefixesOf2018), own, fc.constantFrom('0', '+84', '84', '0.', ''))
  .map(([[was, is], rest, before]) => ({
    written: before === '0.' ? `0${was}.${rest}` : `${before}${was}${rest}`,
    number: `+84${is}${rest}`,
    isCertain: true,
  }));

/** Area codes of before 2017 with which no mobile of today begins, and how many digits stood behind them. */
const oldAreas = fc.constantFrom(
  ['4', '24', 8],
  ['511', '236', 7],
  ['64', '254', 7],
  ['710', '292', 7],
) satisfies fc.Arbitrary<readonly (string | number)[]>;
export const oldLandlines: fc.Arbitrary<Spelling> = fc
  .tuple(oldAreas, fc.stringMatching(/^[2367][0-9]{7}$/), fc.constantFrom(' ', '.', ') ', ''))
  .map(([[was, is, length], digits, between]) => {
    const behind = digits.slice(0, Number(length));
    const before = between === ') ' ? '(' : '';
    return { written: `${before}0${was}${between}${behind}`, number: `+84${is}${behind}`, isCertain: true };
  });

/** Landlines of Hồ Chí Minh City as companies wrote them before 2017: with the same digits a mobile begins today. */
export const unclearLandlines: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      '(08) ',
      '08-',
      '08.',
      '08 ',
      '(84-8) ',
      '(84.8)',
      '84 8 ',
      '+84-8-',
      '(+84) 8 ',
      '+84 (08) ',
      '0084 8 ',
    ),
    fc.stringMatching(/^3[0-9]{7}$/),
    fc.boolean(),
  )
  .map(([before, digits, isGrouped]) => before + (isGrouped ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits));

/** Whichever way people here write a number of theirs. */
export const spelt: fc.Arbitrary<Spelling> = fc.oneof(
  { arbitrary: today(), weight: 6 },
  { arbitrary: oldMobile, weight: 1 },
  { arbitrary: oldLandlines, weight: 1 },
);

function today(): fc.Arbitrary<Spelling> {
  return fc
    .tuple(fc.oneof(mobileDigits, fixedDigits), fc.constantFrom(...spellings))
    .map(([digits, spell]) => ({ written: spell(digits), number: `+84${digits}`, isCertain: spell !== apart }));
}

/** What was a number before somebody hid a part of it, or a spreadsheet spoilt it, or a digit got lost. */
export const spoilt: fc.Arbitrary<string> = fc
  .tuple(mobileDigits, fc.integer({ min: 1, max: 7 }), fc.constantFrom('masked', 'scientific', 'cut', 'word'))
  .map(([digits, at, how]) => {
    const national = `0${digits}`;
    switch (how) {
      case 'masked':
        return `${national.slice(0, at)}***${national.slice(at + 3)}`;
      case 'scientific':
        return `${digits[0]}.${digits.slice(1, 6)}E+08`;
      case 'cut':
        return national.slice(0, 8);
      default:
        return `${national.slice(0, at)}a${national.slice(at)}`;
    }
  });
