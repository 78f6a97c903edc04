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

/** Outside numbers are written by hand: those that are forwarded to already are the choice that there is. */
const forwardedTo = sql`(select distinct 'fw' as type, replace(value, 'customer/', '') as name, value from (
  select destination_value as value from inbound_rule where destination_kind = 'fw'
  union select otherwise_value from extension where otherwise_kind = 'fw'
  union select otherwise_value from ring_group where otherwise_kind = 'fw'
  union select destination_value from ivr_key where destination_kind = 'fw'
  union select match_value from time_condition where match_kind = 'fw'
  union select otherwise_value from time_condition where otherwise_kind = 'fw'
) as forward)`;
