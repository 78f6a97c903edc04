import { superAdmin } from '@alo/contract';
import { sql } from 'kysely';

import type { By } from '../kernel/by.ts';
import type { Condition } from './resource.ts';

/**
 * The rows that belong to somebody by the account in a column of theirs, cut down to the caller's data scope: their own,
 * those of the people of their team, department or branch, or all. Somebody who belongs to no team has their own.
 */
export const scopedBy =
  (column: string) =>
  ({ caller }: By): Condition => {
    const owner = sql.ref(`row.${column}`);
    const own = sql<boolean>`${owner} = ${caller.accountId}`;
    const colleagues = (where: 'team_id' | 'department_id', id: string | null) =>
      id === null ? own : sql<boolean>`${owner} in (select id from account where ${sql.ref(where)} = ${id})`;
    if (caller.role.name === superAdmin) return sql<boolean>`true`;
    switch (caller.role.scope) {
      case 'all':
        return sql<boolean>`true`;
      case 'branch':
        return caller.branchId === null
          ? own
          : sql<boolean>`${owner} in (select account.id from account join department on department.id = account.department_id
              where department.branch_id = ${caller.branchId})`;
      case 'department':
        return colleagues('department_id', caller.departmentId);
      case 'team':
        return colleagues('team_id', caller.teamId);
      case 'own':
        return own;
      default:
        return caller.role.scope satisfies never;
    }
  };
