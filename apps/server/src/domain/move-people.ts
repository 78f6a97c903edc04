import { isAllowed, may } from '@alo/contract';

import type { Trx } from '../db/database.ts';
import type { By } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';
import { isAbove } from '../kernel/rights.ts';

/** Whoever says where people belong, and which extension they have. */
const changesAccounts = may('accounts.update');

/** Nobody moves people from elsewhere than their account who may not change accounts, nor whoever has more rights than they; `field` is where they did. */
export async function refuseToMove(trx: Trx, { caller }: By, people: readonly string[], field: string): Promise<void> {
  if (!isAllowed(caller.role, changesAccounts)) {
    throw Problem.invalid({ [field]: 'Đổi người ở đây cần quyền sửa tài khoản, bạn chưa có quyền này' });
  }
  const roles = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.id', 'in', [...people])
    .select(['role.name', 'role.permissions', 'role.scope'])
    .distinct()
    .execute();
  if (roles.some((role) => isAbove(role, caller.role))) {
    throw Problem.invalid({ [field]: 'Có người có vai trò cao hơn của bạn' }).toldAs('account');
  }
}
