import { permissions, ruleOf } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';

/** What somebody may do, and which rule says so: the very functions that decide about their requests. */
export async function accessOf(trx: Trx, id: string) {
  const person = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .leftJoin('department', 'department.id', 'account.department_id')
    .where('account.id', '=', id)
    .select(['account.id as accountId', 'account.active', 'account.team_id as teamId'])
    .select(['account.department_id as departmentId', 'department.branch_id as branchId'])
    .select(['role.name', 'role.permissions', 'role.scope'])
    .executeTakeFirst();
  if (person === undefined) throw Problem.notFound();
  const { name, permissions: held, scope, active, ...place } = person;
  const holder = active ? { name, permissions: held } : undefined;
  return {
    role_name: name,
    active,
    scope,
    reach: reachOf({ ...place, role: { name, permissions: held, scope } }).kind,
    data: permissions.map((permission) => {
      const rule = ruleOf(holder, permission);
      return { permission, rule, allowed: rule === 'role' || rule === 'super-admin' };
    }),
  };
}
