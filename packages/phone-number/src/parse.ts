import { renumberedArea } from './old-areas.ts';

/**
 * Reading of Vietnamese phone numbers as people, files and carriers write them. The length decides what a leading 84 or
 * a missing 0 means: `845123456` is nine digits, so it is a VinaPhone number whose 0 a spreadsheet ate, never +84 5123456.
 */

/** What a number is, as prices and rights tell them apart. */
export type PhoneKind =
  | 'mobile'
  | 'fixed'
  | 'toll-free'
  | 'shared-cost'
  | 'special'
  | 'emergency'
  | 'short'
  | 'international';

/** Why a text is not a number; the console and the import say it in words. */
export type PhoneProblem = 'empty' | 'masked' | 'scientific' | 'not-digits' | 'not-a-number';

/** A number that can be dialled. */
export type Phone = {
  /** What is stored and compared: `+84901234567`; short and emergency numbers have no E.164 form and stay as dialled. */
  readonly canonical: string;
  /** What people here dial: `0901234567`, `19001234`, `113`, `0014155550100`. */
  readonly national: string;
  readonly kind: PhoneKind;
};

/** The number, or why it is none. */
export type PhoneResult =
  | { readonly ok: true; readonly phone: Phone }
  | { readonly ok: false; readonly problem: PhoneProblem };

/** Reads a number as written by anybody; refuses what cannot be dialled from Vietnam, with the reason. */
export function parsePhone(written: string): PhoneResult {
  const text = asTyped(written).trim().replace(/^['’]/, '');
  if (text === '') return refused('empty');
  if (/[*•]|\d[\s.-]?x|x{2}|x[\s.-]?\d/i.test(text)) return refused('masked');
  if (/^\d+(?:[.,]\d+)?e\+?\d+$/i.test(text)) return refused('scientific');
  const compact = text.replace(separators, '');
  if (!/^\+?\d+$/.test(compact)) return refused('not-digits');
  const phone = read(compact);
  return phone === null ? refused('not-a-number') : { ok: true, phone };
}

/** What people and machines write between digits. */
const separators = /[\s.\-‐-―−()/]/g;

/** Digits of another width are digits; what cannot be seen and comes along when a number is copied is nothing. */
function asTyped(text: string): string {
  return text.normalize('NFKC').replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
}

function refused(problem: PhoneProblem): PhoneResult {
  return { ok: false, problem };
}

function read(compact: string): Phone | null {
  const abroad = /^(?:\+|00)(\d+)$/.exec(compact)?.[1];
  if (abroad !== undefined) {
    return abroad.startsWith('84') ? vietnamese(abroad.slice(2).replace(/^0/, '')) : international(abroad);
  }
  if (compact.startsWith('0')) return subscriber(compact.slice(1)) ?? oldArea(compact.slice(1));
  // With 84 in front a mobile has 11 digits and a fixed line 12; some write 84 and keep the 0 as well.
  const after84 = compact.startsWith('84') ? compact.slice(2) : '';
  if (after84.length >= 9) {
    const phone = vietnamese(after84.replace(/^0/, ''));
    if (phone !== null) return phone;
  }
  // What has no reading as it stands may be a service number that a carrier wrote with 84 in front.
  return withoutZero(compact) ?? subscriber(compact) ?? service(after84);
}

/** A national number after +84: subscribers and the service numbers that have no 0. */
function vietnamese(digits: string): Phone | null {
  return subscriber(digits) ?? service(digits) ?? oldArea(digits);
}

/** A landline by its area code of before 2017, where the number has no reading of today. */
function oldArea(digits: string): Phone | null {
  const now = renumberedArea(digits);
  return now === undefined ? null : subscriber(now);
}

/** Numbers that are dialled as they are, without a 0 in front. */
function withoutZero(digits: string): Phone | null {
  if (/^11[345]$/.test(digits)) return { canonical: digits, national: digits, kind: 'emergency' };
  if (/^1\d{2,4}$/.test(digits)) return { canonical: digits, national: digits, kind: 'short' };
  return service(digits);
}

function service(digits: string): Phone | null {
  const kind = serviceKind(digits);
  return kind === null ? null : { canonical: `+84${digits}`, national: digits, kind };
}

function serviceKind(digits: string): PhoneKind | null {
  if (/^1800\d{4,6}$/.test(digits)) return 'toll-free';
  if (/^1900\d{4,6}$/.test(digits)) return 'shared-cost';
  if (/^(?:69\d{5,6}|[17]99\d{4})$/.test(digits)) return 'special';
  return null;
}

// Shapes of the national numbering plan: mobile nine digits, fixed ten (the area codes of 2017), satellite 672.
const mobile = /^(?:(?:5(?:2[238]|59|[1689]\d)|89[6-9]|99[013-9])\d{6}|(?:3\d|7[06-9]|8[1-8]|9[0-8])\d{7})$/;
const fixed = /^2(?:0[3-9]|1[0-689]|2[0-25-9]|[38][2-9]|4[2-8]|5[124-9]|6[0-39]|7[0-7]|9[0-4679])\d{7}$/;
const satellite = /^672\d{6}$/;

function subscriber(digits: string): Phone | null {
  const current = renumbered(digits);
  const kind = mobile.test(current)
    ? 'mobile'
    : fixed.test(current)
      ? 'fixed'
      : satellite.test(current)
        ? 'special'
        : null;
  return kind === null ? null : { canonical: `+84${current}`, national: `0${current}`, kind };
}

/** Mobile numbers of eleven digits became ten in 2018: the prefix changed and the last seven digits stayed. */
const prefixesOf2018: Readonly<Record<string, string>> = {
  120: '70',
  121: '79',
  122: '77',
  126: '76',
  128: '78',
  123: '83',
  124: '84',
  125: '85',
  127: '81',
  129: '82',
  162: '32',
  163: '33',
  164: '34',
  165: '35',
  166: '36',
  167: '37',
  168: '38',
  169: '39',
  186: '56',
  188: '58',
  199: '59',
};

function renumbered(digits: string): string {
  if (digits.length !== 10) return digits;
  const prefix = prefixesOf2018[digits.slice(0, 3)];
  return prefix === undefined ? digits : prefix + digits.slice(3);
}

/** E.164 allows 15 digits; below eight no country code and subscriber number fit together. */
function international(digits: string): Phone | null {
  if (!/^[1-9]\d{7,14}$/.test(digits)) return null;
  return { canonical: `+${digits}`, national: `00${digits}`, kind: 'international' };
}
