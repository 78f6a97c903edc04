import { sql } from 'kysely';

import type { Condition } from '../../resource/resource.ts';

/** A filter on a column that is true or false. */
export const yesOrNoColumn =
  (column: string) =>
  (value: '1' | '0'): Condition =>
    sql<boolean>`${sql.ref(`row.${column}`)} = ${value === '1'}`;
