import type { ProblemBody } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import { asUsers, type LedTo, sendersTo } from './led-to.ts';
import type { Reference } from './resource.ts';

type UsedBy = ProblemBody['used_by'];

/** Names for each row in a list of what is in the way. */
const namedAtMost = 20;

/** The rows of a table, and what refers to them. */
export interface ReferredTable {
  readonly table: keyof Database;
  readonly referredToBy?: readonly Reference[];
  readonly ledTo?: LedTo;
}

/** What refers to these rows, by the row's id; rows that nothing refers to are not in it. */
export async function inTheWay(
  trx: Trx,
  { table: own, referredToBy = [], ledTo }: ReferredTable,
  ids: readonly string[],
): Promise<Map<string, UsedBy>> {
  const found = ledTo === undefined ? new Map<string, UsedBy>() : asUsers(await sendersTo(trx, own, ledTo, ids));
  if (ids.length === 0) return found;
  for (const { table, column, kind, id = 'id', name = sql<string>`name` } of referredToBy) {
    const { rows } = await sql<{ of: string; id: string; name: string }>`
      select "of", id, name from (
        select ${sql.ref(column)} as "of", ${sql.ref(id)} as id, ${name} as name,
          row_number() over (partition by ${sql.ref(column)} order by ${name}) as place
        from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join([...ids])})
      ) as users where place <= ${namedAtMost} order by "of", place
    `.execute(trx);
    for (const row of rows) {
      found.set(row.of, [...(found.get(row.of) ?? []), { kind, name: row.name, id: row.id }]);
    }
  }
  return found;
}
