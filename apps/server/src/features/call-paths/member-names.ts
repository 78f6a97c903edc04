import { type RawBuilder, sql } from 'kysely';

import type { Database } from '../../db/tables.ts';

/** Numbers and names of the extensions that belong to something, in their order. */
export const memberNames = (table: keyof Database, owner: string, ownerId: string): RawBuilder<string[]> =>
  sql`array(select extension.number || coalesce(nullif(' ' || extension.name, ' '), '')
    from ${sql.table(table)} as member join extension on extension.id = member.extension_id
    where member.${sql.ref(owner)} = ${sql.ref(ownerId)} order by member.position)`;
