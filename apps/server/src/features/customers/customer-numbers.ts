import { messages } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import { canonical } from '../../domain/customer-search.ts';
import { oldLandlineAsked } from '../../domain/old-landline-asked.ts';
import type { ImportField } from '../../resource/importing/import-field.ts';
import type { Recognition } from '../../resource/resource.ts';

/**
 * In a file a number may have lost its 0, or have old digits: it is read as whoever wrote it meant it. Of several in one cell the first is
 * the number, the others stand beside it in the field `others`.
 */
export const numberField = (heading: string, others: string): ImportField => ({
  heading,
  values: async (_trx, texts) => new Map(texts.flatMap((text) => pairs(text, numbersIn(text)[0]))),
  rest: { field: others, of: (text) => numbersIn(text).slice(1) },
  whyNot: whyNoNumber,
  looksLike: (text) => numbersIn(text).length > 0,
});

/** Several in one cell. */
export const numbersField = (heading: string): ImportField => ({
  heading,
  async values(_trx, texts) {
    return new Map(
      texts.flatMap((text) => {
        const numbers = partsOf(text).map(dialled);
        return pairs(text, numbers.includes(undefined) ? undefined : numbers);
      }),
    );
  },
  whyNot: (text) =>
    partsOf(text)
      .filter((part) => dialled(part) === undefined)
      .map((part) => `${part}: ${whyNoNumber(part)}`)
      .join(', '),
});

/** A customer is known by any of their numbers. */
export const recognisedByNumber: Recognition = {
  key: (text) => canonical(numbersIn(text)[0] ?? text) ?? text,
  async ids(trx, keys) {
    const found = await trx
      .selectFrom('customer_phone')
      .where('e164', 'in', [...keys])
      .select(['e164', 'customer_id'])
      .execute();
    return new Map(found.map(({ e164, customer_id }) => [e164, customer_id]));
  },
};

const pairs = <Value>(text: string, value: Value | undefined): [string, Value][] =>
  value === undefined ? [] : [[text, value]];

/** The number of a cell, or all of its numbers, in their order, where it has nothing else; none where that is not certain. */
function numbersIn(text: string): readonly string[] {
  const whole = dialled(text);
  if (whole !== undefined) return [whole];
  if (text.length > longest) return [];
  const parts = severalParts(text).filter((part) => part !== '');
  const numbers = parts.flatMap((part) => dialled(part) ?? []);
  return numbers.length === parts.length ? [...new Set(numbers)] : [];
}

const partsOf = (text: string) => text.split(/[,;|\n]|\s{2,}/).flatMap((part) => part.trim() || []);

/** The number of a cell as people dial it. What may be an old landline as well as somebody's mobile is neither, until it is said which. */
export function dialled(text: string): string | undefined {
  const written = withoutWords(text);
  if (oldLandlineAsked(written) !== undefined) return undefined;
  const number = canonical(written);
  if (number === undefined) return undefined;
  const read = parsePhone(number);
  return read.ok ? read.phone.national : undefined;
}

/** `0901 239 906 (chị Xuân)` and `chị Xuân: 0901239906`: whose it is stands beside it, without a digit that could belong to the number. */
function withoutWords(text: string): string {
  if (text.length > longest) return text;
  const [, before, behind] =
    /^(?:(\+?\d[\d\s.-]*\d)[\s(:–-]*\p{L}\D*|\p{L}[^\d+]*?(\+?\d[\d\s.-]*\d)\)?)$/u.exec(text.trim()) ?? [];
  return parsePhone(text).ok || isMasked(text) ? text : (before ?? behind ?? text);
}

const longest = 100;

function isMasked(text: string): boolean {
  const read = parsePhone(text);
  return !read.ok && (read.problem === 'masked' || read.problem === 'scientific');
}

/** How many numbers stand in it, one beside the other. */
const severalIn = (text: string) =>
  text.length > longest ? 0 : severalParts(text).filter((part) => dialled(part) !== undefined).length;

const severalParts = (text: string) => text.split(/[,;|\n/]|\s+-\s+|\s{2,}/).map((part) => part.trim());

/** Why a text is no number, in words for who brought it. */
export function whyNoNumber(text: string): string {
  const several = severalIn(text);
  if (several > 1) return `có ${several} số trong một ô, hãy để một số và ghi các số khác vào cột SĐT phụ`;
  const asked = oldLandlineAsked(withoutWords(text));
  if (asked !== undefined) return asked;
  const read = parsePhone(text);
  if (read.ok) return messages.phone;
  switch (read.problem) {
    case 'masked':
      return 'số đã bị che, không thể lưu';
    case 'scientific':
      return 'Excel đã đổi số này thành dạng 9.8E+08, hãy định dạng cột là văn bản';
    case 'empty':
      return messages.required;
    case 'not-digits':
    case 'not-a-number':
      return messages.phone;
    default:
      return read.problem satisfies never;
  }
}
