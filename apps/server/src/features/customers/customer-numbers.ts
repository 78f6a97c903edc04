import { messages } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';

import type { ImportField } from '../../resource/importing/import-field.ts';
import type { Recognition } from '../../resource/resource.ts';

/** The number as it is kept, however it was written; nothing where it cannot be a customer's. */
export function canonical(written: string): string | undefined {
  const read = parsePhone(written.normalize('NFKC'));
  return read.ok && read.phone.canonical.startsWith('+') ? read.phone.canonical : undefined;
}

/** In a file a number may have lost its 0, or have old digits: it is read as whoever wrote it meant it. */
export const numberField = (heading: string): ImportField => ({
  heading,
  values: async (_trx, texts) => new Map(texts.flatMap((text) => pairs(text, dialled(text)))),
  whyNot: whyNoNumber,
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
  key: (text) => canonical(text) ?? text,
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

const partsOf = (text: string) => text.split(/[,;|\n]|\s{2,}/).flatMap((part) => part.trim() || []);

function dialled(text: string): string | undefined {
  const number = canonical(text);
  if (number === undefined) return undefined;
  const read = parsePhone(number);
  return read.ok ? read.phone.national : undefined;
}

function whyNoNumber(text: string): string {
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
