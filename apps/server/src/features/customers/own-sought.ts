import type { OwnSought } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Condition } from '../../resource/resource.ts';

/** Customers who have what is looked for in fields of the company's own: all of it. */
export const withOwn = (wanted: Readonly<Record<string, OwnSought>>): Condition =>
  sql<boolean>`(${sql.join([sql`true`, ...Object.entries(wanted).map(([id, one]) => has(id, one))], sql` and `)})`;

const has = (id: string, sought: OwnSought): RawBuilder<boolean> =>
  sql`row.id in (select its.customer_id from customer_own as its
    where ${sql.join([sql`its.field_id = ${id}`, ...conditions(sought)], sql` and `)})`;

function conditions(sought: OwnSought): RawBuilder<unknown>[] {
  if ('is' in sought) return [sql`its.value = ${sought.is}`];
  return (['from', 'to'] as const).flatMap((end) => {
    const limit = sought[end];
    const is = sql.raw(end === 'from' ? '>=' : '<=');
    if (limit === undefined) return [];
    return [typeof limit === 'number' ? sql`its.number ${is} ${limit}` : sql`its.value ${is} ${limit}`];
  });
}
