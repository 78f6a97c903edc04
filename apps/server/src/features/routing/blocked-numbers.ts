import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { numberView, seesFullNumbers } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import type { Condition, IndexedSearch } from '../../resource/resource.ts';
import { hasWord, wordsOf } from '../../resource/searching.ts';

/** A line that is one number, whatever it was written as: a pattern of many numbers gives none away. */
const isNumber = (value: string) => /^\+?\d{7,}$/.test(value);

/** Blocked numbers are hidden as customers' are: most of them are customers'. */
export function numbersMasked<Row extends { readonly value: string }>({ caller }: By) {
  if (seesFullNumbers(caller)) return undefined;
  return async (trx: Trx) => {
    const view = await numberView(trx, caller);
    return (row: Row): Row => (view.masked && isNumber(row.value) ? { ...row, value: view.show(row.value) } : row);
  };
}

/**
 * Words of number and reason. Those who may not see numbers in full find one by all of it only: parts would tell the rest.
 */
export const blockSearch: IndexedSearch = {
  found: (search, by, atMost) =>
    sql`(select row.id, row.created_at from block_list as row where ${blockSearch.has(search, by)} limit ${atMost})`,
  has(search, { caller }) {
    const inColumns = (...columns: Parameters<typeof hasWord>[0]) =>
      sql<boolean>`(${sql.join(
        wordsOf(search).map((word) => hasWord(columns, word)),
        sql` and `,
      )})`;
    if (seesFullNumbers(caller)) return inColumns('value', 'reason');
    const isMany: Condition = sql<boolean>`row.value !~ '^[+]?\\d{7,}$'`;
    const read = parsePhone(search.normalize('NFKC'));
    const whole: Condition = read.ok ? sql<boolean>`row.value = ${read.phone.canonical}` : sql<boolean>`false`;
    return sql<boolean>`(${whole} or ${inColumns('reason')} or (${isMany} and ${inColumns('value', 'reason')}))`;
  },
};
