import { type DestinationType, destinationLabels, destinationOptions, isTyped } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';

interface Asked {
  readonly search: string;
  readonly value?: string | undefined;
  readonly limit: number;
}

interface Option {
  readonly name: string;
  readonly value: string;
  readonly type: DestinationType;
}

// The keys of the labels.
const allTypes = Object.keys(destinationLabels) as DestinationType[];

/** What calls can be sent to. */
export const destinationRoutes = (db: Db): Route[] => [
  route(destinationOptions, ({ caller, query: { type, ...asked } }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const data: Option[] = [];
      for (const one of type === undefined ? allTypes : [type]) data.push(...(await optionsOf(trx, one, asked)));
      return { data };
    }),
  ),
];

async function optionsOf(trx: Trx, type: DestinationType, { search, value, limit }: Asked): Promise<Option[]> {
  if (type === 'hang-up') return value || search !== '' ? [] : [{ type, name: destinationLabels[type], value: '' }];
  const words = search.split(/\s+/).filter(Boolean);
  const { rows } = await sql<Option>`
    select ${type} as type, name, value from ${isTyped(type) ? forwardedTo : sql`destination_option`} as option
    where type = ${type}
      ${value === undefined ? sql`` : sql`and value = ${value}`}
      ${sql.join(
        words.map((word) => sql`and strpos(fold(name), fold(${word})) > 0`),
        sql` `,
      )}
    order by name collate "vi-x-icu", value limit ${limit}`.execute(trx);
  return rows;
}

/** Columns that lead calls somewhere; a test holds them against the tables. */
export const leading = [
  ...(['destination', 'after_talk'] as const).map((field) => ['inbound_rule', field] as const),
  ...(['otherwise', 'forward_always', 'forward_busy', 'forward_no_answer', 'forward_offline'] as const).map(
    (field) => ['extension', field] as const,
  ),
  ...(['timeout', 'full', 'empty', 'after_talk'] as const).map((field) => ['queue', field] as const),
  ...(['invalid', 'timeout'] as const).map((field) => ['ivr_menu', field] as const),
  ...(['match', 'otherwise'] as const).map((field) => ['time_condition', field] as const),
  ...([
    ['ring_group', 'otherwise'],
    ['last_call_rule', 'otherwise'],
    ['announcement', 'then'],
  ] as const),
  ...([
    ['ivr_key', 'destination'],
    ['customer_condition', 'otherwise'],
    ['customer_kind', 'destination'],
    ['code_question', 'otherwise'],
    ['code_answer', 'destination'],
    ['queue_exit', 'destination'],
  ] as const),
] as const;

/** Outside numbers are written by hand: those that are forwarded to already are the choice that there is. */
const forwardedTo = sql`(select distinct 'fw' as type, replace(value, 'customer/', '') as name, value from (${sql.join(
  leading.map(
    ([table, field]) =>
      sql`select split_part(${sql.ref(`${field}_value`)}, '>', 1) as value from ${sql.table(table)} where ${sql.ref(`${field}_kind`)} = 'fw'`,
  ),
  sql` union `,
)}) as forward)`;
