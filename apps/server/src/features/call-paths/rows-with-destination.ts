import type { DestinationValue } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { Database } from '../../db/tables.ts';
import { orderedRows } from '../../resource/children.ts';
import { destinationColumns } from '../../resource/led-to.ts';

/** Rows of their own below a row, each of which leads calls somewhere (`to`): the keys of a menu. */
export function rowsWithDestination<Item extends object>({
  table,
  owner,
  columns,
}: {
  table: keyof Database;
  owner: string;
  columns: readonly (keyof Item & string)[];
}) {
  const stored = orderedRows<Record<string, unknown>>({
    table,
    owner,
    columns: [...columns, 'destination_kind', 'destination_value'],
  });
  const fields = sql.join(columns.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`));
  return {
    table,
    read: (ownerId: string): RawBuilder<(Item & { to: DestinationValue })[]> =>
      sql`coalesce((select json_agg(json_build_object(${fields},
          'to', destination_of(destination_kind, destination_value)) order by position, id)
        from ${sql.table(table)} where ${sql.ref(owner)} = ${sql.ref(ownerId)}), '[]')`,
    write: (trx: Trx, id: string, value: unknown) => {
      const items = value as readonly (Item & { to: DestinationValue })[];
      return stored.write(
        trx,
        id,
        items.map(({ to, ...item }) => ({ ...item, ...destinationColumns('destination', to) })),
      );
    },
  };
}
