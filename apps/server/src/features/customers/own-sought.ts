import type { OwnSought } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import { plannedEachTime } from '../../db/statement-names.ts';
import type { Condition, LookUp } from '../../resource/resource.ts';

/** Customers who have what is looked for in fields of the company's own: all of it. */
export const withOwn = (wanted: Readonly<Record<string, OwnSought>>): Condition =>
  sql<boolean>`(${sql.join([sql`true`, ...Object.entries(wanted).map(([id, one]) => has(id, one))], sql` and `)})`;

const has = (id: string, sought: OwnSought): RawBuilder<boolean> => sql`row.id in (${those(id, sought)})`;

const those = (id: string, sought: OwnSought): RawBuilder<unknown> =>
  sql`select its.customer_id from customer_own as its
    where ${sql.join([sql`its.field_id = ${id}`, ...conditions(sought)], sql` and `)}`;

/**
 * The same by the values alone: how many customers have all of them statistics do not know, and a walk through the list for a page of
 * them may not end. What very many have is asked of each by itself.
 */
export function foundByOwn(wanted: Readonly<Record<string, OwnSought>>): LookUp | undefined {
  const all = Object.entries(wanted);
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const besides = others.map(([id, sought]) => sql`first.customer_id in (${those(id, sought)})`);
  const each = all.map(([id, sought]) => sql`exists (${those(id, sought)} and its.customer_id = row.id offset 0)`);
  return {
    found: (
      atMost,
    ) => sql`(select ${plan(all.length)} first.customer_id as id, null::timestamptz as created_at from (${those(...first)}) as first
      where ${sql.join([sql`true`, ...besides], sql` and `)} limit ${atMost})`,
    knowsWhen: false,
    has: sql<boolean>`(${sql.join(each, sql` and `)})`,
  };
}

/** Of several fields the one with the fewest customers is looked up first. */
const plan = (fields: number) => sql.raw(fields > 1 ? plannedEachTime : '');

function conditions(sought: OwnSought): RawBuilder<unknown>[] {
  if ('is' in sought) return [sql`its.value = ${sought.is}`];
  return (['from', 'to'] as const).flatMap((end) => {
    const limit = sought[end];
    const is = sql.raw(end === 'from' ? '>=' : '<=');
    if (limit === undefined) return [];
    return [typeof limit === 'number' ? sql`its.number ${is} ${limit}` : sql`its.value ${is} ${limit}`];
  });
}
