import { type RawBuilder, type SqlBool, sql } from 'kysely';

import type { Condition } from './resource.ts';
import type { Within } from './within.ts';

/**
 * The rows that belong to somebody by the account in a column of theirs, cut down to somebody's reach: their own,
 * those of the people of their team, department or branch, or all of them. Somebody who belongs to no team has their own.
 */
export const scopedBy =
  (column: string) =>
  (reach: Within): Condition | undefined => {
    const owner = sql.ref(`row.${column}`);
    if (reach.kind === 'all') return undefined;
    if (reach.kind === 'account') return sql<boolean>`${owner} = ${reach.id}`;
    return sql<boolean>`${owner} in (select account.id from account where ${accountInReach(reach)})`;
  };

/** The accounts whose rows are within a reach, as a condition on `account`: what `reaches` says of each of them. */
export function accountInReach(reach: Within): RawBuilder<SqlBool> {
  switch (reach.kind) {
    case 'all':
      return sql`true`;
    case 'account':
      return sql`account.id = ${reach.id}`;
    case 'team':
      return sql`account.team_id = ${reach.id}`;
    case 'department':
      return sql`account.department_id = ${reach.id}`;
    case 'branch':
      return sql`account.department_id in (select id from department where branch_id = ${reach.id})`;
    default:
      return reach satisfies never;
  }
}
