import { parsePhone } from '@alo/phone-number';

import type { Trx } from '../db/database.ts';
import { alike } from '../resource/importing/alike.ts';
import type { ImportField } from '../resource/importing/import-field.ts';

/** A service number as a file calls it: by its digits, as our files do, or by the name that a company gave it. */
export const numberNamed = { heading: 'Đầu số', values: numbersNamed } satisfies ImportField;

/** Ids by texts; of all numbers, for there are hundreds at most. */
async function numbersNamed(trx: Trx, texts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const numbers = await trx.selectFrom('service_number').select(['id', 'number', 'name']).execute();
  const ids = new Map(
    numbers.flatMap(({ id, number, name }) => [[alike(name), id] as const, [numberKey(number), id] as const]),
  );
  return new Map(
    texts.flatMap((text) => {
      const id = ids.get(numberKey(text)) ?? ids.get(alike(text));
      return id === undefined ? [] : [[text, id]];
    }),
  );
}

/** The same for every spelling of a number. */
export function numberKey(text: string): string {
  const read = parsePhone(text);
  return read.ok ? read.phone.canonical : alike(text);
}
