import { eventPermission, isAllowed, type Permission, permissions } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { isCompanyEvent } from '../../domain/company-events.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { type Place, reachOf } from '../../kernel/reach.ts';

/** What it takes to be told of an event. */
export const permissionFor = (event: string): Permission | undefined => {
  return isCompanyEvent(event)
    ? eventPermission(event)
    : permissions.find((name) => name === `${event.replace(/\.changed$/, '')}.view`);
};

type Seer = Place & Pick<Caller, 'role'>;

/**
 * A webhook is told what whoever made it may see. Who says where it is told, or of what else, could look through their eyes:
 * they may see no less.
 */
export async function keepToMaker(
  trx: Trx,
  caller: Caller,
  { id, events, field }: { id: string; events: readonly string[]; field: 'url' | 'events' },
): Promise<void> {
  const maker = await makerOf(trx, id);
  // Of somebody who is gone nothing is told.
  if (maker === undefined || events.every((event) => seesNoLess(caller, maker, event))) return;
  throw Problem.invalid({
    [field]: 'Người tạo webhook này được xem nhiều hơn bạn. Hãy tạo webhook của riêng bạn',
  }).toldAs('webhook');
}

function seesNoLess(one: Seer, than: Seer, event: string): boolean {
  const may = ({ role }: Seer, permission: Permission | undefined) =>
    permission !== undefined && isAllowed(role, permission);
  const noLess = (permission: Permission | undefined) => may(one, permission) || !may(than, permission);
  if (!isCompanyEvent(event)) return noLess(permissionFor(event));
  const [reach, theirs] = [reachOf(one), reachOf(than)];
  const isAsWide = reach.kind === 'all' || (theirs.kind === reach.kind && theirs.id === reach.id);
  return isAsWide && noLess(permissionFor(event)) && noLess('customer.full-phone');
}

/** Also one who may not sign in now: they may be let in again. */
async function makerOf(trx: Trx, webhookId: string): Promise<Seer | undefined> {
  const row = await trx
    .selectFrom('webhook')
    .innerJoin('account', 'account.id', 'webhook.created_by')
    .innerJoin('role', 'role.id', 'account.role_id')
    .leftJoin('department', 'department.id', 'account.department_id')
    .where('webhook.id', '=', webhookId)
    .select(['account.id as accountId', 'account.team_id as teamId', 'account.department_id as departmentId'])
    .select(['department.branch_id as branchId', 'role.name', 'role.permissions', 'role.scope'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { name, permissions: held, scope, ...place } = row;
  return { ...place, role: { name, permissions: held, scope } };
}
